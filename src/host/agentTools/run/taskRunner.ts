import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { UserError } from '../../../base/errors';
import { raceTimeout } from '../../../node/raceTimeout';
import { debounceUntilIdle } from '../../editor/debounceUntilIdle';
import { allProblems } from '../../editor/diagnostics';
import { addedProblems } from './problemChange';
import type { TestTask } from './taskNames';
import type { TaskRun } from './taskText';
import type { TerminalLog } from './terminalLog';

/** Milliseconds to list the tasks: task providers may run programs. */
const fetchLimit = 30_000;
/**
 * Milliseconds to wait for problem matchers and language servers after a task: without diagnostics
 * events, and in total.
 */
const quiet = 1_000;
const quietLimit = 4_000;

export interface OfferedTask extends TestTask {
  readonly isBackground: boolean;
  readonly isRunning: boolean;
  readonly detail?: string | undefined;
  readonly task: vscode.Task;
}

/** Runs tasks of the workspace and collects their results. */
export class TaskRunner {
  constructor(
    private readonly terminals: TerminalLog,
    private readonly clock: Clock,
  ) {}

  /** @throws UserError `trust.required`, `task.timeout` */
  async tasks(): Promise<readonly OfferedTask[]> {
    if (!vscode.workspace.isTrusted) {
      throw new UserError('trust.required', 'Tasks run in trusted workspaces only.');
    }
    const fetched = await raceTimeout(
      Promise.resolve(vscode.tasks.fetchTasks()),
      fetchLimit,
      this.clock,
    );
    if (!fetched) {
      throw new UserError('task.timeout', 'The editor did not list its tasks in time. Try again.');
    }
    const hasFolders = (vscode.workspace.workspaceFolders?.length ?? 0) > 1;
    return fetched.map(task => {
      const { scope } = task;
      const folder = typeof scope === 'object' && hasFolders ? scope.name : undefined;
      return {
        name: task.name,
        source: task.source,
        folder,
        detail: task.detail,
        isTest: task.group?.id === vscode.TaskGroup.Test.id,
        isDefault: task.group?.isDefault === true,
        isBackground: task.isBackground,
        isRunning: runningOf(task) !== undefined,
        task,
      };
    });
  }

  /**
   * Starts a task, or waits for one that is already running.
   * @param limit milliseconds; a task that takes longer keeps running
   * @param signal terminates the task
   */
  async run(
    { task }: OfferedTask,
    limit: number,
    signal: AbortSignal,
    told: (path: string) => string,
  ): Promise<TaskRun> {
    const store = new DisposableStore();
    const startedAt = this.clock.now();
    const before = allProblems();
    const running = runningOf(task);
    try {
      const ended = followEnds(store);
      const execution = running ?? (await vscode.tasks.executeTask(task));
      const end = await raceTimeout(
        Promise.race([ended(execution), aborted(signal, store)]),
        limit,
        this.clock,
      );
      if (end === 'aborted') {
        execution.terminate();
      }
      const duration = this.clock.now() - startedAt;
      await this.settled();
      const output = await this.outputOf(task.name, startedAt);
      return {
        outcome: end === undefined ? 'running' : end === 'aborted' ? 'stopped' : 'ended',
        exitCode: typeof end === 'object' ? end.exitCode : undefined,
        duration,
        wasRunning: running !== undefined,
        output,
        problems: addedProblems(before, allProblems(), told),
      };
    } finally {
      store.dispose();
    }
  }

  private async settled(): Promise<void> {
    await debounceUntilIdle(listener => vscode.languages.onDidChangeDiagnostics(() => listener()), {
      quiet,
      limit: quietLimit,
      hasBegun: true,
      clock: this.clock,
    });
  }

  /** Finds the output by terminal name: a task's terminal is named after it. */
  private async outputOf(name: string, since: number): Promise<string | undefined> {
    await this.terminals.settled();
    const ofTask = this.terminals.commands().filter(one => one.terminal.includes(name));
    return ofTask.find(one => one.isRunning || one.startedAt >= since)?.output;
  }
}

interface TaskEnd {
  readonly exitCode: number | undefined;
}

/** Starts listening at once: a short task may end before its start is reported. */
function followEnds(store: DisposableStore): (execution: vscode.TaskExecution) => Promise<TaskEnd> {
  const codes = new Map<vscode.TaskExecution, number | undefined>();
  const ends = new Set<vscode.TaskExecution>();
  let look: (() => void) | undefined;
  store.add(
    vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      codes.set(execution, exitCode);
      look?.();
    }),
  );
  store.add(
    vscode.tasks.onDidEndTask(({ execution }) => {
      ends.add(execution);
      look?.();
    }),
  );
  return wanted =>
    new Promise(resolve => {
      look = () => {
        const isOver = ends.has(wanted) || codes.get(wanted) !== undefined;
        if (isOver) {
          resolve({ exitCode: codes.get(wanted) });
        }
      };
      look();
    });
}

function aborted(signal: AbortSignal, store: DisposableStore): Promise<'aborted'> {
  return new Promise(resolve => {
    const abort = () => resolve('aborted');
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener('abort', abort);
    const release: Disposable = { dispose: () => signal.removeEventListener('abort', abort) };
    store.add(release);
  });
}

function runningOf(task: vscode.Task): vscode.TaskExecution | undefined {
  return vscode.tasks.taskExecutions.find(
    ({ task: other }) =>
      other.name === task.name && other.source === task.source && other.scope === task.scope,
  );
}

import { basename, isAbsolute } from 'node:path';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { TaskId, ToolCallId } from '../../../contract/ids';
import type { RunningTask, TaskStatus } from '../../../contract/tasks';
import type { TaskTraits } from './taskTraits';

/** A new task, as its frame and its call describe it. */
export interface NewTask {
  readonly id: string;
  readonly kind: RunningTask['kind'];
  readonly title: string;
  readonly toolId: string | undefined;
  readonly parent: string | undefined;
  readonly isBackground: boolean;
}

export type TaskChange = Partial<
  Pick<RunningTask, 'tokens' | 'model' | 'lastAction' | 'isBackground' | 'outputPath'>
>;

/** Tracks the tasks of one process, each from its start to its end, across turns. */
export class RunningTasks {
  private readonly tasks = new Map<string, RunningTask>();
  /** Tasks that left the agent's list before their end was reported. */
  private readonly missing = new Map<string, RunningTask>();

  constructor(private readonly traits: TaskTraits) {}

  begin({ id, kind, title, isBackground, ...rest }: NewTask, now: number): ConversationEvent[] {
    const task: RunningTask = omitUndefined({
      id: id as TaskId,
      kind,
      title,
      toolId: rest.toolId as ToolCallId | undefined,
      parent: rest.parent as TaskId | undefined,
      startedAt: now,
      isBackground,
      status: 'running' as const,
    });
    return this.set(task);
  }

  has(id: string): boolean {
    return this.tasks.has(id);
  }

  change(id: string | undefined, change: TaskChange): ConversationEvent[] {
    const task = id === undefined ? undefined : this.tasks.get(id);
    const isNews = (key: keyof TaskChange) =>
      change[key] !== undefined && change[key] !== task?.[key];
    return task && (Object.keys(change) as (keyof TaskChange)[]).some(isNews)
      ? this.set({ ...task, ...omitUndefined(change) })
      : [];
  }

  /** Ends a task and all tasks that it started and waits for. */
  end(
    id: string,
    status: Exclude<TaskStatus, 'running'>,
    now: number,
    change: TaskChange = {},
  ): ConversationEvent[] {
    const task = this.tasks.get(id) ?? this.missing.get(id);
    if (!task) {
      return [];
    }
    this.tasks.delete(id);
    this.missing.delete(id);
    const ended: RunningTask = { ...task, ...omitUndefined(change), status, endedAt: now };
    const inner = [...this.tasks.values()].filter(
      ({ parent, isBackground }) => parent === id && !isBackground,
    );
    return [
      ...inner.flatMap(one => this.end(one.id, 'stopped', now)),
      changed(this.withWays(ended)),
    ];
  }

  /**
   * Ends background tasks that are missing from the agent's list. 2.1.260 sends the list before it
   * reports the end, which then says how they ended.
   */
  keepOnly(ids: ReadonlySet<string>, now: number): ConversationEvent[] {
    const gone = [...this.tasks.values()].filter(
      ({ id, isBackground }) => isBackground && !ids.has(id),
    );
    return gone.flatMap(task => {
      const events = this.end(task.id, 'lost', now);
      this.missing.set(task.id, task);
      return events;
    });
  }

  /** Ends tasks that the turn waited for: they do not continue without it. */
  endTurn(now: number): ConversationEvent[] {
    const gone = [...this.tasks.values()].filter(task => !this.rootOf(task).isBackground);
    return gone.flatMap(({ id }) => this.end(id, 'stopped', now));
  }

  endAll(now: number): ConversationEvent[] {
    return [...this.tasks.keys()].flatMap(id => this.end(id, 'lost', now));
  }

  /** Returns the task that a call started. */
  ofCall(toolId: string | undefined): RunningTask | undefined {
    return toolId === undefined
      ? undefined
      : [...this.tasks.values()].find(task => task.toolId === toolId);
  }

  /** Returns a task and those above it. Subagents never nest this deep: a longer chain is a cycle. */
  line(id: string | undefined): RunningTask[] {
    const line: RunningTask[] = [];
    let next = id === undefined ? undefined : this.tasks.get(id);
    for (let hops = 0; hops < 32 && next; hops++) {
      line.push(next);
      next = next.parent === undefined ? undefined : this.tasks.get(next.parent);
    }
    return line;
  }

  private set(task: RunningTask): ConversationEvent[] {
    const whole = this.withWays(task);
    this.tasks.set(task.id, whole);
    return [changed(whole)];
  }

  /** Adds the available actions, which depend on the task and on the CLI version. */
  private withWays({
    stop: _,
    hasOutput: __,
    outputPath: path,
    ...task
  }: RunningTask): RunningTask {
    const { hasFrames, stopsForeground } = this.traits;
    const outputPath = path !== undefined && isOutputOf(task.id, path) ? path : undefined;
    const isAlone = hasFrames && (task.isBackground || stopsForeground);
    const stop = isAlone ? 'task' : task.isBackground ? undefined : 'turn';
    const isReadable =
      outputPath !== undefined || (task.status === 'running' && this.traits.givesOutput());
    return omitUndefined({
      ...task,
      outputPath,
      stop: task.status === 'running' ? (stop as RunningTask['stop']) : undefined,
      // A subagent's work is in its card.
      hasOutput: (task.kind !== 'agent' && isReadable) || undefined,
    });
  }

  /** Finds the nearest task in the background above a task, else its root. */
  private rootOf(task: RunningTask): RunningTask {
    const line = this.line(task.id);
    return line.find(({ isBackground }) => isBackground) ?? line.at(-1) ?? task;
  }
}

/** Checks the path: the agent names the file after the task, and no other path is opened. */
function isOutputOf(id: string, path: string): boolean {
  return isAbsolute(path) && basename(path) === `${id}.output`;
}

function changed(task: RunningTask): ConversationEvent {
  return { type: 'task.changed', task };
}

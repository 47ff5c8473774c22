import { endOf } from './boundedText';
import { failingLines } from './failingLines';
import { fullName, type NamedTask } from './taskNames';
import { failingTestLines, failingTests } from './testOutputParser';

/** Result of running a task. */
export interface TaskRun {
  /** `running`: the time limit passed before the task ended; it keeps running. */
  readonly outcome: 'ended' | 'running' | 'stopped';
  /** Absent if the task has no process of its own, or was stopped. */
  readonly exitCode?: number | undefined;
  /** Milliseconds. */
  readonly duration: number;
  /** Whether the task was already running. */
  readonly wasRunning: boolean;
  /** Output of the task; absent if its terminal reports none. */
  readonly output?: string | undefined;
  /** New problems, one per line. */
  readonly problems?: string | undefined;
}

/** @param characters UTF-16 units shown of the end of the output */
export function runText(
  task: NamedTask,
  run: TaskRun,
  { characters, isTest }: { characters: number; isTest: boolean },
): string {
  const lines = [heading(task, run)];
  if (isTest && run.output !== undefined && run.exitCode !== 0) {
    lines.push(...failures(run.output));
  }
  lines.push(run.problems ? `New problems:\n${run.problems}` : 'No new problems.');
  if (run.output === undefined) {
    lines.push('What it printed is in its terminal only.');
  } else if (run.output === '') {
    lines.push('No output was seen: what is printed at once is in its terminal only.');
  } else {
    const { text, isCut } = endOf(run.output, characters);
    lines.push(isCut ? 'End of the output (more with a larger `characters`):' : 'Output:', text);
  }
  return lines.join('\n');
}

/** Lists the failed tests if the runner is known, else lines that look like failures. */
function failures(output: string): readonly string[] {
  const tests = failingTests(output);
  if (tests.length > 0) {
    return ['Failed:', ...failingTestLines(tests)];
  }
  const lines = failingLines(output);
  return lines.length > 0 ? ['Lines that tell of failures:', ...lines] : [];
}

function heading(task: NamedTask, { outcome, exitCode, duration, wasRunning }: TaskRun): string {
  const name = `"${fullName(task)}"`;
  const time = `${(duration / 1000).toFixed(1)} s`;
  const note = wasRunning ? ' (it was running before)' : '';
  switch (outcome) {
    case 'running':
      return `${name} still runs after ${time} and goes on${note}. Call again to wait for its end.`;
    case 'stopped':
      return `${name} was stopped after ${time}.`;
    case 'ended':
      return exitCode === undefined
        ? `${name} has ended after ${time}, without an exit code${note}.`
        : `${name} has ended with exit code ${exitCode} after ${time}${note}.`;
  }
}

export interface ListedTask extends NamedTask {
  readonly isTest: boolean;
  readonly isDefault: boolean;
  readonly isBackground: boolean;
  readonly isRunning: boolean;
  readonly detail?: string | undefined;
}

const mostTasks = 100;

export function taskListText(tasks: readonly ListedTask[], filter: string): string {
  const found = tasks.filter(task => fullName(task).toLowerCase().includes(filter.toLowerCase()));
  if (found.length === 0) {
    return tasks.length === 0
      ? 'The workspace has no tasks.'
      : `None of the ${tasks.length} tasks is called like that.`;
  }
  const lines = found.slice(0, mostTasks).map(task => {
    const notes = [
      ...(task.isTest ? [task.isDefault ? 'runs the tests by default' : 'tests'] : []),
      ...(task.isBackground ? ['in the background'] : []),
      ...(task.isRunning ? ['running'] : []),
    ];
    const note = notes.length > 0 ? ` [${notes.join(', ')}]` : '';
    return `${fullName(task)}${note}${task.detail ? ` – ${task.detail}` : ''}`;
  });
  const rest = found.length - lines.length;
  return [...lines, ...(rest > 0 ? [`(${rest} more: ask with words of their names.)`] : [])].join(
    '\n',
  );
}

import type { ComparedValues } from './comparedValues';
import type { FailedTest } from './testOutputParser';

/** Runs and added tests that are remembered; the oldest go first. */
const mostRuns = 5;
const mostAdded = 50;

/** Last run of a task whose tests failed. */
export interface FailedRun {
  /** Full name of the task. */
  readonly task: string;
  /** Folder of the conversation that ran it: its places are relative to that. */
  readonly cwd: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly exitCode: number | undefined;
  readonly tests: readonly FailedTest[];
}

/** Test that the user has added to the chat in the Test Explorer. */
export interface AddedTest extends ComparedValues {
  readonly name: string;
  /** Absolute path; absent if the test has no file. */
  readonly path?: string;
  /** 1-based. */
  readonly line?: number;
  /** Message of the failure; absent if the user has added the test itself. */
  readonly message?: string;
}

/** Failed tests of this window: those of runs that tools have started, and those that the user added. */
export class TestFailures {
  private readonly byTask = new Map<string, FailedRun>();
  private readonly byName = new Map<string, AddedTest>();

  /** Last run of each task whose tests failed, the newest first. */
  get runs(): readonly FailedRun[] {
    return [...this.byTask.values()].reverse();
  }

  get added(): readonly AddedTest[] {
    return [...this.byName.values()].reverse();
  }

  /** Notes the end of a run; one without failures replaces what is known of the task. */
  noteRun(run: FailedRun): void {
    const key = `${run.cwd}\n${run.task}`;
    this.byTask.delete(key);
    if (run.tests.length > 0) {
      keep(this.byTask, key, run, mostRuns);
    }
  }

  noteAdded(test: AddedTest): void {
    const key = `${test.path ?? ''}\n${test.line ?? ''}\n${test.name}`;
    this.byName.delete(key);
    keep(this.byName, key, test, mostAdded);
  }
}

function keep<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) {
    map.delete(oldest);
  }
}

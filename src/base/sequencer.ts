/**
 * Runs tasks one at a time, in the order in which they were queued. Named as in VS Code.
 * @see https://github.com/microsoft/vscode/blob/main/src/vs/base/common/async.ts
 */
export class Sequencer {
  private last: Promise<unknown> = Promise.resolve();

  /**
   * @param bound shortens how long the next task waits for one that hangs
   */
  constructor(private readonly bound: (task: Promise<unknown>) => Promise<unknown> = same) {}

  /** Returns the outcome of the task. A failure is the caller's, and does not stop later tasks. */
  queue<T>(task: () => T | Promise<T>): Promise<T> {
    const done = this.last.then(task);
    this.last = this.bound(done).catch(() => undefined);
    return done;
  }

  /** Resolves when all tasks queued so far have ended. */
  async whenIdle(): Promise<void> {
    await this.last;
  }
}

function same(task: Promise<unknown>): Promise<unknown> {
  return task;
}

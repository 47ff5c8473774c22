/** A run that waits for its turn, in a batch that lets so many run at a time. */
export interface Job {
  readonly id: string;
  readonly batch: string;
  readonly atATime: number;
}

interface SchedulerPorts {
  /** Carries out a job until its signal aborts. Does not reject. */
  run(job: Job, signal: AbortSignal): Promise<void>;
  /** Makes room for one more process beside those of `running` jobs. Does not reject. */
  makeRoom(running: number): Promise<boolean>;
  /** Called when jobs begin or cease to wait for a process alone. */
  onShortage(isShort: boolean): void;
}

/** Runs jobs in order: so many of a batch at a time, and only while there is room for a process. */
export class RunScheduler {
  private readonly waiting: Job[] = [];
  /** A job may be added again before its last try has been cleared away. */
  private readonly running = new Map<Job, AbortController>();
  private pumping: Promise<void> | undefined;
  private isDue = false;
  private short = false;
  private isClosed = false;

  constructor(private readonly ports: SchedulerPorts) {}

  /** True while jobs wait that only lack a process. */
  get isShort(): boolean {
    return this.short;
  }

  add(jobs: readonly Job[]): void {
    if (!this.isClosed) {
      this.waiting.push(...jobs);
      this.lookAgain();
    }
  }

  /**
   * Stops a job.
   * @returns whether it was still waiting, so that nothing of it has happened
   */
  stop(id: string): boolean {
    const at = this.waiting.findIndex(job => job.id === id);
    if (at >= 0) {
      this.waiting.splice(at, 1);
      // The stopped run may have been the one that lacked a process.
      this.lookAgain();
      return true;
    }
    for (const [job, abort] of this.running) {
      if (job.id === id) {
        abort.abort();
      }
    }
    return false;
  }

  /** Starts what can start now, for example because a process has ended. */
  lookAgain(): void {
    this.isDue = true;
    this.pumping ??= this.pump();
  }

  /** Starts no further job. Those that run are left to their owner. */
  close(): void {
    this.isClosed = true;
    this.waiting.length = 0;
  }

  /** Resolves when nothing runs and nothing can start. */
  async settled(): Promise<void> {
    await this.pumping;
  }

  private async pump(): Promise<void> {
    // Jobs that are added together are looked at together.
    await Promise.resolve();
    while (this.isDue) {
      this.isDue = false;
      await this.startAll();
    }
    this.pumping = undefined;
  }

  private async startAll(): Promise<void> {
    for (let job = this.next(); job; job = this.next()) {
      if (!(await this.ports.makeRoom(this.running.size))) {
        this.setShort(true);
        return;
      }
      // The user may have stopped it meanwhile.
      const at = this.waiting.indexOf(job);
      if (at >= 0) {
        this.waiting.splice(at, 1);
        this.start(job);
      }
    }
    this.setShort(false);
  }

  private next(): Job | undefined {
    return this.waiting.find(
      ({ batch, atATime }) =>
        [...this.running.keys()].filter(job => job.batch === batch).length < atATime,
    );
  }

  private start(job: Job): void {
    const abort = new AbortController();
    this.running.set(job, abort);
    void this.ports.run(job, abort.signal).finally(() => {
      this.running.delete(job);
      this.lookAgain();
    });
  }

  private setShort(isShort: boolean): void {
    if (isShort !== this.short) {
      this.short = isShort;
      this.ports.onShortage(isShort);
    }
  }
}

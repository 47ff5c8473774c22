import type { Log } from '../../base/log';

/** Lines that one source of a process may log; a program that prints without end fills no log. */
const most = 1_000;

/** Logs the first lines of a source, and that more have come. */
export class LogBudget {
  private count = 0;

  /** @param what name of the lines in the log */
  constructor(
    private readonly log: Log,
    private readonly what: string,
  ) {}

  /** Whether no more lines are logged. */
  get isSpent(): boolean {
    return this.count > most;
  }

  /** @param text is called only if the line is logged */
  line(text: () => string): void {
    this.count += 1;
    if (this.count <= most) {
      this.log.debug(this.what, text());
    } else if (this.count === most + 1) {
      this.log.warn(`${this.what}: ${most} lines were logged, the others of this process are not`);
    }
  }
}

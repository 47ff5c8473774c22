/**
 * Passes on the lines of a CLI. The lines after an answer wait until the code that asked has used
 * it. Otherwise the answer would replace newer state from a line of the same chunk.
 */
export class AnswersFirst {
  private held: { readonly lines: string[]; readonly turn: NodeJS.Immediate } | undefined;

  /** @param read returns whether the line answered a request that was waiting */
  constructor(private readonly read: (line: string) => boolean) {}

  next(line: string): void {
    if (this.held) {
      this.held.lines.push(line);
    } else if (this.read(line)) {
      this.held = { lines: [], turn: setImmediate(() => this.release()) };
    }
  }

  /** Reads all lines at once, because no more will come. */
  flush(): void {
    const lines = this.take();
    for (const line of lines) {
      this.read(line);
    }
  }

  private release(): void {
    const lines = this.take();
    for (const line of lines) {
      this.next(line);
    }
  }

  private take(): readonly string[] {
    const { held } = this;
    this.held = undefined;
    if (held) {
      clearImmediate(held.turn);
    }
    return held?.lines ?? [];
  }
}

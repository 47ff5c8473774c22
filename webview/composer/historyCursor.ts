/** Walks through sent messages and back to the unsent draft. */
export class HistoryCursor {
  /** Steps back from the draft; 0 is the draft itself. */
  private back = 0;
  private draft = '';

  /** @returns the next older text, or undefined at the oldest */
  older(history: readonly string[], current: string): string | undefined {
    if (this.back === 0 || history.at(-this.back) !== current) {
      this.draft = current;
      this.back = 0;
    }
    const text = history.at(-this.back - 1);
    if (text === undefined || this.back >= history.length) {
      return undefined;
    }
    this.back += 1;
    return text;
  }

  /** @returns the next newer text or the draft; undefined if `current` is not from the history */
  newer(history: readonly string[], current: string): string | undefined {
    if (this.back === 0 || history.at(-this.back) !== current) {
      return undefined;
    }
    this.back -= 1;
    return this.back === 0 ? this.draft : history.at(-this.back);
  }

  reset(): void {
    this.back = 0;
    this.draft = '';
  }
}

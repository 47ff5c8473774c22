/** Pseudo-random numbers that are the same in every run (mulberry32). */
export class Random {
  constructor(private state: number) {}

  /** Returns an integer from 0 to `limit` - 1. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  /** Returns lines of few kinds, so that many are equal. The last may lack its line end. */
  lines(most: number, kinds = 6): string[] {
    return this.ended(Array.from({ length: this.below(most) }, () => `${this.below(kinds)}\n`));
  }

  /** Replaces, removes and inserts lines at random places. */
  edit(lines: readonly string[], most = 4): string[] {
    const edited = [...lines];
    let isEdited = false;
    for (let left = this.below(most); left > 0; left -= 1) {
      edited.splice(this.below(edited.length + 1), this.below(3), ...this.lines(3, 9));
      isEdited = true;
    }
    return isEdited ? this.ended(edited) : edited;
  }

  private ended(lines: readonly string[]): string[] {
    const isCut = this.below(4) === 0;
    return lines.map(
      (line, at) => `${line.trimEnd()}${isCut && at === lines.length - 1 ? '' : '\n'}`,
    );
  }

  shuffle<T>(items: readonly T[]): T[] {
    const left = [...items];
    return items.flatMap(() => left.splice(this.below(left.length), 1));
  }
}

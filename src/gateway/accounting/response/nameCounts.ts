const mostNames = 50;
const longestName = 100;

/** Counts by names that come from outside, of which only so many are kept. */
export class NameCounts {
  private readonly counts = new Map<string, number>();

  add(name: string, count = 1): void {
    const short = name.slice(0, longestName);
    const key = this.counts.has(short) || this.counts.size < mostNames ? short : '…';
    this.counts.set(key, (this.counts.get(key) ?? 0) + count);
  }

  get isEmpty(): boolean {
    return this.counts.size === 0;
  }

  toJSON(): Record<string, number> {
    // A name such as `__proto__` must become a member like any other.
    return Object.fromEntries(this.counts);
  }
}

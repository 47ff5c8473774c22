/** Keeps the best of many without sorting all of them. */
export class Best {
  private readonly kept: { readonly id: number; readonly score: number }[] = [];
  /** Score that another one must exceed. */
  worst = -Infinity;

  constructor(private readonly limit: number) {}

  add(id: number, score: number): void {
    const { kept, limit } = this;
    if (score <= this.worst) {
      return;
    }
    kept.push({ id, score });
    if (kept.length >= limit * 4) {
      kept.sort((a, b) => b.score - a.score);
      kept.length = limit;
      this.worst = kept.at(-1)?.score ?? -Infinity;
    }
  }

  /** Those with the same score stay in their order. */
  ordered(): readonly number[] {
    this.kept.sort((a, b) => b.score - a.score || a.id - b.id);
    return this.kept.slice(0, this.limit).map(({ id }) => id);
  }
}

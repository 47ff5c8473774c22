/** Longest pause between letters of one word, in ms. */
const pause = 700;

/**
 * Finds entries by typed letters, as native lists do: a repeated letter moves to the next match.
 */
export class TypeAhead {
  private typed = '';
  private at = 0;

  /** @returns index of the matching entry, or -1 */
  find(key: string, labels: readonly string[], current: number, now = performance.now()): number {
    this.typed = now - this.at > pause ? key : this.typed + key;
    this.at = now;
    const word = this.typed.toLowerCase();
    const isRepeat = [...word].every(letter => letter === word[0]);
    const start = isRepeat ? current + 1 : Math.max(0, current);
    for (let step = 0; step < labels.length; step++) {
      const index = (start + step) % labels.length;
      const label = labels[index]?.toLowerCase() ?? '';
      if (label.startsWith(isRepeat ? word.slice(0, 1) : word)) {
        return index;
      }
    }
    return -1;
  }
}

/** Letters typed within this many ms of each other are one word. */
const pause = 700;

/** Finds entries by what is typed, as native lists do: a repeated letter goes to the next one. */
export class TypeAhead {
  private typed = '';
  private at = 0;

  /** Index of the entry that the key leads to, or -1. */
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

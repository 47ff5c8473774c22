/**
 * Finds the row of a tree that has the focus, because VS Code exposes only the selection. A key
 * binding toggles the selection of the focused row twice, which changes nothing. The focused row is
 * the one that came and went.
 */
export class FocusProbe<T> {
  private history: readonly (readonly T[])[] = [[]];

  /** Must be called for each change of the selection. */
  selected(selection: readonly T[]): void {
    this.history = [...this.history, selection].slice(-3);
  }

  /**
   * Returns the rows that a key acts on: the whole selection if it includes the focused row, else
   * the focused row alone.
   */
  take(): readonly T[] {
    const [before, between, now] = this.history;
    if (!before || !between || !now || !isSame(before, now)) {
      return this.history.at(-1) ?? [];
    }
    const focused = [...difference(before, between), ...difference(between, before)];
    const [only] = focused;
    if (only === undefined || focused.length > 1) {
      return now;
    }
    return now.includes(only) ? now : [only];
  }
}

function difference<T>(one: readonly T[], other: readonly T[]): T[] {
  return one.filter(entry => !other.includes(entry));
}

function isSame<T>(one: readonly T[], other: readonly T[]): boolean {
  return difference(one, other).length === 0 && difference(other, one).length === 0;
}

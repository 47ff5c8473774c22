/**
 * Which row of a tree has the focus. VS Code tells extensions the selection only; a key that toggles the
 * selection of the focused row twice leaves everything as it was and lets the focus be seen: it is what
 * came and went.
 */
export class FocusProbe<T> {
  private history: readonly (readonly T[])[] = [[]];

  /** To be told of each change of the selection. */
  selected(selection: readonly T[]): void {
    this.history = [...this.history, selection].slice(-3);
  }

  /** What a key means: all that is selected when the focus is among it, else the focused row alone. */
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

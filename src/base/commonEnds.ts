/** Counts the lines that two texts share at the beginning and, in the rest, at the end. */
export function commonEnds(
  older: readonly string[],
  newer: readonly string[],
): { readonly head: number; readonly tail: number } {
  const shorter = Math.min(older.length, newer.length);
  let head = 0;
  while (head < shorter && older[head] === newer[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < shorter - head && older.at(-1 - tail) === newer.at(-1 - tail)) {
    tail += 1;
  }
  return { head, tail };
}

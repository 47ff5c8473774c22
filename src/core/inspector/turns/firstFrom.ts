/** Returns the place of the first item whose time is not before a moment; items in order of time. */
export function firstFrom<T>(items: readonly T[], at: number, timeOf: (item: T) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && timeOf(item) < at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

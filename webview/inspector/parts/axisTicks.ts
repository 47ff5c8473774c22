/**
 * Steps of a time axis in milliseconds; longer ones are whole hours. None is more than twice the one
 * before: two ticks always fit.
 */
const steps = [
  ...[1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500],
  ...[1, 2, 3, 5, 10, 15, 30, 60, 120, 180, 300, 600, 900, 1800, 3600].map(
    seconds => seconds * 1000,
  ),
];
const hour = 3_600_000;

/**
 * Returns round times on an axis that begins at 0.
 * @param most ticks at most, the first one included
 */
export function axisTicks(duration: number, most: number): number[] {
  // Any longer step has no more ticks than that.
  const least = duration / Math.max(1, most);
  const step = steps.find(one => one > least) ?? Math.ceil((least + 1) / hour) * hour;
  const ticks: number[] = [];
  for (let at = 0; at <= duration && ticks.length < most; at += step) {
    ticks.push(at);
  }
  return ticks;
}

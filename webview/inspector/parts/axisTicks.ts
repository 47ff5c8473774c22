/** Steps of a time axis in milliseconds; longer ones are whole hours. */
const steps = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600].map(seconds => seconds * 1000),
];
const hour = 3_600_000;

/**
 * Returns round times on an axis that begins at 0.
 * @param most ticks at most, the first one included
 */
export function axisTicks(duration: number, most: number): number[] {
  const least = duration / Math.max(1, most - 1);
  const step = steps.find(one => one >= least) ?? Math.ceil(least / hour) * hour;
  const ticks: number[] = [];
  for (let at = 0; at <= duration && ticks.length < most; at += step) {
    ticks.push(at);
  }
  return ticks;
}

/** Formats a cost with more decimals for small sums. */
export function dollars(usd: number): string {
  return `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`;
}

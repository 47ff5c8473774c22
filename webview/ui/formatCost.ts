/** Formats a cost with more decimals for small sums, such as "$0.0042" or "$1.37". */
export function formatCost(usd: number): string {
  if (usd > 0 && usd < 0.0001) {
    return '<$0.0001';
  }
  return `$${usd.toFixed(usd < 0.1 ? 4 : 2)}`;
}

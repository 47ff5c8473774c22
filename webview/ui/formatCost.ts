import { dollarText } from '../../src/base/locale';

/** Formats a cost with more decimals for small sums, such as "$0.0042" or "$1.37". */
export function formatCost(usd: number): string {
  if (usd > 0 && usd < 0.0001) {
    return `<${dollarText(0.0001, 4)}`;
  }
  return dollarText(usd, usd < 0.1 ? 4 : 2);
}

import { dollarText } from '../../../base/locale';

/** Formats a cost with more decimals for small sums. */
export function dollars(usd: number): string {
  return dollarText(usd, usd > 0 && usd < 0.1 ? 4 : 2);
}

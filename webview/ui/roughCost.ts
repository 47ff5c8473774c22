import { dollarText } from '../../src/base/locale';

/** Formats a cost to the cent, such as "$1.37" or "<$0.01"; undefined if there was none. */
export function roughCost(usd: number | undefined): string | undefined {
  if (usd === undefined || usd <= 0) {
    return undefined;
  }
  return usd < 0.01 ? `<${dollarText(0.01)}` : dollarText(usd);
}

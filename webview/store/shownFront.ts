import type { FrontContext } from '../../src/contract/mentions';
import type { FrontState } from './pageState';

/** Returns what goes along with the message, unless the user has removed it. */
export function shownFront({ front, removed }: FrontState): FrontContext | undefined {
  return removed ? undefined : front;
}

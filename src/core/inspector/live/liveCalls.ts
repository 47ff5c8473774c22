import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { LiveCalls } from '../../../contract/inspector/inspector';
import { isFailed } from '../../../contract/modelCalls';
import { retryTime } from '../overview/rateLimits';
import { isInFlight } from '../rows/callRow';
import { callerOf } from '../turns/retryWaits';
import { cacheClock } from './cacheClock';

/** Calls at the end that can matter at the moment. */
const mostLooked = 200;

/**
 * Returns what happens at the moment.
 * @param calls oldest first, those in flight included
 */
export function liveCalls(
  calls: readonly InspectedCall[],
  tokensPerSecond: number | undefined,
  now: number,
): LiveCalls {
  const inFlight = calls.filter(({ call }) => isInFlight(call)).length;
  const retryAt = nextAttempt(calls.slice(-mostLooked), now);
  const cache = cacheClock(calls, now);
  return {
    inFlight,
    ...(inFlight > 0 && tokensPerSecond !== undefined ? { tokensPerSecond } : {}),
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(cache ? { cache } : {}),
  };
}

/** Earliest time at which a failed call is made again, if the API has named one. */
function nextAttempt(calls: readonly InspectedCall[], now: number): number | undefined {
  const lastOfCaller = new Map(calls.map(({ call }) => [callerOf(call), call]));
  const times = [...lastOfCaller.values()].flatMap(call => {
    const at = isFailed(call) && !isInFlight(call) ? retryTime(call) : undefined;
    return at !== undefined && at > now ? [at] : [];
  });
  return times.length > 0 ? Math.min(...times) : undefined;
}

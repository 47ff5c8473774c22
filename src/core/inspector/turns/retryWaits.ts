import type { InspectedCall } from '../../../contract/inspector/callRows';
import { isFailed, type ModelCall } from '../../../contract/modelCalls';

/** Time between the end of a failed attempt and the start of the next one. */
export interface RetryWait {
  readonly failed: InspectedCall;
  readonly next: InspectedCall;
  readonly from: number;
  readonly to: number;
}

/** @param calls oldest first */
export function retryWaits(calls: readonly InspectedCall[]): RetryWait[] {
  const waits: RetryWait[] = [];
  const failures = new Map<string, InspectedCall[]>();
  for (const next of calls) {
    if (next.call.retry === 0 && !isFailed(next.call)) {
      continue;
    }
    const caller = callerOf(next.call);
    const open = failures.get(caller) ?? [];
    const { startedAt, retry } = next.call;
    const at =
      retry > 0
        ? open.findLastIndex(
            ({ call }) => call.retry === retry - 1 && (call.endedAt ?? startedAt) <= startedAt,
          )
        : -1;
    const failed = open[at];
    if (failed) {
      open.splice(at, 1);
      waits.push({ failed, next, from: failed.call.endedAt ?? startedAt, to: startedAt });
    }
    if (isFailed(next.call) && next.call.endedAt !== undefined) {
      // Parallel subagents of one name cannot be told apart; few of them fail at a time.
      failures.set(caller, [...open.slice(-8), next]);
    }
  }
  return waits;
}

/** Names who called, so that attempts are compared with those of the same caller only. */
export function callerOf({ kind, agent, sessionId }: ModelCall): string {
  return [kind, agent?.id ?? agent?.name ?? '', sessionId ?? ''].join('\n');
}

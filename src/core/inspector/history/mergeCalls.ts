import type { InspectedCall } from '../../../contract/inspector/callRows';
import { isFailed } from '../../../contract/modelCalls';

/** Milliseconds by which a transcript may write a failure down later than the gateway saw it. */
const laterWritten = 2_000;

/**
 * Joins calls of several sources, oldest first. A key counts once: the first source wins. A call that
 * was observed comes before what the transcript says of it.
 */
export function mergeCalls(...sources: readonly (readonly InspectedCall[])[]): InspectedCall[] {
  const merged = new Map<string, InspectedCall>();
  const observed = new Set<string>();
  const failures: number[] = [];
  for (const inspected of sources.flat()) {
    const { key, source, call } = inspected;
    if (merged.has(key)) {
      continue;
    }
    merged.set(key, inspected);
    if (source !== 'transcript') {
      if (call.messageId !== undefined) {
        observed.add(call.messageId);
      }
      if (isFailed(call) && call.endedAt !== undefined) {
        failures.push(call.endedAt);
      }
    }
  }
  const isObserved = ({ source, call }: InspectedCall) =>
    source === 'transcript' &&
    (isFailed(call)
      ? failures.some(at => at >= call.startedAt && at <= (call.endedAt ?? at) + laterWritten)
      : call.messageId !== undefined && observed.has(call.messageId));
  return [...merged.values()]
    .filter(inspected => !isObserved(inspected))
    .sort((one, other) => one.call.startedAt - other.call.startedAt);
}

import type { CallFact, InspectedCall } from '../../../contract/inspector/callRows';
import type { CallFinding } from '../../../contract/inspector/overview';
import { isFailed } from '../../../contract/modelCalls';
import { type HistoryFacts, keysOf } from './historyFacts';

/** Fewer calls have no median that others could be compared with. */
const leastCalls = 8;
/** Four times the median is beyond what longer inputs and more thinking explain. */
const factor = 4;
/** Milliseconds; nobody minds less, whatever the median. */
const leastTime = 15_000;

/** Some calls waited far longer for their first token than is usual in this conversation. */
export function slowFirstToken({ calls }: HistoryFacts): CallFinding[] {
  const timed: { inspected: InspectedCall; firstToken: number }[] = [];
  for (const inspected of calls) {
    const { call, unknown } = inspected;
    const isAnswer = call.kind === 'main' || call.kind === 'subagent';
    if (isAnswer && call.firstTokenAt !== undefined && !isFailed(call) && !isUntimed(unknown)) {
      timed.push({ inspected, firstToken: call.firstTokenAt - call.startedAt });
    }
  }
  const late = timed.filter(({ firstToken }) => firstToken >= leastTime);
  if (late.length === 0 || timed.length < leastCalls) {
    return [];
  }
  const median = timed.map(({ firstToken }) => firstToken).sort((a, b) => a - b)[timed.length >> 1];
  const slow = late
    .filter(({ firstToken }) => firstToken >= (median ?? 0) * factor)
    .sort((one, other) => other.firstToken - one.firstToken);
  const [slowest] = slow;
  if (!slowest) {
    return [];
  }
  const { turn } = slowest.inspected;
  return [
    {
      id: 'slowFirstToken',
      kind: 'slowFirstToken',
      weight: 'info',
      calls: keysOf(slow.map(({ inspected }) => inspected)),
      ms: slowest.firstToken,
      times: slow.length,
      ...(turn === undefined || slow.length > 1 ? {} : { turn }),
    },
  ];
}

function isUntimed(unknown: readonly CallFact[]): boolean {
  return unknown.includes('timing');
}

import type { CallFinding } from '../../../contract/inspector/overview';
import { isFailed } from '../../../contract/modelCalls';
import { timesOf } from '../rows/callRow';
import { type HistoryFacts, keysOf } from './historyFacts';

/** Fewer calls have no median that others could be compared with. */
const leastCalls = 8;
/** Four times the median is beyond what longer inputs and more thinking explain. */
const factor = 4;
/** Milliseconds; nobody minds less, whatever the median. */
const leastTime = 15_000;

/** Some calls waited far longer for their first token than is usual in this conversation. */
export function slowFirstToken({ calls }: HistoryFacts): CallFinding[] {
  const timed = calls
    .filter(({ call, unknown }) => !isFailed(call) && !unknown.includes('timing'))
    .filter(({ call }) => call.kind === 'main' || call.kind === 'subagent')
    .flatMap(inspected => {
      const { firstToken } = timesOf(inspected.call);
      return firstToken === undefined ? [] : [{ inspected, firstToken }];
    })
    .sort((one, other) => other.firstToken - one.firstToken);
  const median = timed[timed.length >> 1]?.firstToken ?? 0;
  const slow = timed.filter(
    ({ firstToken }) => firstToken >= leastTime && firstToken >= median * factor,
  );
  const [slowest] = slow;
  if (!slowest || timed.length < leastCalls) {
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

import { groupBy } from '../../../base/groupBy';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { CallFinding } from '../../../contract/inspector/overview';
import { isFailed } from '../../../contract/modelCalls';
import { type HistoryFacts, keysOf } from './historyFacts';

/** Calls that got an error instead of an answer, by error. A later attempt may have succeeded. */
export function failedCalls({ calls, waits }: HistoryFacts): CallFinding[] {
  const repeated = new Set(waits.map(({ failed }) => failed.key));
  const groups = groupBy(
    calls.filter(({ call }) => isFailed(call)),
    errorOf,
  );
  return [...groups].map(([error, failed]): CallFinding => {
    const turns = new Set(failed.map(({ turn }) => turn));
    const [turn] = turns;
    return {
      id: `failedCalls:${error}`,
      kind: 'failedCalls',
      weight: failed.every(({ key }) => repeated.has(key)) ? 'info' : 'warning',
      calls: keysOf([...failed].reverse()),
      subject: error,
      times: failed.length,
      ...(turns.size === 1 && turn !== undefined ? { turn } : {}),
    };
  });
}

function errorOf({ call: { error, status } }: InspectedCall): string {
  return error?.type ?? (status === undefined ? (error?.where ?? '') : `HTTP ${status}`);
}

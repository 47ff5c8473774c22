import { groupBy } from '../../../base/groupBy';
import type { CallFinding } from '../../../contract/inspector/overview';
import { lengthOf, union } from '../turns/spans';
import { type HistoryFacts, keysOf } from './historyFacts';

/** Shorter waits are hardly noticed beside the time that answers take. */
const leastWait = 10_000;
const longWait = 60_000;

/** A turn stood still because failed calls had to be made again. */
export function retryWait({ waits }: HistoryFacts): CallFinding[] {
  const turns = groupBy(waits, ({ next }) => next.turn);
  return [...turns].flatMap(([turn, own]): CallFinding[] => {
    const ms = lengthOf(union(own.map(({ from, to }) => [from, to] as const)));
    return ms < leastWait
      ? []
      : [
          {
            id: `retryWait:${turn ?? ''}`,
            kind: 'retryWait',
            weight: ms >= longWait ? 'warning' : 'info',
            calls: keysOf(own.flatMap(({ next, failed }) => [next, failed])),
            ms,
            times: own.length,
            ...(turn === undefined ? {} : { turn }),
          },
        ];
  });
}

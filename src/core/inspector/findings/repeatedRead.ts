import { groupBy } from '../../../base/groupBy';
import { textTokens } from '../../../base/tokenEstimate';
import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { CallFinding } from '../../../contract/inspector/overview';
import type { ToolRun } from '../../../contract/inspector/recordedCall';
import { ratesOf, writtenRate } from '../cost/callRates';
import { type HistoryFacts, keysOf, sumOfKnown } from './historyFacts';

/** Reading a file once more may have its reason; a third time hardly has. */
const leastReads = 3;
/** Ten thousand tokens read in vain. */
const muchRead = 10_000;

interface Read {
  readonly tool: ToolRun;
  readonly caller: InspectedCall;
}

/** The same part of a file was read again and again, although nothing is known to have changed it. */
export function repeatedRead(facts: HistoryFacts): CallFinding[] {
  const open = new Map<string, Read[]>();
  const found: CallFinding[] = [];
  const close = (path: string) => {
    // A subagent has a context of its own, and a summary forgets what was read before.
    const parts = groupBy(open.get(path) ?? [], ({ tool }) => {
      const context = tool.parent ?? facts.nextCompaction(tool.startedAt);
      return `${context}\n${tool.range ?? ''}`;
    });
    found.push(...[...parts.values()].flatMap(reads => findingOf(facts, reads)));
    open.delete(path);
  };
  for (const tool of facts.history.tools) {
    tool.changed?.forEach(close);
    const { path } = tool;
    const caller = path !== undefined && !tool.isFailed ? facts.callerOf(tool) : undefined;
    if (path !== undefined && caller) {
      const reads = open.get(path) ?? [];
      reads.push({ tool, caller });
      open.set(path, reads);
    }
  }
  for (const path of [...open.keys()]) {
    close(path);
  }
  return found;
}

function findingOf(facts: HistoryFacts, reads: readonly Read[]): CallFinding[] {
  const [first, ...again] = reads;
  if (!first || reads.length < leastReads) {
    return [];
  }
  const tokens = sumOfKnown(
    again.map(({ tool }) =>
      tool.resultLength === undefined ? undefined : textTokens(tool.resultLength),
    ),
  );
  const usd = sumOfKnown(again.map(read => costOf(facts, read)));
  const { turn } = first.tool;
  return [
    {
      id: `repeatedRead:${first.tool.id}`,
      kind: 'repeatedRead',
      weight: (tokens ?? 0) >= muchRead ? 'warning' : 'info',
      calls: keysOf(reads.map(({ caller }) => caller)),
      subject: first.tool.path ?? '',
      times: reads.length,
      ...(reads.every(({ tool }) => tool.turn === turn) ? { turn } : {}),
      ...(tokens === undefined ? {} : { tokens }),
      ...(usd === undefined ? {} : { usd }),
    },
  ];
}

/** Writing the result once; the calls after it would read it in any case. */
function costOf(facts: HistoryFacts, { tool, caller }: Read): number | undefined {
  const next =
    tool.parent === undefined
      ? facts.firstCarrierOf(tool.endedAt ?? tool.startedAt, caller)
      : undefined;
  const rates = next && ratesOf(next);
  return next && rates && tool.resultLength !== undefined
    ? textTokens(tool.resultLength) * writtenRate(next, rates)
    : undefined;
}

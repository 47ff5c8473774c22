import { textTokens } from '../../../base/tokenEstimate';
import type { CallFinding } from '../../../contract/inspector/overview';
import type { ToolRun } from '../../../contract/inspector/recordedCall';
import { inputRate, ratesOf } from '../cost/callRates';
import { type HistoryFacts, keysOf, sumOfKnown } from './historyFacts';

/** Claude Code itself warns of results of MCP tools above this. */
const leastTokens = 10_000;
const muchTokens = 25_000;
/** The largest ones tell the story. */
const mostFindings = 5;

/** A result of a tool fills much of the context, and is sent with each call that follows. */
export function largeResult(facts: HistoryFacts): CallFinding[] {
  const largest = facts.history.tools
    .filter(tool => tool.parent === undefined && tokensOf(tool) >= leastTokens)
    .sort((one, other) => tokensOf(other) - tokensOf(one));
  const found: CallFinding[] = [];
  for (const tool of largest) {
    found.push(...findingOf(facts, tool));
    if (found.length >= mostFindings) {
      break;
    }
  }
  return found;
}

function findingOf(facts: HistoryFacts, tool: ToolRun): CallFinding[] {
  const caller = facts.callerOf(tool);
  const carriers = caller ? facts.carriersOf(tool.endedAt ?? tool.startedAt, caller) : [];
  const tokens = tokensOf(tool);
  const [first] = carriers;
  if (!first || !caller) {
    return [];
  }
  const usd = sumOfKnown(
    carriers.map(carrier => {
      const rates = ratesOf(carrier);
      return rates && inputRate(carrier, rates) * tokens;
    }),
  );
  return [
    {
      id: `largeResult:${tool.id}`,
      kind: 'largeResult',
      weight: tokens >= muchTokens ? 'warning' : 'info',
      calls: keysOf([first, caller]),
      turn: tool.turn,
      subject: tool.name,
      tokens,
      times: carriers.length,
      ...(tool.path === undefined ? {} : { name: tool.path }),
      ...(usd === undefined ? {} : { usd }),
    },
  ];
}

function tokensOf({ resultLength = 0 }: ToolRun): number {
  return textTokens(resultLength);
}

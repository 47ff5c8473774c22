import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { CallFinding } from '../../../contract/inspector/overview';
import { estimatedTokens } from '../../../contract/modelCalls';
import { inputRate, ratesOf } from '../cost/callRates';
import { type HistoryFacts, keysOf, sumOfKnown } from './historyFacts';

/** A hundredth of the usual context window; most servers with a few tools are below. */
const leastTokens = 2_000;
/** A server may well be needed later in a conversation that has only begun. */
const leastCalls = 5;

/** Tools of an MCP server go with each call, and none of them was ever called. */
export function unusedServer({ calls, mains, history }: HistoryFacts): CallFinding[] {
  const named = new Set(calls.flatMap(({ call }) => Object.keys(call.answer?.tools ?? {})));
  const used = new Set([
    ...[...new Set(history.tools.map(({ server = '' }) => server))].map(plain),
    ...[...named].map(name => plain(/^mcp__(.+?)__/.exec(name)?.[1] ?? '')),
  ]);
  const newest = mains.at(-1);
  const servers = newest?.call.sizes?.tools.flatMap(({ server }) => server ?? []) ?? [];
  return servers
    .filter(server => !used.has(plain(server)))
    .flatMap(server => findingOf(server, mains));
}

function findingOf(server: string, mains: readonly InspectedCall[]): CallFinding[] {
  const carriers = mains.flatMap(inspected => {
    const tokens = tokensOf(server, inspected);
    return tokens > 0 ? [{ inspected, tokens }] : [];
  });
  const tokens = carriers.at(-1)?.tokens ?? 0;
  if (carriers.length < leastCalls || tokens < leastTokens) {
    return [];
  }
  const usd = sumOfKnown(
    carriers.map(carrier => {
      const rates = ratesOf(carrier.inspected);
      return rates && inputRate(carrier.inspected, rates) * carrier.tokens;
    }),
  );
  return [
    {
      id: `unusedServer:${server}`,
      kind: 'unusedServer',
      weight: 'warning',
      calls: keysOf(carriers.map(({ inspected }) => inspected).reverse()),
      subject: server,
      tokens,
      times: carriers.length,
      ...(usd === undefined ? {} : { usd }),
    },
  ];
}

function tokensOf(server: string, { call: { sizes } }: InspectedCall): number {
  const bytes = sizes?.tools.find(group => group.server === server)?.bytes ?? 0;
  return sizes ? estimatedTokens(bytes, sizes) : 0;
}

/** Names of servers in names of tools have no other characters. */
function plain(server: string): string {
  return server.replace(/[^A-Za-z0-9_-]/g, '_');
}

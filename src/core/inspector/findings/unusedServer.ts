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
export function unusedServer({ mains, history, calledTools }: HistoryFacts): CallFinding[] {
  const used = new Set([
    ...[...new Set(history.tools.map(({ server = '' }) => server))].map(plain),
    ...calledTools.map(name => plain(/^mcp__(.+?)__/.exec(name)?.[1] ?? '')),
  ]);
  const newest = mains.at(-1);
  const servers = newest?.call.sizes?.tools.flatMap(({ server }) => server ?? []) ?? [];
  const unused = new Set(servers.filter(server => !used.has(plain(server))));
  return [...carriersBy(unused, mains)].flatMap(([server, carriers]) =>
    findingOf(server, carriers),
  );
}

interface Carrier {
  readonly inspected: InspectedCall;
  readonly tokens: number;
}

/** Looks at each call once: others' logs may have any number of servers. */
function carriersBy(
  servers: ReadonlySet<string>,
  mains: readonly InspectedCall[],
): ReadonlyMap<string, readonly Carrier[]> {
  const found = new Map<string, Carrier[]>([...servers].map(server => [server, []]));
  for (const inspected of servers.size > 0 ? mains : []) {
    const { sizes } = inspected.call;
    for (const { server, bytes } of sizes?.tools ?? []) {
      const carriers = server === undefined ? undefined : found.get(server);
      const tokens = sizes ? estimatedTokens(bytes, sizes) : 0;
      // A second group of the same name says nothing more of the call.
      if (carriers && tokens > 0 && carriers.at(-1)?.inspected !== inspected) {
        carriers.push({ inspected, tokens });
      }
    }
  }
  return found;
}

function findingOf(server: string, carriers: readonly Carrier[]): CallFinding[] {
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

/** Names of servers in names of tools have no other characters. */
function plain(server: string): string {
  return server.replace(/[^A-Za-z0-9_-]/g, '_');
}

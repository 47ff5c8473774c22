import type { InspectedCall } from '../../../contract/inspector/callRows';
import type { CallFinding } from '../../../contract/inspector/overview';
import type { CacheComparison } from '../../../contract/modelCalls';
import { type HistoryFacts, keysOf, sumOfKnown } from './historyFacts';
import { lossesBy, muchLost } from './lostCache';

/** Tools, system prompt, an earlier message or an option changed, and cost the cache behind it. */
export function cacheChanged(facts: HistoryFacts): CallFinding[] {
  const groups = new Map<string, { what: Changed; losses: ReturnType<typeof lossesBy> }>();
  for (const loss of lossesBy(facts.calls, 'changed')) {
    const what = changedIn(loss.inspected);
    if (what && !isByCompaction(facts, loss.inspected, what)) {
      const id = [what.subject, what.name ?? ''].join(':');
      const group = groups.get(id) ?? { what, losses: [] };
      group.losses.push(loss);
      groups.set(id, group);
    }
  }
  return [...groups].flatMap(([id, { what, losses }]) => {
    const [worst] = [...losses].sort((one, other) => other.lost - one.lost);
    if (!worst) {
      return [];
    }
    const previous = facts.previousOf(worst.inspected);
    const tokens = losses.reduce((sum, { lost }) => sum + lost, 0);
    const usd = sumOfKnown(losses.map(loss => loss.usd));
    const { turn } = worst.inspected;
    return [
      {
        id: `cacheChanged:${id}`,
        kind: 'cacheChanged',
        weight: tokens >= muchLost ? 'warning' : 'info',
        calls: keysOf([worst.inspected, ...(previous ? [previous] : [])]),
        tokens,
        times: losses.length,
        ...what,
        ...(turn === undefined ? {} : { turn }),
        ...(usd === undefined ? {} : { usd }),
      },
    ];
  });
}

interface Changed {
  readonly subject: 'tools' | 'system' | 'messages' | 'option';
  readonly name?: string;
}

function changedIn({ call }: InspectedCall): Changed | undefined {
  const since = call.cache?.since;
  return since && (optionIn(since) ?? partIn(since));
}

/** A model has a cache of its own, whatever else has changed. Other options come after blocks. */
function optionIn({ options, change }: CacheComparison): Changed | undefined {
  const name = options.includes('model') || !change?.wasCached ? options[0] : undefined;
  return name === undefined
    ? undefined
    : { subject: 'option', name: options.includes('model') ? 'model' : name };
}

function partIn({ change }: CacheComparison): Changed | undefined {
  if (!change?.wasCached) {
    return undefined;
  }
  const { part, name } = change.place;
  return { subject: part, ...(part === 'tools' && name ? { name } : {}) };
}

/** A summary replaces the messages; a finding of its own tells of it. */
function isByCompaction(
  facts: HistoryFacts,
  inspected: InspectedCall,
  { subject }: Changed,
): boolean {
  if (subject !== 'messages') {
    return false;
  }
  const since = facts.previousOf(inspected)?.call.startedAt ?? 0;
  return facts.nextCompaction(since) <= inspected.call.startedAt;
}

import { diffArrays } from 'diff';
import { groupBy } from '../../../base/groupBy';
import type { ComparedBlock } from './comparedBlocks';

/** Blocks that differ: both for changed and moved ones, else that of one side. */
export interface BlockPair {
  readonly how: 'changed' | 'added' | 'removed' | 'moved';
  readonly one?: ComparedBlock;
  readonly other?: ComparedBlock;
  /** Place in the order of the cache, by which pairs are sorted. */
  readonly order: number;
  /** Whether the former call had a cache mark at the place or behind it. */
  readonly wasCached: boolean;
}

/** Differences above which two lists are taken for different as a whole: finding all takes too long. */
const mostEdits = 1_000;
/** Milliseconds for the same reason. */
const longestDiff = 500;

/** Returns the blocks that differ, in the order of the cache. */
export function blockPairs(
  one: readonly ComparedBlock[],
  other: readonly ComparedBlock[],
): BlockPair[] {
  const stretches = stretchesOf(one, other);
  const pairs = stretches.flatMap(({ at, removed, added }) => {
    const wasCached = one[at]?.isCached === true;
    return paired(removed, added, at).map(pair => ({
      ...pair,
      wasCached: pair.one?.isCached ?? wasCached,
    }));
  });
  return withMoves(pairs).toSorted((a, b) => rankOf(a) - rankOf(b) || a.order - b.order);
}

const parts = ['tools', 'system', 'messages'] as const;

function rankOf({ one, other }: BlockPair): number {
  const block = (other ?? one)?.block;
  return block ? parts.indexOf(block.place.part) : 0;
}

type Unmarked = Omit<BlockPair, 'wasCached'>;

interface Stretch {
  /** Place of the first removed block in the former list. */
  readonly at: number;
  readonly removed: readonly ComparedBlock[];
  readonly added: readonly ComparedBlock[];
}

function stretchesOf(one: readonly ComparedBlock[], other: readonly ComparedBlock[]): Stretch[] {
  let start = 0;
  while (start < one.length && one[start]?.key === other[start]?.key) {
    start += 1;
  }
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one.at(-1 - end)?.key === other.at(-1 - end)?.key) {
    end += 1;
  }
  const before = one.slice(start, one.length - end);
  const after = other.slice(start, other.length - end);
  const changes = diffArrays(before, after, {
    comparator: (a, b) => a.key === b.key,
    maxEditLength: mostEdits,
    timeout: longestDiff,
  });
  if (!changes) {
    return [{ at: start, removed: before, added: after }];
  }
  const stretches: { at: number; removed: ComparedBlock[]; added: ComparedBlock[] }[] = [];
  let at = start;
  let isOpen = false;
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      at += value.length;
      isOpen = false;
      continue;
    }
    const stretch = (isOpen && stretches.at(-1)) || { at, removed: [], added: [] };
    if (!isOpen) {
      stretches.push(stretch);
      isOpen = true;
    }
    stretch[added ? 'added' : 'removed'].push(...value);
    at += removed ? value.length : 0;
  }
  return stretches;
}

/** Takes a removed and an added block for one that has changed where they stand for the same thing. */
function paired(
  removed: readonly ComparedBlock[],
  added: readonly ComparedBlock[],
  at: number,
): Unmarked[] {
  const waiting = grouped(added, identity);
  const taken = new Set<ComparedBlock>();
  const changed = removed.flatMap((one, index): Unmarked[] => {
    const other = waiting.get(identity(one))?.next().value;
    const order = at + index;
    if (!other) {
      return [{ how: 'removed', one, order }];
    }
    taken.add(other);
    // Lists that were too long to be compared hold equal blocks, too.
    return one.key === other.key ? [] : [{ how: 'changed', one, other, order }];
  });
  const rest = added.flatMap((other, index): Unmarked[] =>
    taken.has(other) ? [] : [{ how: 'added', other, order: at + index }],
  );
  return [...changed, ...rest];
}

/** A tool is the same by its name; blocks are by their type, as they have no names. */
function identity({ block: { place, type, name = '' } }: ComparedBlock): string {
  return `${place.part} ${type} ${name}`;
}

/** Joins blocks that went away in one place and came in another. */
function withMoves(pairs: readonly BlockPair[]): BlockPair[] {
  const added = grouped(
    pairs.filter(({ how }) => how === 'added'),
    pair => pair.other?.key ?? '',
  );
  const joined = new Set<BlockPair>();
  const result = pairs.map((pair): BlockPair => {
    const isRemoved = pair.how === 'removed' && pair.one !== undefined;
    const target = isRemoved ? added.get(pair.one.key)?.next().value : undefined;
    if (!pair.one || !target?.other) {
      return pair;
    }
    joined.add(target);
    const isFirst = pair.order <= target.order ? pair : target;
    return { ...isFirst, how: 'moved', one: pair.one, other: target.other };
  });
  return result.filter(pair => !joined.has(pair));
}

/** Returns what is left of each group, one after the other. */
function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, Iterator<T>> {
  return new Map([...groupBy(all, keyOf)].map(([key, group]) => [key, group.values()]));
}

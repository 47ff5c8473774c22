import type { FoundPlace, FoundPlaces } from '../../src/contract/find';

/** Match in an item. */
export interface Match {
  readonly place: FoundPlace;
  /** Number of the match in its item, from 0. */
  readonly index: number;
}

/** Place in the conversation from which the user looks. */
export interface Origin {
  readonly turn: number;
  readonly item: number;
  /** Number of a match in the item; absent: its last one. */
  readonly index?: number;
}

type Found = readonly FoundPlace[];

/** Replaces what was found in the turns that were searched, which end before `before`. */
export function merged(
  found: Found,
  { found: fresh, first, hasEarlier }: FoundPlaces,
  before = Number.POSITIVE_INFINITY,
): Found {
  return [
    ...found.filter(({ turn }) => hasEarlier && turn < first),
    ...fresh,
    ...found.filter(({ turn }) => turn >= before),
  ];
}

export function matchCount(found: Found): number {
  return found.reduce((sum, { count }) => sum + count, 0);
}

/** Returns the number of a match in the whole conversation, from 1. */
export function positionOf(found: Found, { place, index }: Match): number {
  return matchCount(found.filter(one => compare(one, place) < 0)) + index + 1;
}

/** Returns the newest match that is not below the place from which the user looks. */
export function atOrAbove(found: Found, origin: Origin): Match | undefined {
  const place = found.findLast(one => compare(one, origin) <= 0);
  const isThere = place && compare(place, origin) === 0;
  return place && matchIn(place, isThere ? origin.index : undefined);
}

/** Returns whether a match is in the item of a place. */
export function isAt({ place }: Match, origin: Origin): boolean {
  return compare(place, origin) === 0;
}

/** Returns the next match (1) or the previous one (-1); after the last comes the first. */
export function neighbor(found: Found, { place, index }: Match, by: 1 | -1): Match | undefined {
  const at = found.findIndex(one => compare(one, place) === 0);
  const here = found[at];
  if (!here) {
    return by < 0 ? (atOrAbove(found, place) ?? last(found)) : below(found, place);
  }
  const next = index + by;
  if (next >= 0 && next < here.count) {
    return { place: here, index: next };
  }
  const other = found.at((at + by) % found.length);
  return other && matchIn(other, by < 0 ? undefined : 0);
}

/** Returns the same match in a newer list, if it is still there. */
export function kept(found: Found, { place, index }: Match): Match | undefined {
  const same = found.find(one => compare(one, place) === 0);
  return same && matchIn(same, index);
}

export function last(found: Found): Match | undefined {
  const place = found.at(-1);
  return place && matchIn(place);
}

function below(found: Found, origin: Origin): Match | undefined {
  const place = found.find(one => compare(one, origin) > 0) ?? found[0];
  return place && { place, index: 0 };
}

function matchIn(place: FoundPlace, index = place.count - 1): Match {
  return { place, index: Math.min(index, place.count - 1) };
}

type Position = Pick<FoundPlace, 'turn' | 'item'>;

function compare(a: Position, b: Position): number {
  return a.turn - b.turn || a.item - b.item;
}

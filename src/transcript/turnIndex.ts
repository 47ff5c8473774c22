import type { Turn } from '../contract/conversation';
import { placeOf } from './itemIndex';

interface Index {
  /** Places of turns by their id. */
  readonly turns: Map<string, number>;
  /** Places of the last turns that have had an item of this key. */
  readonly owners: Map<string, number>;
}

/**
 * Places in immutable lists of closed turns. A list and the one that follows it share an index, so
 * that an event costs one lookup, however long its conversation is.
 */
const byList = new WeakMap<readonly Turn[], Index>();

/** Returns the place of the last turn that has an item of this key. */
export function ownerOf(turns: readonly Turn[], key: string): number | undefined {
  const place = indexOf(turns).owners.get(key);
  if (place === undefined || placeOf(turns[place]?.items ?? [], key) !== undefined) {
    return place;
  }
  // The item has left this turn; an earlier one may have the same key.
  const other = turns.findLastIndex(({ items }) => items.some(item => item.key === key));
  return other === -1 ? undefined : other;
}

export function hasTurn(turns: readonly Turn[], id: string): boolean {
  return indexOf(turns).turns.has(id);
}

/**
 * Notes that a list of turns follows another. The turn at a place is appended, or replaced by one
 * of the same id in which no key is new but perhaps the last.
 */
export function followTurns(turns: readonly Turn[], next: readonly Turn[], place: number): void {
  const turn = next[place];
  const index = byList.get(turns);
  if (!turn || !index) {
    return;
  }
  const isNew = place >= turns.length;
  note(index, isNew ? turn : { ...turn, items: turn.items.slice(-1) }, place);
  byList.delete(turns);
  byList.set(next, index);
}

function indexOf(turns: readonly Turn[]): Index {
  const known = byList.get(turns);
  if (known) {
    return known;
  }
  const index: Index = { turns: new Map(), owners: new Map() };
  for (const [place, turn] of turns.entries()) {
    note(index, turn, place);
  }
  byList.set(turns, index);
  return index;
}

function note({ turns, owners }: Index, { id, items }: Turn, place: number): void {
  turns.set(id, place);
  for (const { key } of items) {
    owners.set(key, Math.max(place, owners.get(key) ?? 0));
  }
}

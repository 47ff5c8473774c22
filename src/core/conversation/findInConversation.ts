import { setImmediate as rest } from 'node:timers/promises';
import {
  type FindQuery,
  type FoundPlace,
  type FoundPlaces,
  mostMatches,
} from '../../contract/find';
import { placesInTurn } from '../../transcript/find/placesInTurn';
import type { PagedConversation } from './pagedConversation';

/** Characters after which an answer goes out, so that the next call can be about another text. */
const mostRead = 1_000_000;
/** Milliseconds in which nothing else may run. */
const longestWork = 10;

/**
 * Searches some turns of a conversation, the newest first, and the part before the loaded one when it
 * is reached.
 * @param before place of the turn after them; absent: the end
 * @throws UserError if earlier turns cannot be read
 */
export async function findInConversation(
  pages: PagedConversation,
  query: FindQuery,
  before = Number.POSITIVE_INFINITY,
): Promise<FoundPlaces> {
  const isAtStart = before <= pages.conversation.first && !(await pages.loadEarlier());
  const { first, hasEarlier, turns, open } = pages.conversation;
  const all = open ? [...turns, open] : turns;
  const found: FoundPlace[][] = [];
  const work = new Work();
  let index = Math.max(0, Math.min(all.length, before - first));
  let most = mostMatches;
  while (index > 0 && work.read < mostRead && most > 0) {
    index -= 1;
    const turn = all[index];
    const places: FoundPlace[] = [];
    for (const step of turn ? placesInTurn(turn, first + index, query, most) : []) {
      most -= step.found?.count ?? 0;
      places.push(...(step.found ? [step.found] : []));
      if (work.isLong(step.read)) {
        await rest();
        work.restart();
      }
    }
    found.unshift(places);
    // A turn without any text has no steps.
    if (work.isLong(0)) {
      await rest();
      work.restart();
    }
  }
  return {
    found: found.flat(),
    first: first + index,
    hasEarlier: index > 0 || (hasEarlier && !isAtStart),
  };
}

/** Counts what was read, and the time that it took. */
class Work {
  read = 0;
  private since = performance.now();

  /** @returns whether others are to run now */
  isLong(read: number): boolean {
    this.read += read;
    return performance.now() - this.since > longestWork;
  }

  restart(): void {
    this.since = performance.now();
  }
}

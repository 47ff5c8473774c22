import { expect, it } from 'vitest';
import type { FoundPlace } from '../../../../src/contract/find';
import {
  atOrAbove,
  kept,
  last,
  matchCount,
  merged,
  neighbor,
  positionOf,
} from '../../../../webview/find/foundList';

const place = (turn: number, item: number, count = 1): FoundPlace => {
  return { key: `${turn}.${item}`, group: '', turn, item, count };
};

const found = [place(-3, 0, 2), place(0, 1), place(0, 4, 3)];
const at = (index: number, match: number) => ({ place: found[index] ?? place(9, 9), index: match });

it('replaces what was found in the turns that were searched again', () => {
  const again = { found: [place(0, 1, 5)], first: 0, hasEarlier: true };
  expect(merged(found, again)).toEqual([place(-3, 0, 2), place(0, 1, 5)]);
  const earlier = { found: [place(-7, 0)], first: -8, hasEarlier: true };
  expect(merged(found, earlier, -3)).toEqual([place(-7, 0), ...found]);
  // Turns before the first one are gone.
  expect(merged(found, { found: [], first: 1, hasEarlier: false })).toEqual([]);
});

it('counts matches, and numbers them from the oldest', () => {
  expect(matchCount(found)).toBe(6);
  expect(positionOf(found, at(0, 1))).toBe(2);
  expect(positionOf(found, at(2, 2))).toBe(6);
});

it('goes through all matches in both directions, and around', () => {
  const ahead = [at(0, 0)];
  const back = [at(0, 0)];
  for (let step = 0; step < 6; step += 1) {
    ahead.push(neighbor(found, ahead.at(-1) ?? at(0, 0), 1) ?? at(0, 0));
    back.push(neighbor(found, back.at(-1) ?? at(0, 0), -1) ?? at(0, 0));
  }
  expect(ahead.map(match => positionOf(found, match))).toEqual([1, 2, 3, 4, 5, 6, 1]);
  expect(back.map(match => positionOf(found, match))).toEqual([1, 6, 5, 4, 3, 2, 1]);
});

it('goes on from a match that is gone', () => {
  const gone = { place: place(0, 2), index: 0 };
  expect(neighbor(found, gone, 1)).toEqual(at(2, 0));
  expect(neighbor(found, gone, -1)).toEqual(at(1, 0));
  expect(neighbor([], gone, 1)).toBeUndefined();
  expect(kept(found, gone)).toBeUndefined();
  expect(kept(found, { place: place(0, 4, 9), index: 8 })).toEqual(at(2, 2));
});

it('begins at the newest match that is not below the view', () => {
  expect(atOrAbove(found, { turn: 0, item: 3 })).toEqual(at(1, 0));
  expect(atOrAbove(found, { turn: 0, item: 4, index: 1 })).toEqual(at(2, 1));
  expect(atOrAbove(found, { turn: 9, item: 0 })).toEqual(at(2, 2));
  expect(atOrAbove(found, { turn: -4, item: 0 })).toBeUndefined();
  expect(last(found)).toEqual(at(2, 2));
});

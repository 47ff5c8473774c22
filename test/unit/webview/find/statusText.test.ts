import { expect, it } from 'vitest';
import type { FoundPlace } from '../../../../src/contract/find';
import type { SearchState } from '../../../../webview/find/search';
import { statusText } from '../../../../webview/find/statusText';

const place: FoundPlace = { key: 'k', group: '', turn: 0, item: 0, count: 12 };
const state: SearchState = {
  query: { text: 'a', matchesCase: false },
  found: [place],
  current: { place, index: 2 },
  phase: 'done',
  error: undefined,
};

it.each<[Partial<SearchState>, string]>([
  [{}, '3 of 12'],
  [{ current: undefined }, '? of 12'],
  [{ found: [], current: undefined }, 'No results'],
  [{ phase: 'searching' }, '12 matches so far…'],
  [{ phase: 'searching', found: [{ ...place, count: 1 }] }, '1 match so far…'],
  [{ phase: 'searching', found: [] }, 'Searching…'],
  [{ phase: 'cut', found: [{ ...place, count: 10_400 }] }, '3 of more than 10,000'],
  [{ phase: 'asked' }, ''],
  [{ query: { text: '', matchesCase: true } }, ''],
  [{ error: 'Gone.' }, 'The conversation could not be searched: Gone.'],
])('says of %j: %s', (change, text) => {
  expect(statusText({ ...state, ...change })).toBe(text);
});

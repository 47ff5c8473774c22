import { expect, it } from 'vitest';
import type { Turn } from '../../../../src/contract/conversation';
import type { TurnId } from '../../../../src/contract/ids';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { earliestChange } from '../../../../webview/find/earliestChange';

const turn = (id: string): Turn => {
  return { id: id as TurnId, origin: 'person', startedAt: 1, items: [] };
};
const [a, b, c] = [turn('a'), turn('b'), turn('c')];
const open = turn('o');
const before = { ...emptyConversation, first: -1, turns: [a, b], open };

it.each([
  ['nothing', before, Number.POSITIVE_INFINITY],
  ['the open turn', { ...before, open: turn('o') }, 1],
  ['a turn that ended', { ...before, turns: [a, b, open], open: undefined }, 1],
  ['an earlier turn', { ...before, turns: [a, turn('b')] }, 0],
  ['nothing, after earlier ones were loaded', { ...before, first: -2, turns: [c, a, b] }, Infinity],
  ['the open turn, after that', { ...before, first: -2, turns: [c, a, b], open: c }, 1],
  ['all, when turns are gone', { ...before, first: 0, turns: [b] }, Number.NEGATIVE_INFINITY],
  ['all, when there are none', { ...emptyConversation }, Number.NEGATIVE_INFINITY],
])('sees a change of %s', (_what, now, place) => {
  expect(earliestChange(before, now)).toBe(place);
});

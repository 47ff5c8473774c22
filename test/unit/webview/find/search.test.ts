import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import type { HostCalls } from '../../../../src/contract/calls';
import { type FoundPlace, type FoundPlaces, mostMatches } from '../../../../src/contract/find';
import type { ChannelId, TurnId } from '../../../../src/contract/ids';
import type { Match } from '../../../../webview/find/foundList';
import { Search } from '../../../../webview/find/search';
import type { HostPort } from '../../../../webview/store/hostConnection';
import { initialState } from '../../../../webview/store/pageState';
import { createStore } from '../../../../webview/store/store';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Asked = Parameters<HostCalls['conversation.find']>[0];

const place = (turn: number, count = 1): FoundPlace => {
  return { key: `${turn}`, group: '', turn, item: 0, count };
};

/** A search whose calls are answered by hand, from a view of the end of the conversation. */
function start(origin = { turn: 100, item: 0 }) {
  const calls: { asked: Asked; answer: Deferred<FoundPlaces> }[] = [];
  const call = (_method: string, asked: Asked) => {
    const answer = new Deferred<FoundPlaces>();
    calls.push({ asked, answer });
    return answer.promise;
  };
  const channelId = 'c' as ChannelId;
  const page = createStore({ ...initialState, channelId });
  const shown: Match[] = [];
  const search = new Search({ call } as unknown as HostPort, page, {
    origin: () => origin,
    go: match => shown.push(match),
  });
  const answer = async (index: number, places: FoundPlaces) => {
    calls[index]?.answer.resolve(places);
    await vi.advanceTimersByTimeAsync(0);
  };
  /** The turn at this place, which may be the open one, changes. */
  const change = () =>
    page.update(state => ({
      ...state,
      conversation: {
        ...state.conversation,
        open: { id: 't' as TurnId, origin: 'person', startedAt: 1, items: [] },
      },
    }));
  return { calls, page, shown, search, answer, change, state: () => search.state.get() };
}

const all = (found: readonly FoundPlace[]): FoundPlaces => {
  return { found, first: 0, hasEarlier: false };
};

it('asks on to the beginning, and shows the newest match at once', async () => {
  const { calls, shown, search, answer, state } = start();
  search.find({ text: 'a' });
  await answer(0, { found: [place(5, 2)], first: 4, hasEarlier: true });
  expect(shown).toEqual([{ place: place(5, 2), index: 1 }]);
  expect(state().phase).toBe('searching');
  expect(calls[1]?.asked).toMatchObject({ text: 'a', before: 4 });
  await answer(1, { found: [place(2)], first: 2, hasEarlier: false });
  expect(state()).toMatchObject({ phase: 'done', found: [place(2), place(5, 2)] });
  expect(calls).toHaveLength(2);
  expect(shown).toHaveLength(1);
});

it('has one call at a time, and drops the answer about a text that was changed', async () => {
  const { calls, shown, search, answer, state } = start();
  search.find({ text: 'a' });
  search.find({ text: 'ab' });
  search.find({ text: 'abc' });
  expect(calls).toHaveLength(1);
  await answer(0, { found: [place(1)], first: 1, hasEarlier: true });
  expect(shown).toEqual([]);
  expect(calls.map(({ asked }) => asked.text)).toEqual(['a', 'abc']);
  expect(calls[1]?.asked.before).toBeUndefined();
  await answer(1, all([place(3)]));
  expect(state().found).toEqual([place(3)]);
  search.find({ text: '' });
  expect(state()).toMatchObject({ found: [], current: undefined, phase: 'asked' });
  expect(calls).toHaveLength(2);
});

it('waits for a match above the view, and takes the newest one if there is none', async () => {
  const { shown, search, answer } = start({ turn: 3, item: 0 });
  search.find({ text: 'a' });
  await answer(0, { found: [place(5)], first: 4, hasEarlier: true });
  expect(shown).toEqual([]);
  await answer(1, { found: [place(2)], first: 2, hasEarlier: true });
  expect(shown.map(match => match.place.turn)).toEqual([2]);
  search.find({ text: 'b' });
  await answer(2, all([]));
  await answer(3, all([place(7), place(9)]));
  expect(shown.map(match => match.place.turn)).toEqual([2, 9]);
});

it('searches what has changed again, soon and not each time, and stays at its match', async () => {
  const { calls, shown, search, answer, change, state } = start();
  search.find({ text: 'a' });
  await answer(0, all([place(-1), place(0)]));
  search.step(-1);
  expect(state().current?.place.turn).toBe(-1);
  change();
  change();
  expect(calls).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(300);
  expect(calls).toHaveLength(2);
  await answer(1, { found: [place(0, 4)], first: 0, hasEarlier: true });
  expect(state()).toMatchObject({ found: [place(-1), place(0, 4)], phase: 'done' });
  expect(state().current?.place.turn).toBe(-1);
  // All that has changed was searched.
  expect(calls).toHaveLength(2);
  expect(shown.map(match => match.place.turn)).toEqual([0, -1]);
  change();
  search.dispose();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(calls).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

it('ends when there are too many matches, and when a part does not get on', async () => {
  const many = start();
  many.search.find({ text: 'a' });
  await many.answer(0, { found: [place(5, mostMatches)], first: 4, hasEarlier: true });
  expect(many.state().phase).toBe('cut');
  expect(many.calls).toHaveLength(1);
  const stuck = start();
  stuck.search.find({ text: 'a' });
  await stuck.answer(0, { found: [], first: 4, hasEarlier: true });
  await stuck.answer(1, { found: [], first: 4, hasEarlier: true });
  expect(stuck.state().phase).toBe('done');
  expect(stuck.calls).toHaveLength(2);
});

it('says why it failed, until another text is typed', async () => {
  const { calls, search, state, answer } = start();
  search.find({ text: 'a' });
  calls[0]?.answer.reject(new Error('Gone.'));
  await vi.advanceTimersByTimeAsync(0);
  expect(state()).toMatchObject({ error: 'Gone.', phase: 'done' });
  search.find({ text: 'ab' });
  expect(state().error).toBeUndefined();
  await answer(1, all([place(1)]));
  expect(state().found).toEqual([place(1)]);
});

it('begins with the item that a search has found, and shows no other one by itself', async () => {
  const { calls, shown, search, answer, state } = start();
  search.find({ text: 'a' }, { place: place(5), index: 0 });
  await answer(0, { found: [place(7)], first: 6, hasEarlier: true });
  expect(shown).toEqual([]);
  await answer(1, { found: [place(2), place(5, 2)], first: 0, hasEarlier: false });
  expect(calls).toHaveLength(2);
  expect(shown).toEqual([{ place: place(5, 2), index: 0 }]);
  search.find({ text: 'ab' }, { place: place(5), index: 0 });
  await answer(2, all([place(2), place(7)]));
  expect(shown).toHaveLength(1);
  search.step(1);
  expect(shown[1]).toEqual({ place: place(7), index: 0 });
  expect(state().current).toEqual(shown[1]);
});

it('shows the item to begin with, too, when there are too many matches below it', async () => {
  const { shown, search, answer, state } = start();
  search.find({ text: 'a' }, { place: place(5), index: 0 });
  await answer(0, { found: [place(7, mostMatches)], first: 6, hasEarlier: true });
  expect(shown).toEqual([{ place: place(5), index: 0 }]);
  expect(state()).toMatchObject({ phase: 'cut', current: undefined });
});

it('goes on when there are no longer too many matches', async () => {
  const { calls, search, answer, change, state } = start();
  search.find({ text: 'a' });
  await answer(0, { found: [place(7, mostMatches)], first: 6, hasEarlier: true });
  expect(state().phase).toBe('cut');
  change();
  await vi.advanceTimersByTimeAsync(400);
  await answer(1, { found: [], first: 0, hasEarlier: true });
  expect(calls[2]?.asked.before).toBe(6);
  expect(state().phase).toBe('searching');
  await answer(2, all([place(2)]));
  expect(state()).toMatchObject({ phase: 'done', found: [place(2)] });
});

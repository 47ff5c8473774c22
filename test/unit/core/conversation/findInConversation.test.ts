import { expect, it } from 'vitest';
import type { Turn } from '../../../../src/contract/conversation';
import { mostMatches } from '../../../../src/contract/find';
import { findInConversation } from '../../../../src/core/conversation/findInConversation';
import type { PagedConversation } from '../../../../src/core/conversation/pagedConversation';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { fold } from '../../../../src/transcript/fold';
import { delta, manyTurns, startBlock, startTurn } from '../../../page/harness/story';

/** A conversation of which the last turns are loaded, and five more each time. */
function paged(count: number, loaded: number) {
  const turns = manyTurns(count);
  let first = count - loaded;
  const loads: number[] = [];
  const pages: PagedConversation = {
    get conversation() {
      // The place of the first turn that was loaded is 0.
      const place = first - (count - loaded);
      return { first: place, hasEarlier: first > 0, turns: turns.slice(first), open: undefined };
    },
    loadEarlier: async () => {
      loads.push(first);
      const had = first;
      first = Math.max(0, first - 5);
      return first < had;
    },
  };
  return { pages, loads };
}

const query = (text: string) => ({ text, matchesCase: true });

it('searches what is loaded first, then one part before it each time, to the beginning', async () => {
  const { pages, loads } = paged(12, 4);
  const newest = await findInConversation(pages, query('Question'));
  expect(newest.found.map(({ key }) => key)).toEqual(
    [8, 9, 10, 11].map(turn => `prompt:m-t${turn}`),
  );
  expect(newest).toMatchObject({ first: 0, hasEarlier: true });
  expect(loads).toEqual([]);
  const second = await findInConversation(pages, query('Question'), newest.first);
  expect(second.found.map(({ turn }) => turn)).toEqual([-5, -4, -3, -2, -1]);
  expect(second).toMatchObject({ first: -5, hasEarlier: true });
  expect(loads).toHaveLength(1);
  const last = await findInConversation(pages, query('Question'), second.first);
  expect(last.found.map(({ key }) => key)).toEqual([0, 1, 2].map(turn => `prompt:m-t${turn}`));
  expect(last).toMatchObject({ first: -8, hasEarlier: false });
  // A page that asks on gets an end.
  expect(await findInConversation(pages, query('Question'), last.first)).toEqual({
    ...{ found: [], first: -8, hasEarlier: false },
  });
});

it('searches the open turn, and ends an answer after much text or many matches', async () => {
  const events = [...startTurn('o', 'Hi'), startBlock('b'), delta('b', 'x'.repeat(1_100_000))];
  const { open } = events.reduce((state, event) => fold(state, event), emptyConversation);
  const conversation = { ...emptyConversation, turns: manyTurns(3), open };
  const pages = { conversation, loadEarlier: async () => false };
  const cut = await findInConversation(pages, query('x'));
  expect(cut.found).toMatchObject([{ turn: 3, count: mostMatches }]);
  expect(cut).toMatchObject({ first: 3, hasEarlier: true });
  const rest = await findInConversation(pages, query('Question 1'), cut.first);
  expect(rest).toMatchObject({ found: [{ turn: 1 }], first: 0, hasEarlier: false });
});

/** Returns how often others ran while the turns were searched. */
async function runsDuring(conversation: PagedConversation['conversation']): Promise<number> {
  let runs = 0;
  let isOver = false;
  const count = () => {
    runs += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await findInConversation({ conversation, loadEarlier: async () => false }, query('nowhere'));
  isOver = true;
  return runs;
}

it('lets others run while it reads much', async () => {
  const events = [
    ...startTurn('o', 'Hi'),
    ...Array.from({ length: 40 }, (_, index) => [
      startBlock(`b${index}`),
      delta(`b${index}`, '**a** '.repeat(40_000)),
    ]).flat(),
  ];
  const { open } = events.reduce((state, event) => fold(state, event), emptyConversation);
  expect(await runsDuring({ ...emptyConversation, open })).toBeGreaterThan(3);
});

it('lets others run in turns without any text', async () => {
  const items = Array.from({ length: 10 }, (_, index) => {
    return { kind: 'unknown' as const, key: `${index}`, at: 1, what: 'x' };
  });
  const [turn] = manyTurns(1);
  const turns = Array.from({ length: 20_000 }, () => ({ ...turn, items }) as Turn);
  expect(await runsDuring({ ...emptyConversation, turns })).toBeGreaterThan(1);
});

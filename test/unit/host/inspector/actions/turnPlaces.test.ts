import { expect, it } from 'vitest';
import type { Turn } from '../../../../../src/contract/conversation';
import type { TurnId } from '../../../../../src/contract/ids';
import { placeOfTurn, turnAt } from '../../../../../src/host/inspector/actions/turnPlaces';
import { emptyConversation } from '../../../../../src/transcript/emptyConversation';

const turn = (id: string): Turn => ({
  ...{ id: id as TurnId, origin: 'person', startedAt: 1, items: [] },
});

/** A conversation whose earlier turns load one by one. */
function channel(names: readonly string[], loaded: number, open?: string) {
  let known = loaded;
  const turns = names.map(turn);
  const self = {
    get conversation() {
      const shown = turns.slice(turns.length - known);
      const first = loaded - known;
      return { ...emptyConversation, first, turns: shown, open: open ? turn(open) : undefined };
    },
    history: {
      loadEarlier: async () => {
        known = Math.min(turns.length, known + 1);
        return true;
      },
      turn: async (id: TurnId) => {
        for (;;) {
          const found = self.conversation.turns.find(one => one.id === id);
          if (found ?? known === turns.length) {
            return found ?? turn('none');
          }
          await self.history.loadEarlier();
        }
      },
    },
  };
  return self;
}

it('finds the newest turn, the open one included', async () => {
  expect(await placeOfTurn(channel(['a', 'b'], 2))).toBe(1);
  expect(await placeOfTurn(channel(['a', 'b'], 2, 'c'))).toBe(2);
  expect(await placeOfTurn(channel([], 0))).toBeUndefined();
});

it('finds turns that were not loaded yet, which have negative places', async () => {
  const long = channel(['a', 'b', 'c'], 1);
  expect(await placeOfTurn(long, 'a')).toBe(-2);
  expect(await placeOfTurn(long, 'c')).toBe(0);
  expect((await turnAt(channel(['a', 'b', 'c'], 1), -1)).id).toBe('b');
});

it('says so if a turn is gone', async () => {
  await expect(turnAt(channel(['a'], 1), 5)).rejects.toThrow('no longer in the conversation');
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Conversation } from '../../../src/contract/conversation';
import type { ConversationEvent } from '../../../src/contract/events';
import type { TurnId } from '../../../src/contract/ids';
import { emptyConversation } from '../../../src/transcript/emptyConversation';
import { fold } from '../../../src/transcript/fold';
import { followTurns, hasTurn, ownerOf } from '../../../src/transcript/turnIndex';
import { useCallCounts } from '../../support/useCallCounts';
import { ended, foldAll, messageId, sent, started, text, tool, toolId } from './events';

const countCalls = useCallCounts();

const names = ['a', 'b', 'c'];
const keys = names.flatMap(name => [`prompt:${name}`, `block:${name}`, `tool:${name}`]);

/** Events that open, fill and close turns, answer into closed ones, and move items between them. */
const event: fc.Arbitrary<ConversationEvent> = fc
  .record({ kind: fc.nat(9), name: fc.constantFrom(...names), other: fc.constantFrom(...names) })
  .map(({ kind, name, other }): ConversationEvent => {
    const kinds: readonly ConversationEvent[] = [
      sent(name),
      {
        ...{ type: 'turn.started', turnId: name as TurnId, at: 1, origin: 'person' },
        messageIds: [messageId(other)],
      },
      ended(),
      tool(name, 'running'),
      tool(name, 'done', { parentToolId: toolId(other) }),
      { type: 'tool.discarded', toolId: toolId(name) },
      { type: 'block.discarded', blockId: name },
      { type: 'notice', at: 1, notice: { kind: 'compacting' } },
      { type: 'turn.ended', at: 1, outcome: { kind: 'lost', message: 'It died.' } },
      ...text(name),
    ];
    return kinds[kind] ?? ended();
  });

function searched({ turns }: Conversation, key: string): number | undefined {
  const place = turns.findLastIndex(({ items }) => items.some(item => item.key === key));
  return place === -1 ? undefined : place;
}

test('the index finds what a search of all turns finds, after any events', () => {
  void fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), events => {
      let conversation = emptyConversation;
      for (const each of events) {
        conversation = fold(conversation, each);
        const { turns } = conversation;
        expect(keys.map(key => ownerOf(turns, key))).toEqual(
          keys.map(key => searched(conversation, key)),
        );
        expect(names.map(name => hasTurn(turns, name))).toEqual(
          names.map(name => turns.some(({ id }) => id === name)),
        );
      }
    }),
    { numRuns: 300 },
  );
});

test('an earlier list of turns is indexed by itself', () => {
  const one = foldAll([started('t1'), tool('x', 'done'), ended()]);
  const two = foldAll([started('t2'), tool('y', 'done'), ended()], one);
  expect([ownerOf(one.turns, 'tool:y'), hasTurn(one.turns, 't2')]).toEqual([undefined, false]);
  expect([ownerOf(two.turns, 'tool:y'), hasTurn(two.turns, 't2')]).toEqual([1, true]);
});

test('of two turns with the same item, the later one has it, also after a change of the other', () => {
  const page = () => foldAll([started('t'), tool('x', 'done'), tool('y', 'done'), ended()]).turns;
  const both: Conversation = { ...emptyConversation, turns: [...page(), ...page()] };
  const { turns } = fold(both, tool('x', 'failed', { parentToolId: toolId('y') }));
  expect(ownerOf(turns, 'tool:y')).toBe(1);
  const [first] = turns;
  const next = first ? turns.with(0, { ...first }) : turns;
  followTurns(turns, next, 0);
  expect(ownerOf(next, 'tool:y')).toBe(1);
});

/** Counts the calls of functions for one more turn after this many. */
async function costAfter(count: number): Promise<number> {
  const turn = (name: string) => [sent(name), started(name), ...text(name, 'answer'), ended()];
  const names = Array.from({ length: count }, (_, index) => `turn${index}`);
  const long = foldAll(names.flatMap(turn));
  const { total } = await countCalls(['/src/transcript/'], () => foldAll(turn('last'), long));
  return total;
}

test('a turn costs the same, however many there are before it', async () => {
  const few = await costAfter(10);
  expect(await costAfter(1_000)).toBe(few);
});

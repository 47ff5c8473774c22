import { expect, it } from 'vitest';
import type { Conversation, Item } from '../../../src/contract/conversation';
import { sentPrompts } from '../../../src/transcript/sentPrompts';

const prompt = (key: string, text: string | object) =>
  ({ kind: 'prompt', key, at: 7, text }) as unknown as Item;
const answer = (key: string) => ({ kind: 'text', key, at: 8, text: 'An answer' }) as Item;

it('lists the messages of all loaded turns, oldest first, with their places', () => {
  const conversation = {
    first: -2,
    turns: [
      { items: [prompt('p1', 'One'), answer('t1'), prompt('p2', 'Meanwhile')] },
      { items: [answer('t2')] },
      { items: [prompt('p3', { preview: 'Three…', blob: 'b', length: 9_000 })] },
    ],
    open: { items: [prompt('p4', 'Four')] },
  } as unknown as Conversation;
  expect(sentPrompts(conversation).map(({ key, place, text }) => [key, place.turn, text])).toEqual([
    ['p1', -2, 'One'],
    ['p2', -2, 'Meanwhile'],
    ['p3', 0, 'Three…'],
    ['p4', 1, 'Four'],
  ]);
  expect(sentPrompts(conversation).every(({ key, place }) => place.group === key)).toBe(true);
});

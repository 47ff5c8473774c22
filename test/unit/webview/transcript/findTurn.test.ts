import { expect, it } from 'vitest';
import type { Conversation } from '../../../../src/contract/conversation';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { fold } from '../../../../src/transcript/fold';
import { findTurn, isRevealedAs } from '../../../../webview/transcript/findTurn';
import { opened, permissionFor, startTurn, turnOf } from '../../../page/harness/story';

function conversation(first: number): Conversation {
  const events = [
    ...turnOf('a', 'First', 'One'),
    ...turnOf('b', 'Second', 'Two'),
    ...startTurn('c', 'Third'),
    ...opened(permissionFor('p', 'npm test')),
  ];
  const folded = events.reduce((state, event) => fold(state, event), emptyConversation);
  return { ...folded, first };
}

const find = (id: string, first = 0) =>
  findTurn(conversation(first), item => isRevealedAs(item, id));

it('finds the turn of a message, a block, a call and a prompt', () => {
  expect(find('prompt:m-a')).toBe(0);
  expect(find('block:b-b')).toBe(1);
  expect(find('tool-p')).toBe(2);
  expect(find('p')).toBe(2);
});

it('counts from the first turn that was ever shown', () => {
  expect(find('prompt:m-a', -7)).toBe(-7);
  expect(find('prompt:m-c', -7)).toBe(-5);
});

it('finds nothing where there is nothing', () => {
  expect(find('prompt:m-z')).toBeUndefined();
  expect(findTurn(emptyConversation, () => true)).toBeUndefined();
});

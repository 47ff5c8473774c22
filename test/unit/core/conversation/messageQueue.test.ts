import { expect, it } from 'vitest';
import type { MessageId } from '../../../../src/contract/ids';
import { MessageQueue } from '../../../../src/core/conversation/messageQueue';

function queueOf(...ids: string[]) {
  let changes = 0;
  const queue = new MessageQueue(() => {
    changes += 1;
  });
  const add = (id: string) =>
    queue.add({ id: id as MessageId, text: id, images: [], at: 0, picks: {} });
  ids.forEach(add);
  const order = () => queue.all.map(message => message.id).join('');
  return { queue, add, order, changes: () => changes };
}

it('moves a message by one place and stops at the ends', () => {
  const { queue, order, changes } = queueOf('a', 'b', 'c');
  expect(queue.move('c' as MessageId, -1)).toBe(true);
  expect(order()).toBe('acb');
  expect(queue.move('a' as MessageId, 1)).toBe(true);
  expect(order()).toBe('cab');
  const before = changes();
  expect(queue.move('c' as MessageId, -1)).toBe(true);
  expect(queue.move('b' as MessageId, 1)).toBe(true);
  expect(order()).toBe('cab');
  expect(changes()).toBe(before);
  expect(queue.next()?.id).toBe('c');
});

it('refuses to move a message that has left the queue', () => {
  const { queue, order } = queueOf('a', 'b');
  queue.take('a' as MessageId);
  expect(queue.move('a' as MessageId, 1)).toBe(false);
  expect(order()).toBe('b');
});

it('takes an edited message back in its place', () => {
  const { queue, add, order } = queueOf('a', 'b', 'c', 'd');
  expect(queue.edit('b' as MessageId)?.id).toBe('b');
  // The next one may have been sent meanwhile.
  queue.take('c' as MessageId);
  add('B');
  add('e');
  expect(order()).toBe('aBde');
});

it('keeps no place for an edited message that went another way', () => {
  const { queue, add, order } = queueOf('a', 'b');
  queue.edit('a' as MessageId);
  queue.endEdit();
  add('c');
  expect(order()).toBe('bc');
});

import { expect, test } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { Sequencer } from '../../../src/base/sequencer';

test('tasks run one at a time, in order, whatever becomes of those before', async () => {
  const sequencer = new Sequencer();
  const gate = new Deferred<void>();
  const ran: string[] = [];
  const first = sequencer.queue(async () => {
    await gate.promise;
    ran.push('first');
    throw new Error('failed');
  });
  const second = sequencer.queue(() => ran.push('second'));
  await Promise.resolve();
  expect(ran).toEqual([]);
  gate.resolve();
  await expect(first).rejects.toThrow('failed');
  expect(await second).toBe(2);
  expect(ran).toEqual(['first', 'second']);
});

test('all tasks queued so far are waited for', async () => {
  const sequencer = new Sequencer();
  const ran: string[] = [];
  void sequencer.queue(async () => ran.push('task'));
  await sequencer.whenIdle();
  expect(ran).toEqual(['task']);
});

test('a task that hangs delays the next one for no longer than its bound', async () => {
  const limit = new Deferred<void>();
  const sequencer = new Sequencer(task => Promise.race([task, limit.promise]));
  void sequencer.queue(() => new Promise(() => undefined));
  const next = sequencer.queue(() => 'next');
  limit.resolve();
  expect(await next).toBe('next');
});

import { expect, test } from 'vitest';
import type { Todo } from '../../../../src/contract/content';
import { todoIcon, todoRow } from '../../../../src/host/views/todoRow';

const todo = (id: string, status: Todo['status'], more: Partial<Todo> = {}): Todo => ({
  id,
  text: `Do ${id}`,
  status,
  ...more,
});

test('a row has the current activity only while the agent is at it', () => {
  const active = todo('a', 'in_progress', { activeText: 'Doing a' });
  expect(todoRow(active, [active], true)).toEqual({
    label: 'Doing a',
    tooltip: 'Do a',
    accessibleLabel: 'Doing a, in progress',
  });
  const paused = { label: 'Do a', accessibleLabel: 'Do a, paused' };
  expect(todoRow(active, [active], false)).toMatchObject(paused);
  const done = { ...active, status: 'completed' } as const;
  const finished = { label: 'Do a', accessibleLabel: 'Do a, done' };
  expect(todoRow(done, [done], true)).toMatchObject(finished);
  expect(todoRow(todo('b', 'in_progress'), [], true)).toMatchObject({ label: 'Do b' });
});

test('a row names what must be completed first, and no longer what is completed', () => {
  const last = todo('last', 'pending', { blockedBy: ['a', 'b', 'c', 'gone'] });
  const all = [todo('a', 'completed'), todo('b', 'pending'), last, todo('c', 'in_progress')];
  expect(todoRow(last, all, true).description).toBe('after Do b, Do c');
  expect(todoRow(last, [todo('a', 'completed')], true)).not.toHaveProperty('description');
});

test('the icon of the current to-do turns only while the agent is at work, and rests without a turn', () => {
  const blue = 'charts.blue';
  expect(todoIcon('in_progress', 'working')).toEqual({ icon: 'sync~spin', color: blue });
  expect(todoIcon('in_progress', 'waiting')).toEqual({ icon: 'sync', color: blue });
  for (const phase of ['idle', 'stopped', 'lost', undefined] as const) {
    expect(todoIcon('in_progress', phase)).toEqual({ icon: 'debug-pause' });
  }
  expect(todoIcon('pending', 'working')).toEqual({ icon: 'circle-large-outline' });
  expect(todoIcon('completed', 'idle')).toEqual({ icon: 'pass-filled', color: 'charts.green' });
});

import { expect, test } from 'vitest';
import type { Todo } from '../../../../src/contract/content';
import { activeIcon, todoRow } from '../../../../src/host/views/todoRow';

const todo = (id: string, status: Todo['status'], more: Partial<Todo> = {}): Todo => ({
  id,
  text: `Do ${id}`,
  status,
  ...more,
});

test('a row has the current activity only while the agent is at it', () => {
  const active = todo('a', 'in_progress', { activeText: 'Doing a' });
  expect(todoRow(active, [active])).toEqual({
    label: 'Doing a',
    tooltip: 'Do a',
    accessibleLabel: 'Doing a, in progress',
  });
  const done = { ...active, status: 'completed' } as const;
  expect(todoRow(done, [done])).toMatchObject({ label: 'Do a', accessibleLabel: 'Do a, done' });
  expect(todoRow(todo('b', 'in_progress'), [])).toMatchObject({ label: 'Do b' });
});

test('a row names what must be completed first, and no longer what is completed', () => {
  const last = todo('last', 'pending', { blockedBy: ['a', 'b', 'c', 'gone'] });
  const all = [todo('a', 'completed'), todo('b', 'pending'), last, todo('c', 'in_progress')];
  expect(todoRow(last, all).description).toBe('after Do b, Do c');
  expect(todoRow(last, [todo('a', 'completed')])).not.toHaveProperty('description');
});

test('the icon of the current to-do turns only while the agent is at work', () => {
  expect(activeIcon('working')).toBe('sync~spin');
  expect(activeIcon('waiting')).toBe('sync');
  expect(activeIcon('idle')).toBe('sync');
  expect(activeIcon(undefined)).toBe('sync');
});

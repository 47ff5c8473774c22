import { expect, it } from 'vitest';
import type { Todo, TodoStatus } from '../../../../../src/contract/content';
import {
  type StripFacts,
  stripLabel,
  todosDone,
} from '../../../../../webview/composer/strip/stripFacts';

function todos(...statuses: TodoStatus[]): Todo[] {
  return statuses.map((status, index) => ({ id: String(index), text: 'Do it', status }));
}

const nothing: StripFacts = { review: undefined, todos: [], tasks: [] };
const review = { files: 2, added: 4, removed: 1, tools: [] };

it('counts the to-dos that are done', () => {
  expect(todosDone(todos('completed', 'in_progress', 'pending'))).toBe('1/3');
  expect(todosDone(todos('pending'))).toBe('0/1');
});

it('says in one line what there is, and nothing about what there is not', () => {
  expect(stripLabel({ ...nothing, review })).toBe('2 files to review');
  expect(stripLabel({ ...nothing, todos: todos('completed', 'pending') })).toBe('To-dos 1/2');
  const tasks = [{ id: 'a' }, { id: 'b' }] as never;
  expect(stripLabel({ review: { ...review, files: 1 }, todos: todos('pending'), tasks })).toBe(
    '1 file to review, To-dos 0/1, 2 tasks running',
  );
});

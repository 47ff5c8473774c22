import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../../src/base/json';
import { TodoList } from '../../../../../src/cli/translate/state/todoList';
import type { Todo } from '../../../../../src/contract/content';

function call(tool: string, input: JsonObject, text = '') {
  return { tool, input, text, structured: undefined, isSubagent: false };
}

const create = (id: string, subject: string) =>
  call('TaskCreate', { subject, description: subject }, `Task #${id} created successfully`);
const update = (taskId: string, status: string) => call('TaskUpdate', { taskId, status });
const texts = (todos: readonly Todo[] | undefined) => todos?.map(({ text }) => text);

test('goes on with the to-dos that are known when its first call ends', () => {
  let before: readonly Todo[] = [];
  const list = new TodoList(() => before);
  before = [{ id: '1', text: 'old', status: 'in_progress', activeText: 'doing it' }];
  expect(texts(list.apply(create('2', 'new')))).toEqual(['old', 'new']);
  expect(list.apply(update('1', 'completed'))?.[0]).toEqual({ ...before[0], status: 'completed' });
  before = [];
  expect(texts(list.apply(update('2', 'in_progress')))).toEqual(['old', 'new']);
});

test('forgets the to-dos of before with the conversation', () => {
  const list = new TodoList(() => [{ id: '1', text: 'old', status: 'pending' }]);
  list.clear();
  expect(texts(list.apply(create('1', 'new')))).toEqual(['new']);
});

test('begins anew where an id is given again: a fork counts from 1', () => {
  const list = new TodoList();
  for (const id of ['1', '2', '3']) {
    list.apply(create(id, `old ${id}`));
  }
  list.apply(update('1', 'deleted'));
  expect(texts(list.apply(create('1', 'new 1')))).toEqual(['new 1']);
  expect(texts(list.apply(create('2', 'new 2')))).toEqual(['new 1', 'new 2']);
});

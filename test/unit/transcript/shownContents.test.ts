import { expect, it } from 'vitest';
import type { ToolCall, ToolContent } from '../../../src/contract/tools';
import { shownContents } from '../../../src/transcript/shownContents';

const text: ToolContent = { type: 'text', text: 'Told to the model.' };
const terminal: ToolContent = { type: 'terminal', stdout: 'out', stderr: '', backgroundId: 'b1' };
const todos: ToolContent = { type: 'todos', todos: [] };
const answers: ToolContent = { type: 'answers', answers: [] };
const lost: ToolContent = { type: 'text', text: 'Task not found' };

function shown(family: string, content: readonly ToolContent[], more: object = {}) {
  return shownContents({ family, content, status: 'done', ...more } as unknown as ToolCall);
}

it('leaves out what is told to the model only', () => {
  expect(shown('bash', [terminal, text])).toEqual([terminal]);
  expect(shown('bash', [text])).toEqual([text]);
  expect(shown('shellStop', [text])).toEqual([]);
  expect(shown('question', [answers, text])).toEqual([answers]);
  expect(shown('question', [text])).toEqual([text]);
  expect(shown('plan', [text])).toEqual([]);
  expect(shown('todoWrite', [todos, text])).toEqual([todos]);
  expect(shown('task', [todos, text])).toEqual([todos]);
  expect(shown('task', [text], { input: { action: 'update' } })).toEqual([]);
  expect(shown('task', [lost], { input: { action: 'update' } })).toEqual([lost]);
  expect(shown('read', [text])).toEqual([text]);
});

it.each(['failed', 'denied'])('keeps everything of a call that was %s', status => {
  for (const family of ['bash', 'shellStop', 'question', 'plan', 'task', 'todoWrite']) {
    expect(shown(family, [terminal, todos, answers, text], { status })).toHaveLength(4);
  }
});

import { expect, it } from 'vitest';
import type { Conversation, ToolItem, Turn } from '../../../../src/contract/conversation';
import type { ToolCallId, TurnId } from '../../../../src/contract/ids';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { isTodoCall } from '../../../../src/transcript/todoCalls';
import { isNewestTodo, todoCallsWith, todosAfter } from '../../../../webview/tools/todoCalls';
import { ask } from '../../transcript/events';

const todo = { id: '1', text: 'Read', status: 'completed' } as const;

function call(id: string, more: Partial<ToolItem['call']> = {}): ToolItem {
  const made = {
    ...{ id: id as ToolCallId, family: 'task', tool: 'TaskUpdate', title: 'TaskUpdate' },
    ...{ content: [], locations: [], status: 'done' },
    ...more,
  } as ToolItem['call'];
  return { kind: 'tool', key: `tool:${id}`, at: 0, call: made };
}

const turn = (id: string, ...items: Turn['items']): Turn => ({
  ...{ id: id as TurnId, origin: 'person', startedAt: 0, items },
});

it('joins the updates of one agent in a turn, without those that failed or are asked about', () => {
  const [first, failed, asked, inner, last] = [
    call('a'),
    call('b', { status: 'failed' }),
    call('c'),
    call('d', { parentToolId: 'agent' as ToolCallId }),
    call('e', { family: 'todoWrite' }),
  ];
  const prompt = { kind: 'ask', key: 'ask:p', at: 0, prompt: ask('p', 'c') } as const;
  const all = turn('1', first, failed, asked, prompt, inner, last, call('x', { family: 'read' }));
  expect(todoCallsWith(all, first)).toEqual([first, last]);
  expect(todoCallsWith(all, inner)).toEqual([inner]);
  expect(isTodoCall(failed)).toBe(false);
});

it('knows the list from a call that has all of it, and from none that changes an entry', () => {
  const listed = call('a', { content: [{ type: 'todos', todos: [todo] }] });
  expect(todosAfter([listed, call('b')])).toEqual([todo]);
  const written = call('c', { family: 'todoWrite', input: { todos: [] } });
  expect(todosAfter([listed, written])).toEqual([]);
  expect(todosAfter([call('b')])).toBeUndefined();
});

it('finds the newest turn that has changed the list', () => {
  const [older, newer, without] = [turn('1', call('a')), turn('2', call('b')), turn('3')];
  const conversation: Conversation = { ...emptyConversation, turns: [older, newer, without] };
  expect([older, newer].map(one => isNewestTodo(conversation, one))).toEqual([false, true]);
  const open = turn('4', call('c'));
  expect(isNewestTodo({ ...conversation, open }, newer)).toBe(false);
  expect(isNewestTodo({ ...conversation, open }, open)).toBe(true);
});

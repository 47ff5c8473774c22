import { expect, test } from 'vitest';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { ToolCallId, TurnId } from '../../../../src/contract/ids';
import type { ToolCall, ToolStatus } from '../../../../src/contract/tools';
import { lastWrites } from '../../../../src/core/conversation/lastWrites';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { fold } from '../../../../src/transcript/fold';

const folded = (events: readonly ConversationEvent[]) =>
  events.reduce<typeof emptyConversation>((state, event) => fold(state, event), emptyConversation);

function call(id: string, status: ToolStatus, of: Partial<ToolCall>): ToolCall {
  return {
    id: id as ToolCallId,
    tool: 'x',
    title: 'x',
    status,
    content: [],
    locations: [],
    ...of,
  } as ToolCall;
}

const write = (id: string, path: string, status: ToolStatus = 'done') =>
  call(id, status, { family: 'write', input: { path, content: '' } });
const began = (id: string): ConversationEvent => ({
  type: 'turn.started',
  turnId: id as TurnId,
  at: 0,
  origin: 'person',
});
const ended: ConversationEvent = { type: 'turn.ended', at: 900, outcome: { kind: 'completed' } };
const tool = (at: number, one: ToolCall): ConversationEvent => ({
  type: 'tool.updated',
  call: one,
  at,
});

test('last writes are the end times of the newest successful call per file', () => {
  const conversation = folded([
    { type: 'session.changed', cwd: '/w' },
    began('1'),
    tool(10, write('a', '/w/a.txt', 'running')),
    tool(20, write('a', '/w/a.txt')),
    tool(30, call('b', 'done', { family: 'edit', input: { path: 'b.txt', edits: [] } })),
    ended,
    began('2'),
    tool(40, write('c', '/w/a.txt')),
    tool(50, write('d', '/w/a.txt', 'failed')),
    tool(60, write('e', '/w/denied.txt', 'denied')),
    tool(70, call('f', 'done', { family: 'read', input: { path: '/w/read.txt' } })),
    tool(
      80,
      call('g', 'done', {
        family: 'notebookEdit',
        input: { path: '/w/n.ipynb', source: '', editMode: 'replace' },
      }),
    ),
  ]);
  expect([...lastWrites(conversation)]).toEqual([
    ['/w/a.txt', 40],
    ['/w/b.txt', 30],
    ['/w/n.ipynb', 80],
  ]);
});

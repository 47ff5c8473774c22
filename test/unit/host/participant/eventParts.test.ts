import { expect, test } from 'vitest';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { PromptId, ToolCallId } from '../../../../src/contract/ids';
import type { PermissionPrompt } from '../../../../src/contract/prompts';
import type { ToolCall, ToolContent } from '../../../../src/contract/tools';
import { EventParts } from '../../../../src/host/participant/eventParts';
import { fileTree } from '../../../../src/host/participant/fileTree';
import { RecordedReply } from '../../../support/recordedReply';

function shown(...batches: readonly (readonly ConversationEvent[])[]): RecordedReply {
  const reply = new RecordedReply();
  const channel = { record: { sessionId: 's' }, noteShown: () => undefined };
  const parts = new EventParts(reply, channel, '/work');
  for (const events of batches) {
    parts.show(events);
  }
  return reply;
}

const start = (blockId: string, kind: 'text' | 'thinking' = 'text'): ConversationEvent => ({
  ...{ type: 'block.started', blockId, source: 'm', kind, at: 1 },
});
const delta = (blockId: string, text: string): ConversationEvent => ({
  ...{ type: 'block.delta', blockId, text },
});
const end = (blockId: string, text?: string): ConversationEvent => ({
  ...{ type: 'block.ended', blockId },
  ...(text === undefined ? {} : { text }),
});
const updated = (
  call: Partial<ToolCall> & Pick<ToolCall, 'family'>,
  status: ToolCall['status'] = 'done',
): ConversationEvent => ({
  type: 'tool.updated',
  at: 1,
  call: {
    ...{ id: 't' as ToolCallId, tool: 'X', title: 'X', content: [], locations: [] },
    ...call,
    status,
  } as ToolCall,
});
const file = (
  status: 'created' | 'updated' | 'deleted' | 'unchanged' | 'untracked',
): ConversationEvent => ({
  type: 'file.updated',
  update: {
    ...{ toolId: 't' as ToolCallId, path: '/work/src/a.ts', status, added: 2, removed: 1 },
    hunks: [
      { oldStart: 4, oldLines: 3, newStart: 4, newLines: 4, lines: [' a', ' b', '-c', '+d', '+e'] },
    ],
  },
});

test('deltas of one batch are one part, and a block ends with what was not streamed', () => {
  const reply = shown([start('1'), delta('1', 'Hel'), delta('1', 'lo ')], [end('1', 'Hello you')]);
  expect(reply.parts).toEqual([{ said: '\n\nHello ' }, { said: 'you' }]);
});

test('a block that is not streamed comes whole', () => {
  expect(shown([start('1')], [end('1', 'All')]).parts).toEqual([{ said: '\n\nAll' }]);
});

test('text of subagents is not part of the response', () => {
  const started = { ...start('1'), parentToolId: 't' as ToolCallId } as ConversationEvent;
  expect(shown([started, delta('1', 'inner'), end('1', 'inner')]).parts).toEqual([]);
});

test('a failed attempt is marked, if anything of it was written', () => {
  const discarded: ConversationEvent = { type: 'block.discarded', blockId: '1' };
  expect(shown([start('1'), discarded]).parts).toEqual([]);
  expect(shown([start('1'), delta('1', 'Oh')], [discarded]).text).toContain('starts over');
});

test('what calls do while text is written waits for its end', () => {
  const read = { family: 'read', input: { path: 'a.ts' } } as const;
  const reply = shown(
    [start('1'), delta('1', 'Text')],
    [updated(read), file('updated')],
    [end('1', 'Text.')],
  );
  expect(reply.parts.slice(0, 3)).toEqual([
    ...[{ said: '\n\nText' }, { said: '.' }, { reference: '/work/a.ts' }],
  ]);
});

test('a call is progress while it runs, and once', () => {
  const bash = { family: 'bash', target: 'npm test', input: { command: 'npm test' } } as const;
  const reply = shown(
    [updated({ family: 'bash' }, 'pending')],
    [updated(bash, 'running'), updated(bash, 'running')],
    [updated(bash), updated(bash)],
  );
  expect(reply.parts).toEqual([
    { progress: 'Running npm test' },
    { markdown: '\n\nRan `npm test`\n\n' },
  ]);
});

test.each([
  ['denied', 'Denied\\: X `a`'],
  ['interrupted', 'Interrupted\\: X `a`'],
  ['failed', 'Failed\\: X `a` `no such thing`'],
] as const)('a call that was %s says so', (status, text) => {
  const content: ToolContent[] = [{ type: 'error', text: 'no such thing\nat x' }];
  const reply = shown([updated({ family: 'other', target: 'a', content }, status)]);
  expect(reply.text.trim()).toBe(text);
});

test('questions, plans and the to-do list show by other means', () => {
  const quiet = ['question', 'plan', 'todoWrite', 'task'] as const;
  expect(shown(quiet.map(family => updated({ family }))).parts).toEqual([]);
});

test('changed files are linked at their first change', () => {
  const reply = shown([file('created'), file('updated')]);
  const anchors = reply.parts.filter(part => JSON.stringify(part).includes('anchor'));
  expect(anchors).toEqual([
    { anchor: '/work/src/a.ts', title: 'a.ts', line: 6 },
    { anchor: '/work/src/a.ts', title: 'a.ts', line: 6 },
  ]);
  expect(reply.text).toMatch(/Created.*\\\+2 −1[\s\S]*Edited/);
  expect(shown([file('deleted')]).text).toContain('Deleted `src/a.ts`');
  expect(shown([file('unchanged')]).parts).toEqual([]);
});

test('files that were found are a tree, matches are references', () => {
  const matches = ['/work/a.ts', '/work/src/b.ts', '/other/c.ts'].map(path => ({ path }));
  const content: ToolContent[] = [{ type: 'matches', matches, total: 3, truncated: false }];
  expect(shown([updated({ family: 'glob', content })]).parts).toEqual([
    { base: '/work', entries: [{ name: 'a.ts' }, { name: 'src', children: [{ name: 'b.ts' }] }] },
  ]);
  expect(shown([updated({ family: 'grep', content })]).parts).toEqual(
    matches.map(({ path }) => ({ reference: path })),
  );
});

test('a long listing is cut, and leaves out what lies elsewhere', () => {
  const many = Array.from({ length: 150 }, (_, index) => `/work/f${index}`);
  expect(fileTree(many, '/work')).toHaveLength(100);
  expect(fileTree(['/work', '/', '/work/../x', '/workshop/y'], '/work')).toEqual([]);
});

test('thinking and the to-do list are progress; notices are lines', () => {
  const todo = (status: 'completed' | 'in_progress') => ({ id: status, text: 'Do', status });
  const notices = [
    { kind: 'warning', text: 'Take [care](command:x)' },
    { kind: 'commandOutput', text: 'cost: `1`' },
    { kind: 'compacted' },
    { kind: 'retrying', attempt: 2 },
  ] as const;
  const reply = shown([
    start('1', 'thinking'),
    { type: 'todos.changed', todos: [todo('completed'), todo('in_progress')] },
    ...notices.map(notice => ({ type: 'notice', notice, at: 1 }) as const),
  ]);
  expect(reply.parts.slice(0, 2)).toEqual([{ progress: 'Thinking' }, { progress: '1 of 2: Do' }]);
  expect(reply.text).toContain('*Take \\[care\\]\\(command\\:x\\)*');
  expect(reply.text).toContain('```text\ncost: `1`\n```');
  expect(reply.text).toContain('was compacted');
  expect(reply.parts.at(-1)).toEqual({ progress: 'Attempt 2 after an error of the API' });
});

test('a prompt is shown once, and its outcome only below it', () => {
  const call = { id: 't', family: 'bash', title: 'Bash', content: [], input: { command: 'x' } };
  const prompt: PermissionPrompt = {
    ...{ kind: 'permission', id: 'p' as PromptId, toolId: 't' as ToolCallId, suggestions: [] },
    ...{ hasDiff: false, call: call as unknown as ToolCall },
  };
  const opened: ConversationEvent = { type: 'prompt.opened', prompt, at: 1 };
  const closed = (promptId: string): ConversationEvent => ({
    ...{ type: 'prompt.closed', promptId: promptId as PromptId, outcome: 'allowed' },
  });
  const reply = shown([closed('other'), opened, opened, closed('p'), closed('p')]);
  expect(reply.text.match(/Permission/g)).toHaveLength(1);
  expect(reply.text.match(/\*Allowed\*/g)).toHaveLength(1);
});

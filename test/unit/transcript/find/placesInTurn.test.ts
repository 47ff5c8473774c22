import { expect, it } from 'vitest';
import type { Turn } from '../../../../src/contract/conversation';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { MessageId, ToolCallId, TurnId } from '../../../../src/contract/ids';
import type { ToolCall } from '../../../../src/contract/tools';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { placesInTurn } from '../../../../src/transcript/find/placesInTurn';
import { fold } from '../../../../src/transcript/fold';

function turnOf(...events: ConversationEvent[]): Turn {
  const all: ConversationEvent[] = [
    { type: 'turn.started', turnId: 't' as TurnId, at: 1, origin: 'person' },
    ...events,
  ];
  const { open } = all.reduce((state, event) => fold(state, event), emptyConversation);
  if (!open) throw new Error('No turn has begun');
  return open;
}

const prompt = (text: string): ConversationEvent => ({
  ...{ type: 'prompt.sent', messageId: 'm' as MessageId, at: 1, text, images: [] },
});

function block(id: string, text: string, kind: 'text' | 'thinking' = 'text'): ConversationEvent[] {
  return [
    { type: 'block.started', blockId: id, source: id, kind, at: 1 },
    { type: 'block.delta', blockId: id, text },
    { type: 'block.ended', blockId: id },
  ];
}

const called = (call: Partial<ToolCall> & Pick<ToolCall, 'family'>): ConversationEvent => {
  const usual = { tool: 'x', title: 'X', content: [], locations: [], status: 'done' };
  return { type: 'tool.updated', at: 1, call: { id: 'c', ...usual, ...call } as ToolCall };
};

function found(turn: Turn, text: string, matchesCase = false) {
  return [...placesInTurn(turn, 7, { text, matchesCase }, 100)].flatMap(step => step.found ?? []);
}

const counts = (turn: Turn, text: string, matchesCase?: boolean) =>
  found(turn, text, matchesCase).map(({ key, count }) => [key, count]);

it('finds messages, answers, thinking and notices, with the case or without', () => {
  const turn = turnOf(
    prompt('A Lease, a lease'),
    ...block('th', 'the lease, thought', 'thinking'),
    ...block('b', 'No'),
    { type: 'notice', at: 2, notice: { kind: 'warning', text: 'The lease is gone' } },
  );
  const [notice] = turn.items.filter(({ kind }) => kind === 'notice');
  expect(counts(turn, 'LEASE')).toEqual([
    ['prompt:m', 2],
    ['block:th', 1],
    [notice?.key, 1],
  ]);
  expect(counts(turn, 'Lease', true)).toEqual([['prompt:m', 1]]);
  expect(found(turn, 'thought')[0]).toMatchObject({ turn: 7, item: 1, group: 'block:th' });
});

it('finds Markdown as it is seen, or else as it was written, but counts neither twice', () => {
  const turn = turnOf(...block('b', 'the **bold** word\nin [docs](https://a.example/x)'));
  expect(counts(turn, 'the bold word in docs')).toEqual([['block:b', 1]]);
  expect(counts(turn, '**bold**')).toEqual([['block:b', 1]]);
  expect(counts(turn, 'a.example')).toEqual([['block:b', 1]]);
  expect(counts(turn, 'bold')).toEqual([['block:b', 1]]);
});

it('finds a call by its target, its arguments and its result, each of them once', () => {
  const bash = turnOf(
    called({
      ...{ family: 'bash', title: 'Bash', target: 'npm test', input: { command: 'npm test -- a' } },
      content: [{ type: 'terminal', stdout: 'a\u001b[31mb\u001b[0mc', stderr: 'oops' }],
    }),
  );
  expect(counts(bash, 'npm test')).toEqual([['c', 1]]);
  expect(counts(bash, 'abc')).toEqual([['c', 1]]);
  expect(counts(bash, 'oops')).toEqual([['c', 1]]);
  expect(counts(bash, 'bash')).toEqual([]);
  const read = turnOf(
    called({
      ...{ family: 'read', target: 'src/a.ts', input: { path: '/work/src/a.ts' } },
      content: [{ type: 'file', path: '/work/src/a.ts', text: 'lease', startLine: 1 }],
    }),
  );
  expect(counts(read, 'a.ts')).toEqual([['c', 1]]);
  expect(counts(read, 'lease')).toEqual([['c', 1]]);
  const mcp = turnOf(
    called({
      family: 'mcp',
      input: { server: 's', tool: 't', arguments: { deep: [{ name: 'lease' }] } },
      content: [{ type: 'text', text: { blob: 'b' as never, preview: 'begins', length: 9 } }],
    }),
  );
  expect(counts(mcp, 'lease')).toEqual([['c', 1]]);
  expect(counts(mcp, 'begins')).toEqual([['c', 1]]);
});

it('finds the lines of an edit once, as they are on disk', () => {
  const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-old', '+new text'] };
  const turn = turnOf(
    called({
      family: 'edit',
      input: { path: 'a.ts', edits: [{ oldText: 'old', newText: 'new text' }] },
      content: [
        { type: 'diff', path: 'a.ts', change: 'update', hunks: [hunk], added: 1, removed: 1 },
        { type: 'text', text: 'The file has a new text' },
      ],
    }),
  );
  expect(counts(turn, 'new text')).toEqual([['c', 1]]);
  expect(counts(turn, '+new')).toEqual([]);
});

it('finds the lines of an edit that has not happened once, as its card shows them', () => {
  const hunk = { oldStart: 1, oldLines: 2, newStart: 1, newLines: 2 };
  const edits = [
    {
      ...{ oldText: 'same\nold', newText: 'same\nnew' },
      hunks: [{ ...hunk, lines: [' same', '-old', '+new'] }],
    },
    { oldText: 'whole', newText: 'whole new' },
  ];
  const turn = turnOf(
    called({ family: 'edit', status: 'denied', target: 'a.ts', input: { path: '/b/a.ts', edits } }),
  );
  expect(counts(turn, 'same')).toEqual([['c', 1]]);
  expect(counts(turn, 'old')).toEqual([['c', 1]]);
  expect(counts(turn, 'whole')).toEqual([['c', 2]]);
  expect(counts(turn, 'new')).toEqual([['c', 2]]);
  expect(counts(turn, 'a.ts')).toEqual([['c', 1]]);
});

it('names the cards around what a subagent did, and the message that they stand in', () => {
  const agent = 'a' as ToolCallId;
  const turn = turnOf(
    ...block('b', 'First'),
    called({ id: agent, family: 'agent', input: { description: 'Look', prompt: 'p' } }),
    called({
      ...{ id: 'i' as ToolCallId, family: 'bash', parentToolId: agent },
      input: { command: 'lease' },
    }),
  );
  expect(found(turn, 'lease')).toEqual([
    { key: 'i', turn: 7, group: 'block:b', item: 2, count: 1, cards: ['tool:a'] },
  ]);
});

it('is not led in circles by calls that belong to each other', () => {
  const turn = turnOf(
    called({
      ...{ id: 'a' as ToolCallId, family: 'bash', parentToolId: 'b' as ToolCallId },
      input: { command: 'lease' },
    }),
    called({ id: 'b' as ToolCallId, family: 'bash', parentToolId: 'a' as ToolCallId }),
  );
  expect(found(turn, 'lease')[0]?.cards).toEqual(['tool:a', 'tool:b']);
});

it('finds a to-do in the newest list of a turn only, at its line', () => {
  const list = (id: string, text: string) =>
    called({
      ...{ id: id as ToolCallId, family: 'todoWrite' },
      input: { todos: [{ id: '1', text, status: 'pending' }] },
    });
  const turn = turnOf(list('x', 'lease'), list('y', 'lease, too'));
  expect(counts(turn, 'lease')).toEqual([['x', 1]]);
});

it('finds a to-do once, without what only the agent reads', () => {
  const create = (more: object = {}) =>
    turnOf(
      called({
        ...{ family: 'task', title: 'TaskCreate', target: 'Read the lease' },
        input: {
          ...{ action: 'create', subject: 'Read the lease', description: 'Read the lease' },
          activeText: 'Reading the lease',
        },
        content: [{ type: 'text', text: 'Task #1 created successfully: Read the lease' }],
        ...more,
      }),
    );
  expect(counts(create(), 'lease')).toEqual([['c', 1]]);
  expect(counts(create(), 'create')).toEqual([]);
  const input = { action: 'create', subject: 'A', description: 'Read the lease' } as const;
  expect(counts(create({ input, target: 'A' }), 'lease')).toEqual([['c', 1]]);
  const refused = { status: 'failed', content: [{ type: 'error', text: 'No such page' }] };
  expect(counts(create(refused), 'such page')).toEqual([['c', 1]]);
  const todos = [
    { id: '1', text: 'A lease', activeText: 'A lease, now', status: 'pending' },
  ] as const;
  const list = called({
    family: 'todoWrite',
    input: { todos },
    content: [{ type: 'todos', todos }],
  });
  expect(counts(turnOf(list), 'lease')).toEqual([['c', 1]]);
  expect(counts(turnOf(list), 'pending')).toEqual([]);
});

it('counts no more than it may', () => {
  const turn = turnOf(prompt('aaaa'), ...block('b', 'aaaa'));
  const steps = [...placesInTurn(turn, 0, { text: 'a', matchesCase: false }, 6)];
  expect(steps.flatMap(step => step.found?.count ?? [])).toEqual([4, 2]);
});

it.each([
  ['in one line', 'x '],
  ['in lines', 'x\n'],
  ['of Markdown', '**x** '],
])('finds matches across the parts in which a long text %s is read', (_what, part) => {
  const seen = part.replaceAll('*', '');
  const repeats = 70_000;
  const turn = turnOf(...block('b', part.repeat(repeats)));
  const steps = [...placesInTurn(turn, 0, { text: seen.repeat(10), matchesCase: true }, 1e6)];
  expect(steps.at(-1)?.found?.count).toBe(repeats / 10);
  expect(Math.max(...steps.map(({ read }) => read))).toBeLessThanOrEqual(32_768);
});

it('takes no time that grows faster than the number of lists and of cards', () => {
  const lists = Array.from({ length: 30_000 }, (_, index) =>
    called({ id: `l${index}` as ToolCallId, family: 'todoWrite' }),
  );
  const cards = Array.from({ length: 300 }, (_, index) => ({
    ...{ id: `a${index}` as ToolCallId, family: 'agent' as const, target: 'lease' },
    ...(index > 0 ? { parentToolId: `a${index - 1}` as ToolCallId } : {}),
  }));
  const items = [...lists, ...cards.map(called)].flatMap(event =>
    event.type === 'tool.updated'
      ? [{ kind: 'tool' as const, key: `tool:${event.call.id}`, at: 1, call: event.call }]
      : [],
  );
  const turn = { ...turnOf(), items };
  const before = performance.now();
  const places = found(turn, 'lease');
  expect(performance.now() - before).toBeLessThan(1_000);
  expect(places.at(-1)?.cards?.slice(0, 2)).toEqual(['tool:a0', 'tool:a1']);
});

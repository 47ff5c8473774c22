import { describe, expect, it } from 'vitest';
import type { ConversationEvent } from '../../../../src/contract/events';
import { BlobStore } from '../../../../src/core/conversation/blobStore';
import { externalize } from '../../../../src/core/conversation/externalize';
import { type ChannelPage, Relay } from '../../../../src/core/conversation/relay';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { fold } from '../../../../src/transcript/fold';
import { FakeClock } from '../../node/fakeClock';

const limit = 256 * 1024;

type Kind = ConversationEvent['type'];
type Huge = (text: string, count: number) => unknown;

const many = <T>(count: number, one: (index: number) => T) =>
  Array.from({ length: count }, (_, at) => one(at));
const call = (text: string, count: number) => ({
  id: 'call',
  tool: text,
  title: text,
  target: text,
  family: 'bash',
  status: 'done',
  input: { command: text, description: text },
  otherInput: { [text.slice(0, 100)]: many(count, () => text) },
  content: many(count, () => ({ type: 'text', text })),
  locations: many(count, () => ({ path: text })),
});

/** Each kind of event, with everything in it as large as a test wants. */
const kinds: Record<Kind, Huge> = {
  'turn.started': (_, count) => ({
    turnId: 't',
    at: 0,
    origin: 'person',
    messageIds: many(count, String),
  }),
  'prompt.sent': (text, count) => ({
    messageId: 'm',
    at: 0,
    text,
    images: many(count, () => ({ mediaType: 'image/png', data: text })),
  }),
  'turn.ended': text => ({ at: 0, outcome: { kind: 'error', reason: 'unknown', message: text } }),
  'block.started': text => ({ blockId: 'b', source: text, kind: 'text', at: 0 }),
  'block.delta': text => ({ blockId: 'b', text }),
  'block.ended': text => ({ blockId: 'b', text }),
  'block.discarded': () => ({ blockId: 'b' }),
  'tool.updated': (text, count) => ({ call: call(text, count), at: 0 }),
  'tool.delta': text => ({ toolId: 'call', argument: 'command', text }),
  'tool.discarded': () => ({ toolId: 'call' }),
  'tool.progress': text => ({ toolId: 'call', progress: { description: text } }),
  'tool.noted': text => ({ toolId: 'call', note: text }),
  'limit.changed': () => ({ limit: { type: 'five_hour', isReached: true } }),
  'goOn.changed': () => ({ at: 1 }),
  'prompt.opened': (text, count) => ({
    at: 0,
    prompt: {
      id: 'p',
      kind: 'permission',
      call: call(text, count),
      options: many(count, () => ({ label: text })),
    },
  }),
  'prompt.closed': text => ({ promptId: 'p', outcome: { kind: 'denied', message: text } }),
  'session.changed': text => ({ title: text, cwd: text }),
  'conversation.cleared': () => ({}),
  'todos.changed': (text, count) => ({
    todos: many(count, () => ({ content: text, status: 'pending' })),
  }),
  'task.changed': text => ({ task: { id: 't', kind: 'shell', status: 'running', title: text } }),
  'usage.changed': () => ({ usage: {} }),
  'settings.changed': (text, count) => ({
    settings: { model: text, disabledTools: many(count, () => text) },
  }),
  'choices.changed': (text, count) => ({
    choices: {
      models: many(count, () => ({ value: text, label: text, efforts: [] })),
      modes: [],
      commands: many(count, () => ({ name: text, description: text })),
    },
  }),
  'account.changed': text => ({ account: { isSignedIn: true, label: text } }),
  notice: text => ({ at: 0, notice: { kind: 'commandOutput', command: text, text } }),
  'agent.changed': text => ({ agent: { phase: 'stopped', detail: text, stderr: text } }),
  'queue.changed': (text, count) => ({
    queue: many(count, at => ({ id: `q${at}`, text, images: [] })),
  }),
  'sending.changed': (text, count) => ({
    sending: many(count, at => ({ id: `q${at}`, text, images: [] })),
  }),
  'suggestion.changed': text => ({ suggestion: text.slice(0, 300) }),
  'commands.changed': (text, count) => ({
    commands: many(count, at => ({ name: `c${at}`, description: text, source: 'user' })),
    terminalCommands: many(count, () => text),
  }),
  'sideQuestions.changed': (text, count) => ({
    sideQuestions: many(count, at => ({ id: `s${at}`, question: text, at, answer: text })),
  }),
  'shell.changed': text => ({
    line: { id: 's', command: text.slice(0, 8_000), at: 0, output: text },
  }),
  'shell.removed': (_, count) => ({ ids: many(count, String) }),
  'tasks.cleared': () => ({}),
  'file.updated': (text, count) => ({
    update: {
      toolId: 'call',
      path: text,
      status: 'updated',
      detail: text,
      hunks: many(count, () => ({ lines: [text] })),
      added: 1,
      removed: 1,
    },
  }),
  'review.changed': (_, count) => ({
    review: { files: 1, added: 1, removed: 1, tools: many(count, String) },
  }),
  'folder.changed': text => ({ folder: { name: text, branch: text } }),
  unknown: text => ({ at: 0, what: text }),
};

/** Texts with characters of one byte, of several, and of which JSON makes six; and list lengths. */
const sizes: readonly (readonly [text: string, count: number])[] = [
  ['', 3],
  ['a'.repeat(400_000), 1],
  ['ä'.repeat(20_000), 20],
  ['\u0001'.repeat(60_000), 3],
  ['"😀'.repeat(100), 2_000],
];

function posted(events: readonly ConversationEvent[]): ConversationEvent[][] {
  const posts: ConversationEvent[][] = [];
  const page: ChannelPage = { post: ({ events: part }) => posts.push([...part]) };
  const relay = new Relay(1, new FakeClock());
  relay.attach(page);
  relay.push(events);
  relay.settle();
  relay.dispose();
  return posts;
}

describe('An event of any kind and any size', () => {
  it.each(Object.keys(kinds) as Kind[])('%s is posted in at most 256 KB', kind => {
    for (const [text, count] of sizes) {
      const huge = { type: kind, ...Object(kinds[kind](text, count)) } as ConversationEvent;
      const small = externalize(huge, new BlobStore());
      expect(small.type).toBe(kind);
      for (const post of posted([small])) {
        expect(JSON.stringify(post).length).toBeLessThanOrEqual(limit);
      }
    }
  });

  it('is unchanged unless it is too large', () => {
    for (const kind of Object.keys(kinds) as Kind[]) {
      const event = { type: kind, ...Object(kinds[kind]('text', 3)) } as ConversationEvent;
      const images = kind === 'prompt.sent';
      expect(images ? event : externalize(event, new BlobStore())).toEqual(event);
    }
  });

  it('loses no streamed text, however long', () => {
    const text = many(600_000, at => String(at % 10)).join('');
    const blockId = 'b';
    const events: ConversationEvent[] = [
      { type: 'turn.started', turnId: 't' as never, at: 0, origin: 'person' },
      { type: 'block.started', blockId, source: 's', kind: 'text', at: 0 },
      { type: 'block.delta', blockId, text },
      { type: 'block.ended', blockId, text: `${text}!`, durationMs: 7 },
    ];
    const folded = (all: readonly ConversationEvent[]) =>
      all.reduce((state, event) => fold(state, event, () => undefined), emptyConversation);
    expect(folded(posted(events).flat())).toEqual(folded(events));
  });

  it('keeps what comes first of a list that is too long', () => {
    const todos = many(9_000, at => ({ content: `Item ${at}`, status: 'pending' as const }));
    const event = { type: 'todos.changed', ...Object({ todos }) } as ConversationEvent;
    const small = externalize(event, new BlobStore());
    expect(small).toMatchObject({ todos: expect.arrayContaining([todos[0], todos[1_000]]) });
  });
});

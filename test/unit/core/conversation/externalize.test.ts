import { expect, it } from 'vitest';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { ToolCallId } from '../../../../src/contract/ids';
import type { ToolCall } from '../../../../src/contract/tools';
import { BlobStore } from '../../../../src/core/conversation/blobStore';
import { externalize } from '../../../../src/core/conversation/externalize';

const long = 'é'.repeat(20_000);

function callWith(parts: Partial<ToolCall>): ConversationEvent {
  const call = {
    id: 'toolu_1' as ToolCallId,
    family: 'bash',
    tool: 'Bash',
    title: 'Bash',
    content: [],
    locations: [],
    status: 'done',
    ...parts,
  } as ToolCall;
  return { type: 'tool.updated', at: 1, call };
}

function callOf(event: ConversationEvent): ToolCall {
  if (event.type !== 'tool.updated') {
    throw new Error(event.type);
  }
  return event.call;
}

it('keeps plain-string input fields whole', () => {
  const input = { url: 'https://example.com', prompt: long };
  const event = callWith({ family: 'webFetch', input });
  expect(callOf(externalize(event, new BlobStore())).input).toEqual(input);
});

it('stores a long output as a blob and returns it in full', () => {
  const store = new BlobStore();
  const event = callWith({ content: [{ type: 'terminal', stdout: long, stderr: 'short' }] });
  const [content] = callOf(externalize(event, store)).content;
  if (content?.type !== 'terminal' || typeof content.stdout === 'string') {
    throw new Error('It still travels whole');
  }
  expect(content.stderr).toBe('short');
  expect(content.stdout).toMatchObject({ length: 20_000, preview: long.slice(0, 4_096) });
  expect(store.get(content.stdout.blob)).toEqual({ kind: 'text', text: long });
});

it('externalizes long texts nested anywhere in the input', () => {
  const store = new BlobStore();
  const event = callWith({
    family: 'mcp',
    input: { server: 's', tool: 't', arguments: { list: [{ deep: long }] } },
  } as Partial<ToolCall>);
  expect(JSON.stringify(externalize(event, store)).length).toBeLessThan(10_000);
});

it('adds the lines that differ to an edit, until its result has a diff', () => {
  const input = { path: 'a.ts', edits: [{ oldText: 'a\nb\n', newText: 'a\nc\n' }] };
  const edit = { family: 'edit', tool: 'Edit', input } as Partial<ToolCall>;
  const shown = callOf(externalize(callWith(edit), new BlobStore()));
  expect(shown.input).toMatchObject({ edits: [{ hunks: [{ lines: [' a', '-b', '+c'] }] }] });
  const hunks = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-b', '+c'] }];
  const content = [{ type: 'diff', path: 'a.ts', change: 'update', hunks, added: 1, removed: 1 }];
  const done = { ...edit, content } as Partial<ToolCall>;
  expect(callOf(externalize(callWith(done), new BlobStore())).input).toEqual(input);
});

it('shows an edit whole rather than a part of its lines', () => {
  const edits = Array.from({ length: 30 }, (_, index) => ({
    oldText: `${index}\n${'\u0001'.repeat(900)}\n`,
    newText: `${index}\n${'\u0002'.repeat(900)}\n`,
  }));
  const event = callWith({ family: 'edit', input: { path: 'a.ts', edits } } as Partial<ToolCall>);
  const text = JSON.stringify(externalize(event, new BlobStore()));
  expect(text).not.toContain('hunks');
});

it('never splits a character at the end of a preview', () => {
  const text = `${'a'.repeat(4_095)}😀${'b'.repeat(20_000)}`;
  const event = callWith({ content: [{ type: 'text', text }] });
  const [content] = callOf(externalize(event, new BlobStore())).content;
  const preview =
    content?.type === 'text' && typeof content.text !== 'string' && content.text.preview;
  expect(preview).toBe('a'.repeat(4_095));
});

it('moves images out of messages into the blob store', () => {
  const store = new BlobStore();
  const image = { mediaType: 'image/png', bytes: 3, data: 'AAAA' } as const;
  const [content] = callOf(
    externalize(callWith({ content: [{ type: 'image', image }] }), store),
  ).content;
  const blob = content?.type === 'image' ? content.image.blob : undefined;
  expect(content).not.toHaveProperty('image.data');
  expect(blob && store.get(blob)).toEqual({ kind: 'base64', data: 'AAAA', mediaType: 'image/png' });
});

it('drops the hunks of a huge diff but keeps its counts', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `+line ${index}`);
  const hunks = [{ oldStart: 1, oldLines: 0, newStart: 1, newLines: 20_000, lines }];
  const diff = {
    type: 'diff',
    path: '/a',
    change: 'create',
    hunks,
    added: 20_000,
    removed: 0,
  } as const;
  const [content] = callOf(externalize(callWith({ content: [diff] }), new BlobStore())).content;
  expect(content).toEqual({ ...diff, hunks: [] });
});

it('cuts notices and unreadable lines that are too long to post', () => {
  const text = 'x'.repeat(1_000_000);
  const events: ConversationEvent[] = [
    { type: 'unknown', what: text, at: 1 },
    { type: 'notice', at: 1, notice: { kind: 'warning', text } },
    { type: 'notice', at: 1, notice: { kind: 'commandOutput', command: 'cost', text } },
    { type: 'notice', at: 1, notice: { kind: 'compacted', summary: text } },
  ];
  for (const event of events) {
    const posted = JSON.stringify(externalize(event, new BlobStore()));
    expect(posted.length).toBeLessThan(256 * 1024);
    expect(posted).toContain('x…"');
  }
  const short: ConversationEvent = { type: 'notice', at: 1, notice: { kind: 'info', text: 'x' } };
  expect(externalize(short, new BlobStore())).toEqual(short);
});

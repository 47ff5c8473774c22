import { expect, test } from 'vitest';
import { readUpdate } from '../../../../../src/acp/translate/wire/update';

test('members that the protocol does not know are left out', () => {
  const wire = { sessionUpdate: 'plan', entries: [{ content: 'a', color: 'red' }], extra: 1 };
  expect(readUpdate(wire)).toEqual({ kind: 'plan', update: { entries: [{ content: 'a' }] } });
});

test('a member of the wrong type is as if it were absent', () => {
  const wire = {
    sessionUpdate: 'tool_call',
    toolCallId: '1',
    title: 7,
    status: 'paused',
    kind: [],
  };
  expect(readUpdate(wire)).toMatchObject({ kind: 'tool_call', update: { toolCallId: '1' } });
  expect(JSON.stringify(readUpdate(wire))).not.toMatch(/7|paused/);
});

test.each([
  ['an empty list of content replaces', { content: [] }, []],
  ['null leaves it', { content: null }, undefined],
  ['its absence leaves it', {}, undefined],
])('%s', (_name, more, content) => {
  const read = readUpdate({ sessionUpdate: 'tool_call_update', toolCallId: '1', ...more });
  expect(read.kind === 'tool_call_update' && read.update.content).toEqual(content);
});

test('only the first parts and places of a call are read', () => {
  const part = { type: 'diff', path: '/a', newText: '' };
  const read = readUpdate({
    ...{ sessionUpdate: 'tool_call', toolCallId: '1' },
    content: Array.from({ length: 5_000 }, () => part),
    locations: Array.from({ length: 5_000 }, () => ({ path: '/a' })),
  });
  expect(read.kind === 'tool_call' && read.update.content).toHaveLength(200);
  expect(read.kind === 'tool_call' && read.update.locations).toHaveLength(200);
});

test.each([
  [{ sessionUpdate: 'usage_update', used: 'many' }, 'usage_update'],
  [{ sessionUpdate: 'tool_call' }, 'malformed'],
  [{ sessionUpdate: 'toString' }, 'unknown'],
  [{ sessionUpdate: 7 }, 'unknown'],
])('%j', (wire, kind) => {
  expect(readUpdate(wire).kind).toBe(kind);
});

test.each([
  ['a block', { type: 'text', text: 'a' }, 'a'],
  ['no type', { text: 'a' }, 'a'],
  ['an envelope', { type: 'content', content: { text: 'a' } }, 'a'],
  [
    'a list',
    [
      { type: 'text', text: 'a' },
      { type: 'content', content: { text: 'b' } },
    ],
    'ab',
  ],
  ['a text', 'a', 'a'],
  ['another type', { type: 'video', text: 'a' }, undefined],
  ['an empty list', [], undefined],
])('the text of a chunk that is %s', (_name, content, text) => {
  const read = readUpdate({ sessionUpdate: 'agent_message_chunk', content });
  const block = read.kind === 'agent_message_chunk' ? read.update.content : undefined;
  expect(block && 'text' in block ? block.text : undefined).toBe(text);
});

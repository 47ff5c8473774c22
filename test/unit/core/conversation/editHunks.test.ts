import { expect, it } from 'vitest';
import type { ConversationEvent } from '../../../../src/contract/events';
import type { PromptId, ToolCallId } from '../../../../src/contract/ids';
import type { TextEdit, ToolCall } from '../../../../src/contract/tools';
import { withEditHunks, withoutHunks } from '../../../../src/core/conversation/editHunks';

const old = 'one\ntwo\nthree\n';
const hunk = {
  ...{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3 },
  lines: [' one', '-two', '+2', ' three'],
};
const linesOf = (edit: TextEdit) => withEditHunks([edit])[0]?.hunks?.flatMap(({ lines }) => lines);

it('adds the lines that differ, and keeps the texts', () => {
  const edit = { oldText: old, newText: 'one\n2\nthree\n', replaceAll: true };
  expect(withEditHunks([edit])).toEqual([{ ...edit, hunks: [hunk] }]);
});

it.each<[string, string, string, readonly string[]]>([
  ['parts of lines', 'let a', 'const a', ['-let a', '+const a']],
  ['parts that end within a line', 'a\nb', 'a\nc', [' a', '-b', '+c']],
  ['text that is removed', 'a\nb', '', ['-a', '-b']],
  ['text that is added', '', 'a', ['+a']],
  ['other line ends, too', 'a\r\nb\r\n', 'a\r\nc\r\n', [' a', '-b', '+c']],
])('compares %s without notes about their ends', (_name, oldText, newText, lines) => {
  expect(linesOf({ oldText, newText })).toEqual(lines);
});

const blob = { blob: 'live:1', preview: 'one', length: 20_000 } as unknown as TextEdit['oldText'];

it.each<[string, TextEdit]>([
  ['texts that differ in the last line end', { oldText: 'a\nb\n', newText: 'a\nb' }],
  ['texts that differ in line ends only', { oldText: 'a\r\nb\n', newText: 'a\nb\n' }],
  ['texts that are the same', { oldText: 'a', newText: 'a' }],
  ['a text that is stored', { oldText: blob, newText: 'a' }],
  ['texts that are very long', { oldText: 'x'.repeat(1_000_000), newText: 'y' }],
])('leaves %s to be shown whole', (_name, edit) => {
  expect(withEditHunks([edit])).toEqual([edit]);
});

it('leaves all edits of a call whole if their lines would be long together', () => {
  const edits = Array.from({ length: 20 }, (_, index) => ({
    oldText: `${index}${'a'.repeat(2_000)}`,
    newText: `${index}${'b'.repeat(2_000)}`,
  }));
  expect(withEditHunks(edits)).toEqual(edits);
  expect(withEditHunks(edits.slice(0, 3)).every(({ hunks }) => hunks?.length === 1)).toBe(true);
});

it('removes the lines from events of calls and requests', () => {
  const call = {
    ...{ id: 't' as ToolCallId, family: 'edit', tool: 'Edit', title: 'Edit', status: 'pending' },
    ...{ content: [], locations: [] },
    input: { path: 'a', edits: [{ oldText: old, newText: 'x', hunks: [hunk] }] },
  } as ToolCall;
  const change = { path: 'a', hunks: [hunk], added: 1, removed: 1 };
  const events: ConversationEvent[] = [
    { type: 'tool.updated', call, at: 1 },
    {
      ...{ type: 'prompt.opened', at: 1 },
      prompt: {
        ...{ kind: 'permission', id: 'p' as PromptId, toolId: call.id, call },
        ...{ suggestions: [], hasDiff: true, change },
      },
    },
  ];
  const text = JSON.stringify(events.map(withoutHunks));
  expect(text).not.toContain('hunks');
  expect(text).toContain('"oldText":"one');
});

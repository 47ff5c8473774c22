import { expect, test } from 'vitest';
import type { ToolItem } from '../../../src/contract/conversation';
import type { ConversationEvent } from '../../../src/contract/events';
import type { FileUpdate } from '../../../src/contract/fileUpdates';
import type { BlobId } from '../../../src/contract/ids';
import { changedFiles, findTool } from '../../../src/transcript/selectors';
import { ended, foldAll, started, tool, toolId } from './events';

const file = (tool: string, path: string, more: Partial<FileUpdate> = {}): ConversationEvent => ({
  type: 'file.updated',
  update: { toolId: toolId(tool), path, status: 'updated', added: 1, removed: 0, ...more },
});

const noted = (tool: string, note: string): ConversationEvent => ({
  type: 'tool.noted',
  toolId: toolId(tool),
  note,
});

function cardOf(id: string, events: readonly ConversationEvent[]): ToolItem | undefined {
  return findTool(foldAll([started('t'), tool(id, 'done'), ...events]), toolId(id));
}

test('a call keeps the last update of each changed file, ordered by first change', () => {
  const card = cardOf('c', [
    file('c', '/a', { added: 1 }),
    file('c', '/b'),
    file('c', '/a', { added: 5, via: 'command' }),
  ]);
  expect(card?.files).toMatchObject([{ path: '/a', added: 5, via: 'command' }, { path: '/b' }]);
});

test('a call keeps each note once, and a note without a call is ignored', () => {
  const events = [noted('c', 'first'), noted('c', 'second'), noted('c', 'first'), noted('x', '?')];
  const card = cardOf('c', events);
  expect(card?.notes).toEqual(['first', 'second']);
  expect(foldAll([noted('x', '?')]).open).toBeUndefined();
});

test('files and notes stay when the call is updated', () => {
  const card = cardOf('c', [file('c', '/a'), noted('c', 'n'), tool('c', 'failed'), ended()]);
  expect(card).toMatchObject({ files: [{ path: '/a' }], notes: ['n'], call: { status: 'failed' } });
});

test('a turn lists each file once, with its counts and problems added up', () => {
  const { turns } = foldAll([
    started('t'),
    tool('a', 'done'),
    tool('b', 'done'),
    file('a', '/a', { oldRef: 'old' as BlobId, problems: { errors: 2, warnings: 0 } }),
    file('a', '/same', { status: 'unchanged', added: 0 }),
    file('b', '/a', {
      ...{ via: 'command', isUncertain: true, newRef: 'new' as BlobId },
      problems: { errors: -1, warnings: 1 },
    }),
    file('b', '/b', { via: 'command' }),
    ended(),
  ]);
  expect(turns[0] && changedFiles(turns[0])).toEqual([
    {
      ...{ toolId: 'b', path: '/a', status: 'updated', added: 2, removed: 0 },
      ...{ oldRef: 'old', newRef: 'new', isUncertain: true, problems: { errors: 1, warnings: 1 } },
    },
    { toolId: 'b', path: '/b', status: 'updated', added: 1, removed: 0, via: 'command' },
  ]);
});

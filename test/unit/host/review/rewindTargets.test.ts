import { describe, expect, test } from 'vitest';
import type { Item, Turn } from '../../../../src/contract/conversation';
import type { FileUpdate } from '../../../../src/contract/fileUpdates';
import type { BlobId, TurnId } from '../../../../src/contract/ids';
import { rewindRows } from '../../../../src/host/review/rewindRows';
import {
  editsSince,
  rewindTargetOf,
  rewindTitle,
  toolsOfTurn,
} from '../../../../src/host/review/rewindTargets';
import { emptyConversation } from '../../../../src/transcript/emptyConversation';
import { sentPrompts } from '../../../../src/transcript/sentPrompts';
import {
  call,
  ended,
  foldAll,
  messageId,
  sent,
  started,
  tool,
  toolId,
} from '../../transcript/events';

const twoTurns = foldAll([
  started('t1'),
  sent('first', 10),
  tool('a', 'done', { family: 'edit' }, 11),
  ended(),
  started('t2'),
  sent('second', 20),
  tool('b', 'done', { family: 'write' }, 21),
  sent('third', 30),
]);

describe('messages to go back to', () => {
  test('are those of all turns, with the open one, oldest first', () => {
    const prompts = sentPrompts(twoTurns).map(({ messageId, text, at }) => ({
      messageId,
      text,
      at,
    }));
    expect(prompts).toEqual([
      { messageId: 'first', text: 'first', at: 10 },
      { messageId: 'second', text: 'second', at: 20 },
      { messageId: 'third', text: 'third', at: 30 },
    ]);
    expect(rewindTargetOf(twoTurns, messageId('second'))?.at).toBe(20);
    expect(rewindTargetOf(twoTurns, messageId('gone'))).toBeUndefined();
  });

  test('are listed newest first, with the number of files changed since', () => {
    const files = new Map([
      [10, 2],
      [20, 1],
    ]);
    const rows = rewindRows(twoTurns, at => files.get(at) ?? 0);
    expect(rows.map(({ label, detail, target }) => [label, detail, target.at])).toEqual([
      ['third', 'no file changed since', 30],
      ['second', '1 file changed since', 20],
      ['first', '2 files changed since', 10],
    ]);
  });

  test('are named by their first line, of which a row has 100 characters and a title 40', () => {
    const long = 'x'.repeat(150);
    const preview = { blob: 'r' as BlobId, length: 9_000, preview: 'start of a long text' };
    const prompts = [`\n  ${long}\nmore`, ' \n', preview].map(
      (text, at): Item => ({
        ...{ kind: 'prompt', key: `${at}`, at, images: [] },
        messageId: messageId(`${at}`),
        text,
      }),
    );
    const open: Turn = { id: 't' as TurnId, origin: 'person', startedAt: 1, items: prompts };
    const conversation = { ...emptyConversation, open };
    const labels = rewindRows(conversation, () => 0).map(({ label }) => label);
    expect(labels).toEqual(['start of a long text', '(no text)', 'x'.repeat(100)]);
    const titles = sentPrompts(conversation).map(rewindTitle);
    expect(titles[0]).toBe(`Rewind code to “${'x'.repeat(40)}…”`);
    expect(titles[2]).toBe('Rewind code to “start of a long text”');
  });

  test('are missing only if earlier ones cannot be loaded either', () => {
    expect(() => rewindRows(emptyConversation, () => 0)).toThrow(
      expect.objectContaining({ code: 'rewind.noMessages' }),
    );
    expect(rewindRows({ ...emptyConversation, hasEarlier: true }, () => 0)).toEqual([]);
  });
});

describe('the calls of a turn', () => {
  test('are those of the given turn, else of the newest with changes that wait', () => {
    const waiting = new Set([toolId('a')]);
    expect([...toolsOfTurn(twoTurns, undefined, waiting)]).toEqual(['a']);
    expect([...toolsOfTurn(twoTurns, undefined, new Set([...waiting, toolId('b')]))]).toEqual([
      'b',
    ]);
    expect([...toolsOfTurn(twoTurns, 't2' as TurnId, waiting)]).toEqual(['b']);
    expect([...toolsOfTurn(twoTurns, undefined, new Set())]).toEqual([]);
    expect([...toolsOfTurn(twoTurns, 'gone' as TurnId, waiting)]).toEqual([]);
  });
});

describe('edits since a time', () => {
  test('are calls that succeeded and edit files directly', () => {
    const conversation = foldAll([
      started('t'),
      tool('early', 'done', { family: 'edit' }, 4),
      tool('edit', 'done', { family: 'edit' }, 5),
      tool('failed', 'failed', { family: 'edit' }, 6),
      tool('running', 'running', { family: 'write' }, 6),
      tool('command', 'done', { family: 'bash' }, 6),
      tool('cell', 'done', { family: 'notebookEdit' }, 7),
      tool('file', 'done', { family: 'write' }, 8),
    ]);
    expect(editsSince(conversation, 5)).toEqual(['edit', 'cell', 'file']);
  });

  test('exclude tracked calls that have changed nothing', () => {
    const updated = (status: FileUpdate['status'], path: string): FileUpdate => ({
      ...{ toolId: toolId('x'), path, status },
      ...{ added: 0, removed: 0 },
    });
    const edit = (id: string, files?: readonly FileUpdate[]): Item => ({
      ...{ kind: 'tool', key: id, at: 5 },
      call: call(id, 'done', { family: 'edit' }),
      ...(files ? { files } : {}),
    });
    const items = [
      edit('same', [updated('unchanged', '/a')]),
      edit('other', [updated('unchanged', '/a'), updated('updated', '/b')]),
      edit('not tracked'),
    ];
    const open: Turn = { id: 't' as TurnId, origin: 'person', startedAt: 1, items };
    expect(editsSince({ ...emptyConversation, open }, 0)).toEqual(['other', 'not tracked']);
  });
});

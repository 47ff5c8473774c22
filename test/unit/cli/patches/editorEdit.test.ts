import { describe, expect, test } from 'vitest';
import {
  editorEditTool,
  readEditorEdit,
  tryEditorEdit,
  userText,
} from '../../../../src/cli/patches/editorEdit';
import {
  editedPaths,
  editorProposal,
  readPaths,
} from '../../../../src/cli/permissions/editProposal';

const rule = (tool: string) => `mcp__tandem__${tool}`;
const patch = '*** Update File: src/a.ts\n-two\n+2\n';

test('the tools are known by their whole names only', () => {
  expect(editorEditTool(rule('apply_patch'))).toBe('apply_patch');
  for (const other of ['apply_patch', 'mcp__other__apply_patch', 'mcp__tandem__x__apply_patch']) {
    expect(editorEditTool(other)).toBeUndefined();
  }
});

test('the file of a call is one that it reads and edits', () => {
  const paths = (tool: string, input: Record<string, unknown>) => [
    ...editedPaths(rule(tool), input, '/w'),
    ...readPaths(rule(tool), input, '/w'),
  ];
  expect(paths('apply_patch', { patch })).toEqual(['/w/src/a.ts', '/w/src/a.ts']);
  expect(paths('insert_edit', { path: '/x/b.ts', newText: '' })[0]).toBe('/x/b.ts');
  expect(paths('memory_note', { note: 'x' })[0]).toBe('/w/CLAUDE.md');
  expect(paths('memory_note', { note: 'x', folder: 'lib/deep/' })[0]).toBe('/w/lib/deep/CLAUDE.md');
  expect(paths('memory_note', { note: 'x', folder: '.' })[0]).toBe('/w/CLAUDE.md');
  expect(paths('apply_patch', { patch: 'broken' })).toEqual([]);
  expect(paths('read_file', { path: 'a.ts' })).toEqual([]);
});

test('the card shows what is removed and added, and where', () => {
  expect(tryEditorEdit(rule('apply_patch'), { patch })?.shown).toEqual([
    { oldText: 'two', newText: '2' },
  ]);
  const inserted = tryEditorEdit(rule('insert_edit'), { path: 'a', newText: 'x', anchor: 'one' });
  expect(inserted).toMatchObject({ shown: [{ newText: 'x' }], rest: { anchor: 'one' } });
  expect(tryEditorEdit(rule('memory_note'), { note: ' a\nb ' })?.shown[0]?.newText).toContain(
    '- a b',
  );
});

test('a proposal that the user has changed is written as it stands, for the content they saw', () => {
  const proposal = editorProposal(rule('apply_patch'), { patch }, '/w');
  const current = '\uFEFFone\ntwo\n';
  expect(proposal?.sides(current).after).toBe('\uFEFFone\n2\n');
  const input = proposal?.inputFor(current, 'one\nTWO\n') ?? {};
  const edit = readEditorEdit('apply_patch', input);
  expect(edit.path).toBe('src/a.ts');
  expect(edit.after(current)).toBe('\uFEFFone\nTWO\n');
  expect(() => edit.after('one\ntwo\nmore\n')).toThrow(/has changed since the user looked/);
  expect(() => edit.after(undefined)).toThrow(/has changed/);
  // An agent that makes the argument up reaches nothing that it has not seen.
  const madeUp = readEditorEdit('apply_patch', { patch, byUser: { text: 'x', of: 'guess' } });
  expect(() => madeUp.after(current)).toThrow(/has changed/);
  const created = { patch, byUser: userText(undefined, 'new') };
  expect(readEditorEdit('apply_patch', created).after(undefined)).toBe('new');
});

test('a file that is there is not created, and one that is not there is not changed', () => {
  const add = { patch: '*** Add File: a.ts\n+one\n' };
  expect(readEditorEdit('apply_patch', add).after(undefined)).toBe('one\n');
  expect(() => readEditorEdit('apply_patch', add).after('')).toThrow(/exists already/);
  expect(() => readEditorEdit('apply_patch', { patch }).after(undefined)).toThrow(/does not exist/);
});

describe('insert_edit', () => {
  const current = 'one\r\ntwo\r\nthree';
  const edited = (input: Record<string, unknown>) =>
    readEditorEdit('insert_edit', { path: 'a.ts', ...input }).after(current);

  test.each([
    [{ startLine: 2, endLine: 2, newText: '2\n' }, 'one\r\n2\r\nthree'],
    [{ startLine: 2, newText: '2' }, 'one\r\n2\r\nthree'],
    [{ startLine: 1, endLine: 3, newText: 'x\ny' }, 'x\r\ny'],
    [{ startLine: 2, endLine: 1, newText: 'x' }, 'one\r\nx\r\ntwo\r\nthree'],
    [{ startLine: 4, endLine: 3, newText: 'four' }, 'one\r\ntwo\r\nthree\r\nfour'],
    [{ startLine: 1, endLine: 2, newText: '' }, 'three'],
    [{ anchor: ' two ', newText: 'x' }, 'one\r\ntwo\r\nx\r\nthree'],
    [{ anchor: 'two', position: 'before', newText: 'x' }, 'one\r\nx\r\ntwo\r\nthree'],
    [{ anchor: 'three', position: 'replace', newText: '3' }, 'one\r\ntwo\r\n3'],
  ])('%j', (input, expected) => {
    expect(edited(input)).toBe(expected);
  });

  test.each([
    [{ newText: 'x' }, /name a range/],
    [{ startLine: 3, endLine: 1, newText: 'x' }, /lines 3 to 1 are not in it: it has 3/],
    [{ startLine: 2, endLine: 9, newText: 'x' }, /not in it/],
    [{ startLine: 6, endLine: 5, newText: 'x' }, /not in it/],
    [
      { anchor: 'tow two', newText: 'x' },
      /no line of it is "tow two".*nearest lines are:\n {2}2: two/s,
    ],
  ])('%j is refused', (input, reason) => {
    expect(() => edited(input)).toThrow(reason);
  });

  test('an anchor that stands there twice is refused with its lines', () => {
    const edit = readEditorEdit('insert_edit', { path: 'a.ts', anchor: 'x', newText: 'y' });
    expect(() => edit.after('x\n x\n')).toThrow(/more than one line is "x": 1, 2/);
  });
});

test('a note without words is refused', () => {
  expect(() => readEditorEdit('memory_note', { note: ' \u200b\n' })).toThrow(/no words/);
});

test('an error has the beginning of a long anchor', () => {
  const edit = readEditorEdit('insert_edit', {
    ...{ path: 'a.ts', newText: 'x' },
    anchor: 'long '.repeat(10_000),
  });
  expect(messageOf(() => edit.after('one\n')).length).toBeLessThan(500);
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return String(error);
  }
  return '';
}

import { expect, test } from 'vitest';
import {
  asAgentText,
  asEditorText,
  shownPath,
} from '../../../../src/host/proposedEdits/proposalText';
import type { EditProposal } from '../../../../src/protocol/agentSource';

const notebook = (metadata: object) =>
  JSON.stringify({
    cells: [
      { id: 'code', cell_type: 'code', source: '' },
      { id: 'text', cell_type: 'markdown', source: '' },
    ],
    metadata,
  });

const cell: EditProposal = {
  path: '/work/nb.ipynb',
  kind: 'notebookCell',
  label: 'cell a/b c',
  sides: () => ({ before: '', after: '' }),
  inputFor: () => ({}),
};

test.each([
  ['a\nb\n', 'a\nb\n'],
  ['a\r\nb\r\n', 'a\r\nb\r\n'],
  ['a\r\nb\nc\n', 'a\nb\nc\n'],
  ['a\r\nb\r\nc\n', 'a\r\nb\r\nc\r\n'],
  ['a\rb\rc\n', 'a\r\nb\r\nc\r\n'],
  ['a\r\nb\r', 'a\r\nb\r\n'],
  ['\uFEFFa\n', 'a\n'],
  ['a', 'a'],
  ['', ''],
])('the editor represents %j as %j', (text, held) => {
  expect(asEditorText(text)).toBe(held);
});

test('the byte order mark of a proposal is restored', () => {
  expect(asAgentText('b', '\uFEFFa')).toBe('\uFEFFb');
  expect(asAgentText('b', 'a')).toBe('b');
});

test.each([
  ['code', { language_info: { name: 'python', file_extension: '.py' } }, '.py'],
  ['code', { kernelspec: { language: 'R' } }, '.r'],
  ['code', { language_info: { file_extension: '/../../x' } }, '.py'],
  ['code', { language_info: { name: 'brainfuck' } }, '.txt'],
  ['text', { kernelspec: { language: 'python' } }, '.md'],
])('cell %s of a notebook with %j is shown as %s', (cell_id, metadata, extension) => {
  const path = shownPath(cell, { cell_id }, notebook(metadata));
  expect(path).toBe(`/work/nb.ipynb.cell-a-b-c${extension}`);
});

test('a new cell is shown in the language given by the call', () => {
  const path = shownPath(cell, { cell_type: 'markdown' }, notebook({}));
  expect(path.endsWith('.md')).toBe(true);
  expect(shownPath(cell, {}, 'no JSON').endsWith('.py')).toBe(true);
});

test('a file is shown under its own path', () => {
  expect(shownPath({ ...cell, kind: 'text', path: '/work/[id].tsx' }, {}, undefined)).toBe(
    '/work/[id].tsx',
  );
});

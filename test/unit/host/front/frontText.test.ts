import { expect, it } from 'vitest';
import {
  cutSelection,
  frontBlock,
  frontContext,
  longestSelection,
  nameOf,
} from '../../../../src/host/front/frontText';

it('keeps a selection within the limits as it is', () => {
  const text = `${'x\n'.repeat(longestSelection.lines)}`;
  const lines = { start: 3, end: longestSelection.lines + 2 };
  expect(cutSelection(text, lines)).toEqual({ lines, text, isCut: false });
});

it('cuts a long selection at the end of a line, and counts what is left', () => {
  const text = 'x\n'.repeat(longestSelection.lines + 1);
  const cut = cutSelection(text, { start: 11, end: longestSelection.lines + 11 });
  expect(cut).toMatchObject({
    isCut: true,
    lines: { start: 11, end: longestSelection.lines + 10 },
  });
  expect(cut.text.split('\n')).toHaveLength(longestSelection.lines);
});

it('cuts wide lines without splitting a character', () => {
  const text = `a\n${'x'.repeat(longestSelection.units - 3)}\u{1f600}\nrest`;
  const cut = cutSelection(text, { start: 1, end: 3 });
  expect(cut).toMatchObject({ isCut: true, lines: { start: 1, end: 2 } });
  expect(cut.text.endsWith('x')).toBe(true);
});

const selection = { lines: { start: 5, end: 5 }, text: 'x = 1', isCut: false };

it('gives the agent the path that it knows a file by', () => {
  const front = { id: '1', path: '/work/src/a.ts', selection };
  expect(frontBlock(front, '/work').title).toBe('Selection in src/a.ts, line 5');
  expect(frontBlock(front, '/workshop').title).toBe('Selection in /work/src/a.ts, line 5');
  expect(frontContext(front, '/work').path).toBe('src/a.ts');
});

it('says that a text is only the beginning', () => {
  const front = { id: '1', path: '/a.ts', selection: { ...selection, isCut: true } };
  expect(frontBlock(front, '/').title).toBe('Selection in a.ts, line 5 (beginning)');
  expect(frontContext(front, '/')).toMatchObject({ isCut: true, tokens: 2 });
});

it('names cells and documents without a file', () => {
  const cell = { id: '1', path: '/w/n.ipynb', cell: 3 };
  expect(frontContext(cell, '/w')).toMatchObject({ path: 'n.ipynb', name: 'n.ipynb, cell 3' });
  expect(frontBlock({ ...cell, selection }, '/w').title).toBe(
    'Selection in n.ipynb, cell 3, line 5',
  );
  expect(nameOf({ name: 'Untitled-1' })).toBe('Untitled-1');
});

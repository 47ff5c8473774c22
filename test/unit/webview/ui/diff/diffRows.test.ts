import { structuredPatch } from 'diff';
import { describe, expect, it } from 'vitest';
import { diffRows, wordMarks } from '../../../../../webview/ui/diff/diffRows';

describe('diffRows', () => {
  it('numbers both sides, pairs replaced lines and separates hunks', () => {
    const before = Array.from({ length: 30 }, (_, line) => `line ${line + 1}`);
    const after = [...before];
    after.splice(25, 1, 'line 26 more');
    after.splice(1, 1, 'line two', 'new');
    const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;
    const { hunks } = structuredPatch('a', 'b', text(before), text(after), '', '', { context: 1 });
    expect(diffRows(hunks)).toEqual([
      { kind: 'context', oldLine: 1, newLine: 1, text: 'line 1' },
      { kind: 'removed', oldLine: 2, text: 'line 2', pair: 'line two' },
      { kind: 'added', newLine: 2, text: 'line two', pair: 'line 2' },
      { kind: 'added', newLine: 3, text: 'new' },
      { kind: 'context', oldLine: 3, newLine: 4, text: 'line 3' },
      { kind: 'gap', skipped: 21 },
      { kind: 'context', oldLine: 25, newLine: 26, text: 'line 25' },
      { kind: 'removed', oldLine: 26, text: 'line 26', pair: 'line 26 more' },
      { kind: 'added', newLine: 27, text: 'line 26 more', pair: 'line 26' },
      { kind: 'context', oldLine: 27, newLine: 28, text: 'line 27' },
    ]);
  });

  it('has gaps at both ends of a known old text, and shows those that are open', () => {
    const old = Array.from({ length: 9 }, (_, line) => `${line + 1}\r`);
    const hunk = { oldStart: 4, oldLines: 2, newStart: 4, newLines: 1, lines: [' 4', '-5'] };
    const hunkRows = [
      { kind: 'context', oldLine: 4, newLine: 4, text: '4' },
      { kind: 'removed', oldLine: 5, text: '5' },
    ];
    expect(diffRows([hunk], { lines: old, open: new Set() })).toEqual([
      { kind: 'gap', skipped: 3, at: 1 },
      ...hunkRows,
      { kind: 'gap', skipped: 4, at: 6 },
    ]);
    expect(diffRows([hunk], { lines: old, open: new Set([6]) })).toEqual([
      { kind: 'gap', skipped: 3, at: 1 },
      ...hunkRows,
      ...[6, 7, 8, 9].map(line => ({
        ...{ kind: 'context', oldLine: line, newLine: line - 1, text: `${line}` },
      })),
    ]);
    const whole = { oldStart: 1, oldLines: 1, newStart: 0, newLines: 0, lines: ['-1'] };
    expect(diffRows([whole], { lines: ['1'], open: new Set() })).toHaveLength(1);
  });

  it('pairs lines across the note of a missing newline', () => {
    const lines = ['-a', '\\ No newline at end of file', '+b'];
    const rows = diffRows([{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines }]);
    expect(rows).toEqual([
      { kind: 'removed', oldLine: 1, text: 'a', pair: 'b' },
      { kind: 'note' },
      { kind: 'added', newLine: 1, text: 'b', pair: 'a' },
    ]);
  });
});

describe('wordMarks', () => {
  it('marks the changed words on each side', () => {
    const { removed, added } = wordMarks('const one = 1;', 'const three = 1;');
    expect(removed).toEqual([[6, 9]]);
    expect(added).toEqual([[6, 11]]);
  });

  it('marks nothing in long lines and lines with little in common', () => {
    const none = { removed: [], added: [] };
    expect(wordMarks('x'.repeat(501), 'y')).toEqual(none);
    expect(wordMarks('return value;', 'import { a } from "b";')).toEqual(none);
  });
});

import { expect, test } from 'vitest';
import { findSelection } from '../../../../src/host/terminalBridge/findSelection';
import type { SelectedText } from '../../../../src/terminalServer/editor/idePort';

const text = 'one two\r\nthree four\r\nfive\r\n';

function found(select: SelectedText): string | undefined {
  const span = findSelection(text, select);
  return span && text.slice(span.start, span.end);
}

test('text is selected from a start text to an end text', () => {
  const toEndOfLine = false;
  expect(found({ startText: 'two', toEndOfLine })).toBe('two');
  expect(found({ startText: 'two', endText: 'three', toEndOfLine })).toBe('two\r\nthree');
  expect(found({ startText: 'three', endText: 'one', toEndOfLine })).toBe('three');
  expect(found({ startText: 'three', toEndOfLine: true })).toBe('three four');
  expect(found({ startText: 'six', toEndOfLine })).toBeUndefined();
});

test('whole lines are selected by number', () => {
  expect(found({ startLine: 2 })).toBe('three four');
  expect(found({ startLine: 1, endLine: 2 })).toBe('one two\r\nthree four');
  expect(found({ startLine: 3, endLine: 99 })).toBe('five\r\n');
  expect(found({ startLine: 99 })).toBeUndefined();
});

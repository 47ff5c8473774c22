import { expect, test } from 'vitest';
import { suggestedText } from '../../../../src/host/codeReview/suggestedText';

const finding = { file: 'a.ts', start: 1, original: 'two\nthree', suggestion: 'TWO' };

test('the reviewed lines are replaced, with the line ends and the mark of the file', () => {
  expect(suggestedText(finding, 'one\ntwo\nthree\nfour\n')).toBe('one\nTWO\nfour\n');
  const windows = '\ufeffone\r\ntwo\r\nthree\r\nfour\r\n';
  expect(suggestedText(finding, windows)).toBe('\ufeffone\r\nTWO\r\nfour\r\n');
  const first = { ...finding, start: 0, original: 'one', suggestion: '1\n2' };
  expect(suggestedText(first, windows)).toBe('\ufeff1\r\n2\r\ntwo\r\nthree\r\nfour\r\n');
  expect(suggestedText({ ...finding, suggestion: '' }, 'one\ntwo\nthree')).toBe('one');
});

test('lines that have moved are found, if they are there once', () => {
  expect(suggestedText(finding, 'zero\none\ntwo\nthree\n')).toBe('zero\none\nTWO\n');
  const gone = { code: 'edit.conflict' };
  const twice = 'a\nb\nc\ntwo\nthree\ntwo\nthree\n';
  for (const current of ['one\nTWO\nthree\n', '', twice]) {
    expect(() => suggestedText(finding, current)).toThrow(expect.objectContaining(gone));
  }
});

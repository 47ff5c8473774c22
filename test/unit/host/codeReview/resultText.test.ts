import { expect, test } from 'vitest';
import { resultText } from '../../../../src/host/codeReview/resultText';

const files = { files: ['a', 'b'], withheld: [], tooLarge: [], more: 0 };
const none = { findings: [], unplaced: [], malformed: 0, more: 0 };
const unplaced = { file: 'a', severity: 'hint', title: 't', reason: 'r' } as const;
const finding = { ...unplaced, path: '/a', start: 0, end: 0, original: '' };

test('no findings say how many files were reviewed, and what it cost', () => {
  expect(resultText(none, files, undefined)).toBe('No findings. 2 changed files were reviewed.');
  expect(resultText(none, { ...files, files: ['a'] }, 0.126)).toBe(
    'No findings. 1 changed file was reviewed. Cost: $0.13.',
  );
});

test('all that is not shown is counted', () => {
  const left = { ...files, withheld: ['.env'], tooLarge: ['1', '2', '3', '4'], more: 1 };
  const all = { findings: [finding], unplaced: [unplaced], malformed: 1, more: 3 };
  expect(resultText(all, left, 0)).toBe(
    [
      '2 findings. 2 changed files were reviewed. Cost: $0.00.',
      'Left out, as they are private or ignored: .env.',
      'Left out, as they are too large: 1, 2, 3, ….',
      '1 more file was left out, as there are too many.',
      '1 finding names a file that cannot be shown. 4 more cannot be shown.',
    ].join(' '),
  );
});

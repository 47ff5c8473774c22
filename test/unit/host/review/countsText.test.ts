import { expect, test } from 'vitest';
import { countFiles, countsText } from '../../../../src/host/review/countsText';

test('added and removed lines are summed over all changes', () => {
  expect(
    countsText([
      { added: 12, removed: 0 },
      { added: 1, removed: 3 },
    ]),
  ).toBe('+13 −3');
  expect(countsText([])).toBe('+0 −0');
});

test('a file that two conversations have changed counts once', () => {
  const views = ['/a', '/b', '/a'].map(path => ({ review: { path } }));
  expect(countFiles(views)).toBe(2);
});

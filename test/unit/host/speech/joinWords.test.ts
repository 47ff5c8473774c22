import { expect, it } from 'vitest';
import { joinWords } from '../../../../src/host/speech/joinWords';

it('lists names once, and leaves out what could be an option or is no name', () => {
  const names = [
    'README.md',
    'parseArgs',
    'README.md',
    '--model',
    '-x',
    'a b',
    'x\ny',
    'io',
    '$el',
  ];
  expect(joinWords(names)).toBe('README.md, parseArgs');
});

it('is short, whatever is open', () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `component${index}.tsx`);
  const text = joinWords([...names, 'x'.repeat(300)]);
  expect(text.length).toBeLessThanOrEqual(600);
  expect(text.length).toBeGreaterThan(560);
});

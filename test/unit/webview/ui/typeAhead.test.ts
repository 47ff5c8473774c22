import { expect, it } from 'vitest';
import { TypeAhead } from '../../../../webview/ui/typeAhead';

const labels = ['Default', 'Sonnet', 'Sonnet (1M)', 'Haiku'];

it('finds an entry by consecutive letters, and starts over after a pause', () => {
  const typeAhead = new TypeAhead();
  expect(typeAhead.find('s', labels, 0, 0)).toBe(1);
  expect(typeAhead.find('o', labels, 1, 100)).toBe(1);
  expect(typeAhead.find('h', labels, 1, 2000)).toBe(3);
  expect(typeAhead.find('x', labels, 3, 4000)).toBe(-1);
});

it('moves on to the next match for a repeated letter', () => {
  const typeAhead = new TypeAhead();
  expect(typeAhead.find('s', labels, 0, 0)).toBe(1);
  expect(typeAhead.find('s', labels, 1, 100)).toBe(2);
  expect(typeAhead.find('s', labels, 2, 200)).toBe(1);
});

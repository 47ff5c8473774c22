import { expect, test } from 'vitest';
import { DoublePress } from '../../../../webview/composer/doublePress';

function pressedAt(...times: number[]): string[] {
  const presses = new DoublePress(500);
  return times.map(at => presses.press(at));
}

test('two presses in quick succession form a pair, and a third starts another', () => {
  expect(pressedAt(0, 500)).toEqual(['first', 'second']);
  expect(pressedAt(1000, 1100, 1200, 1300)).toEqual(['first', 'second', 'first', 'second']);
});

test('a late press starts the next pair', () => {
  expect(pressedAt(0, 501, 900)).toEqual(['first', 'first', 'second']);
});

test('a reset breaks the pair', () => {
  const presses = new DoublePress(500);
  presses.press(0);
  presses.reset();
  expect(presses.press(100)).toBe('first');
});

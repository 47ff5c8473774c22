import { expect, it } from 'vitest';
import { isGrowing } from '../../../../src/core/conversation/elsewhere';
import { FakeClock } from '../../node/fakeClock';

it('takes a transcript of an old agent for open as long as it has grown in the last 10 seconds', () => {
  const clock = new FakeClock();
  clock.advance(100_000);
  const write = { at: 95_000, isUntraced: true };
  expect(isGrowing(write, 0, clock)).toBe(true);
  clock.advance(4_999);
  expect(isGrowing(write, 0, clock)).toBe(true);
  clock.advance(1);
  expect(isGrowing(write, 0, clock)).toBe(false);
});

it('does not when it was us who wrote, or when the agent would leave another trace', () => {
  const clock = new FakeClock();
  clock.advance(100_000);
  expect(isGrowing({ at: 99_000, isUntraced: true }, 97_000, clock)).toBe(false);
  expect(isGrowing({ at: 99_000, isUntraced: true }, 90_000, clock)).toBe(true);
  expect(isGrowing({ at: 99_000, isUntraced: false }, 0, clock)).toBe(false);
  expect(isGrowing(undefined, 0, clock)).toBe(false);
});

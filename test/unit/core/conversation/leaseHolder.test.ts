import { expect, it } from 'vitest';
import { isWrittenElsewhere } from '../../../../src/core/conversation/leaseHolder';
import { FakeClock } from '../../node/fakeClock';

it("treats an old CLI's transcript as in use for 10 seconds after its last write", () => {
  const clock = new FakeClock();
  clock.advance(100_000);
  const write = { at: 95_000, isUntraced: true };
  expect(isWrittenElsewhere(write, 0, clock)).toBe(true);
  clock.advance(4_999);
  expect(isWrittenElsewhere(write, 0, clock)).toBe(true);
  clock.advance(1);
  expect(isWrittenElsewhere(write, 0, clock)).toBe(false);
});

it('ignores our own writes and CLIs that leave another trace', () => {
  const clock = new FakeClock();
  clock.advance(100_000);
  expect(isWrittenElsewhere({ at: 99_000, isUntraced: true }, 97_000, clock)).toBe(false);
  expect(isWrittenElsewhere({ at: 99_000, isUntraced: true }, 90_000, clock)).toBe(true);
  expect(isWrittenElsewhere({ at: 99_000, isUntraced: false }, 0, clock)).toBe(false);
  expect(isWrittenElsewhere(undefined, 0, clock)).toBe(false);
});

import { expect, it } from 'vitest';
import { followShareSelection } from '../../../../src/host/front/followShareSelection';

async function follow(shareSelection: unknown, contextSelection: unknown, times = 1) {
  const marks = new Map<string, unknown>();
  let turnedOff = 0;
  const turnOff = async () => {
    turnedOff += 1;
  };
  for (let time = 1; time <= times; time += 1) {
    await followShareSelection(
      {
        get: <T>(key: string) => marks.get(key) as T | undefined,
        update: async (key, value) => void marks.set(key, value),
      },
      { shareSelection, contextSelection, turnOff },
    );
  }
  return turnedOff;
}

it('takes over that no selection is shared, once', async () => {
  expect(await follow(false, undefined)).toBe(1);
  expect(await follow(false, undefined, 3)).toBe(1);
});

it('leaves the default and own choices', async () => {
  expect(await follow(undefined, undefined)).toBe(0);
  expect(await follow(true, undefined)).toBe(0);
  expect(await follow(false, 'always')).toBe(0);
});

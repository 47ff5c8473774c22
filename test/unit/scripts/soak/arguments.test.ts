import { expect, it } from 'vitest';
import { parseSoak } from '../../../../scripts/soak/arguments';

it('simulates two hours by default, and less when told so', () => {
  expect(parseSoak([])).toEqual({ turns: 2_000, tabs: 50, reloads: 20 });
  const few = ['--reloads=3', '--turns=200', '--tabs=10'];
  expect(parseSoak(few)).toEqual({ turns: 200, tabs: 10, reloads: 3 });
});

it.each([
  [['--turns'], '--turns is not known'],
  [['--turns=-1'], '--turns=-1 is not known'],
  [['--hours=2'], 'Usage: npm run soak'],
  [['--turns=39'], 'At least 40 turns'],
  [['--tabs=1'], '2 tabs'],
  [['--reloads=2'], '3 reloads'],
])('rejects %j', (args, message) => {
  expect(() => parseSoak(args)).toThrow(message);
});

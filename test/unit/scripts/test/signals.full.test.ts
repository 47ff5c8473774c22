import { afterEach, expect, test, vi } from 'vitest';
import { HangingRun, longest } from './signalBed';

vi.setConfig({ testTimeout: longest });

let hanging: HangingRun | undefined;
afterEach(() => hanging?.dispose());

test.each([
  // The shell of npm does not forward it.
  ['SIGINT', 'npm', 130],
  ['SIGTERM', 'npm', 143],
  ['SIGKILL', 'npm', 137],
  ['SIGINT', 'group', 130],
  ['SIGINT', 'run.mjs', 130],
  ['SIGTERM', 'run.mjs', 143],
  ['SIGKILL', 'run.mjs', 137],
  ['SIGINT', 'test.ts', 130],
  ['SIGTERM', 'test.ts', 143],
] as const)('%s to %s ends the whole run with %s', async (signal, to, code) => {
  hanging = await HangingRun.start();
  hanging.send(signal, to);
  expect(await hanging.ended).toBe(code);
  await hanging.leavesNothing();
});

test('nothing outlives the test script when it is killed', async () => {
  hanging = await HangingRun.start();
  hanging.send('SIGKILL', 'test.ts');
  await hanging.ended;
  await hanging.leavesNothing();
});

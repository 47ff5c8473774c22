import { afterEach, expect, test, vi } from 'vitest';
import { HangingRun, longest } from './signalBed';

vi.setConfig({ testTimeout: longest });

let hanging: HangingRun | undefined;
afterEach(() => hanging?.dispose());

test('SIGINT to npm, whose shell does not forward it, ends the whole run', async () => {
  hanging = await HangingRun.start();
  hanging.send('SIGINT', 'npm');
  expect(await hanging.ended).toBe(130);
  await hanging.leavesNothing();
});

test('nothing outlives the test script when it is killed', async () => {
  hanging = await HangingRun.start();
  hanging.send('SIGKILL', 'test.ts');
  await hanging.ended;
  await hanging.leavesNothing();
});

import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log';
import { OwnedProcess } from '../../../src/node/ownedProcess';
import { systemClock } from '../../../src/node/systemClock';

const request = {
  ...{ command: process.execPath, args: ['-e', 'process.stdin.resume();'] },
  ...{ cwd: tmpdir(), env: process.env, platform: process.platform },
};

function owned(): OwnedProcess {
  return new OwnedProcess(
    { sweepsAlways: false, clock: systemClock, log: silentLog },
    { onClosed: () => undefined, onExit: () => undefined },
  );
}

it.each(['dispose', 'stop'] as const)(
  'leaves no process behind that was asked to end while it was spawned: %s',
  async way => {
    const one = owned();
    const starting = one.start(request);
    if (way === 'dispose') {
      one.dispose();
    } else {
      await one.stop('now', async () => undefined);
    }
    expect(await starting).toBeUndefined();
    expect(one.piped?.pid).toBeGreaterThan(0);
    expect(one.hasEnded).toBe(true);
  },
);

it('spawns nothing once it was asked to end', async () => {
  const one = owned();
  one.dispose();
  expect(await one.start(request)).toBeUndefined();
  expect(one.piped).toBeUndefined();
});

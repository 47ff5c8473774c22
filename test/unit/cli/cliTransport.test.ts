import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { silentLog } from '../../../src/base/log';
import { CliTransport } from '../../../src/cli/cliTransport';
import { allEnded } from '../../../src/node/stopLadder';
import { systemClock } from '../../../src/node/systemClock';

const folder = mkdtempSync(join(tmpdir(), 'transport-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('lets a process write the end of its session when the window closes', async () => {
  const stored = join(folder, 'stored');
  // As some versions of the CLI do, which write what they have buffered when they are asked to end.
  const program = `
    process.on('SIGTERM', () => {
      require('node:fs').writeFileSync(${JSON.stringify(stored)}, 'the last turn');
      process.exit(0);
    });
    process.stdin.resume();
    console.log('{}');`;
  const started = new Deferred<void>();
  const transport = new CliTransport(
    {
      ...{ command: process.execPath, args: ['-e', program, '--'], env: process.env, cwd: folder },
      ...{ platform: process.platform, clock: systemClock, log: silentLog },
    },
    { onLine: () => started.resolve(), onClosed: () => undefined, onExit: () => undefined },
  );
  await transport.start([]);
  await started.promise;
  transport.dispose();
  await allEnded();
  expect(existsSync(stored)).toBe(true);
});

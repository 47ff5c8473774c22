import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { silentLog } from '../../../src/base/log';
import { CliTransport } from '../../../src/cli/cliTransport';
import { LineSplitter } from '../../../src/node/lineSplitter';
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
  transport.process.dispose();
  await allEnded();
  expect(existsSync(stored)).toBe(true);
});

it('reads no more lines of stderr than it logs, and still knows what came last', async () => {
  const leftOut = vi.spyOn(LineSplitter.prototype, 'leaveOut');
  const logged: string[] = [];
  const note = (message: string) => logged.push(message);
  const program = `
    console.error('a line\\n'.repeat(20_000) + 'the last words');
    console.log('{}');`;
  const ended = new Deferred<void>();
  const transport = new CliTransport(
    {
      ...{ command: process.execPath, args: ['-e', program, '--'], env: process.env, cwd: folder },
      ...{ platform: process.platform, clock: systemClock },
      log: { ...silentLog, debug: note, warn: note },
    },
    { onLine: () => undefined, onClosed: () => undefined, onExit: () => ended.resolve() },
  );
  await transport.start([]);
  await ended.promise;
  expect(logged.filter(message => message === 'stderr')).toHaveLength(1_000);
  expect(logged.at(-1)).toContain('1000 lines were logged');
  expect(transport.process.stderr).toMatch(/a line\nthe last words$/);
  expect(leftOut).toHaveBeenCalled();
});

it('passes on no text once it would go nowhere, and every frame', async () => {
  const lines: string[] = [];
  const program = `
    for (let part = 0; part < 20; part += 1) {
      console.log('some text\\n'.repeat(10_000) + JSON.stringify({ part }));
    }`;
  const ended = new Deferred<void>();
  const transport = new CliTransport(
    {
      ...{ command: process.execPath, args: ['-e', program, '--'], env: process.env, cwd: folder },
      ...{ platform: process.platform, clock: systemClock, log: silentLog },
    },
    {
      ...{ onLine: line => lines.push(line), leavesOutText: () => lines.length > 100 },
      ...{ onClosed: () => undefined, onExit: () => ended.resolve() },
    },
  );
  await transport.start([]);
  await ended.promise;
  const frames = lines.filter(line => line.startsWith('{'));
  expect(frames).toEqual(Array.from({ length: 20 }, (_, part) => JSON.stringify({ part })));
  expect(lines.length).toBeLessThan(20_000);
});

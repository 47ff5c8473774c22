import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { build, stop } from 'esbuild';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { matchesPattern } from '../../../src/node/matchesPattern';

it.each([
  ['^x', 'xy', true],
  ['^x', 'yx', false],
  ['^\\p{L}+$', 'été', true],
  // Only valid without the `u` flag.
  ['\\-', '-', true],
  ['(', 'x', undefined],
])('%j on %j', (pattern, text, expected) => {
  expect(matchesPattern(pattern, text)).toBe(expected);
});

it('gives up on a pattern that would take for ever', () => {
  expect(matchesPattern('^(a+)+$', `${'a'.repeat(60)}!`)).toBeUndefined();
});

it('runs no code of the pattern or the text', () => {
  expect(matchesPattern('${process.exit(1)}', 'x')).toBe(false);
  expect(matchesPattern('x', '`; throw new Error()')).toBe(false);
});

/**
 * Prints "ready" before it tries a pattern that takes 8 to 16 ms of CPU, then prints the result. On
 * a busy machine it may take more than twice as long, and 50 ms are too long.
 */
const slowly = `
  import { matchesPattern } from './src/node/matchesPattern';
  const cpu = () => Object.values(process.cpuUsage()).reduce((a, b) => a + b) / 1_000;
  let text = 'a'.repeat(14);
  for (let used = 0; used < 8; text += 'a') {
    const start = cpu();
    /^(a+)+$/u.test(text + '!');
    used = cpu() - start;
  }
  process.stdout.write('ready\\n');
  process.stdin.once('data', () => {
    process.stdout.write(matchesPattern('^(a+)+$', text.slice(1) + '!') + '\\n', () => process.exit());
  });
`;

afterAll(() => stop());

it.skipIf(process.platform === 'win32')('does not count the time of other processes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'matches-pattern-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'slowly.cjs');
  const stdin = { contents: slowly, resolveDir: resolve('.'), loader: 'ts' } as const;
  await build({ stdin, outfile, bundle: true, platform: 'node', logLevel: 'error' });
  const child = spawn(process.execPath, [outfile], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = once(child, 'exit');
  await lines.next();
  child.stdin.write('go');
  // The process runs for a few milliseconds at a time, as on a busy machine.
  while (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGSTOP');
    await wait(150);
    child.kill('SIGCONT');
    await Promise.race([exited, wait(5)]);
  }
  expect(await lines.next()).toMatchObject({ value: 'false' });
});

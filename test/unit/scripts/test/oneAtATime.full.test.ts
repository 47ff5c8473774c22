import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureProject } from './fixtureProject';
import { longest } from './signalBed';

/** A test that lasts until a file is there, and a skipped one, which must fail each run. */
const waits = `
import { existsSync, watch, writeFileSync } from 'node:fs';
import { test } from 'vitest';
test.skip('is skipped', () => undefined);
test('waits', async () => {
  const changed = new Promise(resolve => watch('.', () => existsSync('go') && resolve()));
  writeFileSync('started', '');
  if (!existsSync('go')) await changed;
}, 1e8);
`;

test('a second run in the same folder waits, and each reports its own results', {
  timeout: longest,
}, async () => {
  const { root, dispose } = await fixtureProject({ 'test/waits.test.ts': waits });
  const started: { end(): void }[] = [];
  const start = () => {
    const env = { ...process.env, TANDEM_TEST_ROOT: root };
    const run = spawn('npm', ['test'], { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const seen = { text: '', exit: once(run, 'exit'), end: () => run.kill() };
    started.push(seen);
    run.stdout.on('data', data => {
      seen.text += data;
    });
    return seen;
  };
  const poll = { timeout: longest / 2, interval: 50 };
  try {
    const first = start();
    await expect.poll(() => existsSync(join(root, 'started')), poll).toBe(true);
    const second = start();
    await expect.poll(() => second.text, poll).toContain('Another run in this folder is under way');
    await writeFile(join(root, 'go'), '');
    for (const run of [first, second]) {
      expect(await run.exit).toEqual([1, null]);
      expect(run.text).toContain('1 skipped');
    }
  } finally {
    for (const { end } of started) end();
    await dispose();
  }
});

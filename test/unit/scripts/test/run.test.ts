import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { CpuGroup } from '../../../../scripts/test/cpuGroup';
import { Run } from '../../../../scripts/test/run';

const probe = `probe-${process.pid}`;
afterAll(() => CpuGroup.removeAll(probe));

let run: Run | undefined;
let folder: string | undefined;

afterEach(async () => {
  await run?.end();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** A program that ends when the file given as its argument exists. */
const patient = `const { existsSync } = require('node:fs');
  setInterval(() => { if (existsSync(process.argv[1])) process.exit(3); }, 20);`;

/** A program that leaves a process in a separate session. */
const careless = `const { spawn } = require('node:child_process');
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true, stdio: 'ignore' })
    .on('spawn', () => process.exit());`;

/** Leaves a process in a separate session, with nothing in its environment. */
const secretive = careless.replace('detached: true', 'detached: true, env: {}');

// Only some systems have groups of processes that nobody can leave.
if (CpuGroup.create('cpuacct', probe)) {
  test('a process that hides its origin ends with its step', async () => {
    folder = await mkdtemp(join(tmpdir(), 'steps-'));
    run = await Run.start(100);
    const { left } = await run.step(['-e', secretive], { cwd: folder, stdio: 'ignore' });
    expect(left).toHaveLength(1);
  });
}

/** Writes the CPU shares of its group, once it is in that of its step: it is put there as it starts. */
const shares = `const { readFileSync, writeFileSync } = require('node:fs');
  const step = require('node:path').basename(process.env.TMPDIR);
  const timer = setInterval(() => {
    const groups = readFileSync('/proc/self/cgroup', 'utf8');
    const [, group] = /^\\d+:(?:[\\w=]+,)*cpu(?:,[\\w=]+)*:(.*)$/m.exec(groups);
    if (!group.endsWith('-' + step)) return;
    clearInterval(timer);
    writeFileSync(process.argv[1], readFileSync('/sys/fs/cgroup/cpu' + group + '/cpu.shares', 'utf8').trim());
  }, 5);`;

// Without a group of its own, a step that starts many sessions would leave little to the others.
if (CpuGroup.create('cpu', probe)) {
  test('steps side by side have their shares as a whole, whatever they start', async () => {
    folder = await mkdtemp(join(tmpdir(), 'steps-'));
    run = await Run.start(100);
    const found: string[] = [];
    for (const share of ['large', 'small'] as const) {
      const path = join(folder, share);
      await run.step(['-e', shares, path], { cwd: folder, stdio: 'ignore', share });
      found.push(await readFile(path, 'utf8'));
    }
    expect(found).toEqual(['1024', '512']);
  });
}

test('a step that ends takes only its own processes with it', async () => {
  folder = await mkdtemp(join(tmpdir(), 'steps-'));
  run = await Run.start(100);
  const options = { cwd: folder, stdio: 'ignore' } as const;
  const end = join(folder, 'end');
  const other = run.step(['-e', patient, end], { ...options, share: 'small' });
  const { code, left } = await run.step(['-e', careless], options);
  expect([code, left.length]).toEqual([0, 1]);
  expect(left[0]).toContain('setInterval(() => {}, 1e6)');
  await writeFile(end, '');
  expect(await other).toMatchObject({ code: 3, left: [] });
});

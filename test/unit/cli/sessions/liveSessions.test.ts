import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LiveSessions } from '../../../../src/cli/sessions/liveSessions';
import { readProcStat } from '../../../../src/node/processTable';
import { FakeClock } from '../../node/fakeClock';

let config: string;

beforeEach(async () => {
  config = await mkdtemp(join(tmpdir(), 'live-'));
  await mkdir(join(config, 'sessions'));
});

afterEach(() => rm(config, { recursive: true, force: true }));

const put = (name: string, value: unknown) =>
  writeFile(
    join(config, 'sessions', name),
    typeof value === 'string' ? value : JSON.stringify(value),
  );

/** @param starts start times by pid, as reported by the system */
async function list(starts: Record<number, string>, platform: NodeJS.Platform = 'linux') {
  const live = new LiveSessions({
    configFolder: async () => config,
    startTime: async pid => starts[pid],
    platform,
  });
  try {
    return (await live.list()).map(({ pid }) => pid).sort();
  } finally {
    live.dispose();
  }
}

it("lists live sessions with the CLI's details", async () => {
  await put('7.json', {
    pid: 7,
    sessionId: 's',
    procStart: '42',
    cwd: '/w',
    status: 'busy',
    entrypoint: 'cli',
    startedAt: 5,
  });
  const live = new LiveSessions({
    configFolder: async () => config,
    startTime: async () => 'boot/42',
    platform: 'linux',
  });
  expect(await live.list()).toEqual([
    { pid: 7, sessionId: 's', cwd: '/w', status: 'busy', entrypoint: 'cli', startedAt: 5 },
  ]);
  live.dispose();
});

it('does not miss a session whose file is being written', async () => {
  await put('7.json', '{"pid":7,');
  await put('8.json', { pid: 8, sessionId: 'other', procStart: '1' });
  const whole = JSON.stringify({ pid: 7, sessionId: 'written', procStart: '1' });
  const live = new LiveSessions({
    configFolder: async () => config,
    startTime: async pid => {
      // The other file has been read, and with it the beginning of this one.
      if (pid === 8) writeFileSync(join(config, 'sessions', '7.json'), whole);
      return 'boot/1';
    },
    platform: 'linux',
  });
  expect((await live.list()).map(({ pid }) => pid).sort()).toEqual([7, 8]);
  live.dispose();
});

it('ignores files of dead processes and reused process ids', async () => {
  await put('1.json', { pid: 1, sessionId: 'lives', procStart: '10' });
  await put('2.json', { pid: 2, sessionId: 'gone', procStart: '20' });
  await put('3.json', { pid: 3, sessionId: 'reused', procStart: '30' });
  await put('4.json', { pid: 4, sessionId: 'unproven' });
  expect(await list({ 1: 'boot/10', 3: 'boot/31', 4: 'boot/40' })).toEqual([1]);
});

it('ignores unknown files, incomplete files and unexpected types', async () => {
  await put('1.json', { pid: 1, sessionId: 'lives', procStart: '10', cwd: 7, status: null });
  await put('1.abc.key', { procStart: '10' });
  await put('2.json', '{"pid":2,"sess');
  await put('3.json', { pid: 'three' });
  expect(await list({ 1: 'b/10', 2: 'b/20', 3: 'b/30' })).toEqual([1]);
});

it('compares start times where the system provides no ticks', async () => {
  const startedAt = Date.parse('Sat Nov 21 13:00:05 2026');
  await put('1.json', { pid: 1, sessionId: 'near', procStart: 'x', startedAt });
  await put('2.json', { pid: 2, sessionId: 'far', procStart: 'x', startedAt });
  const starts = { 1: 'Sat Nov 21 13:00:03 2026', 2: 'Sat Nov 21 14:00:03 2026' };
  expect(await list(starts, 'darwin')).toEqual([1]);
  const fileTime = String((BigInt(startedAt) + 11_644_473_600_000n) * 10_000n);
  expect(await list({ 1: fileTime }, 'win32')).toEqual([1]);
});

it('is empty without the folder, and fires when the folder appears and changes', async () => {
  await rm(join(config, 'sessions'), { recursive: true });
  const live = new LiveSessions({ configFolder: async () => config });
  const told = () => new Promise<void>(resolve => live.onChanged(resolve));
  expect(await live.list()).toEqual([]);
  const first = told();
  await mkdir(join(config, 'sessions'));
  await first;
  const second = told();
  await put('5.json', {});
  await second;
  live.dispose();
});

it('fires when a process ends that left its file behind', async () => {
  await put('1.json', { pid: 1, sessionId: 'stays', procStart: '10' });
  await put('2.json', { pid: 2, sessionId: 'is killed', procStart: '20' });
  const starts = new Map([
    [1, 'boot/10'],
    [2, 'boot/20'],
  ]);
  const clock = new FakeClock();
  const live = new LiveSessions({
    configFolder: async () => config,
    startTime: async pid => starts.get(pid),
    isAlive: pid => starts.has(pid),
    platform: 'linux',
    clock,
  });
  let told = 0;
  live.onChanged(() => {
    told += 1;
  });
  expect(await live.list()).toHaveLength(2);
  clock.advance(2_000);
  expect(told).toBe(0);
  starts.delete(2);
  clock.advance(2_000);
  expect(told).toBe(1);
  expect((await live.list()).map(({ pid }) => pid)).toEqual([1]);
  live.dispose();
  expect(clock.waiting).toEqual([]);
});

it('lists a process until it has ended, even if it has removed its file', async () => {
  await put('1.json', { pid: 1, sessionId: 'ends', procStart: '10' });
  let start: string | undefined = 'boot/10';
  const clock = new FakeClock();
  const live = new LiveSessions({
    configFolder: async () => config,
    startTime: async () => start,
    isAlive: () => start !== undefined,
    platform: 'linux',
    clock,
  });
  const sessions = async () => (await live.list()).map(({ sessionId }) => sessionId);
  expect(await sessions()).toEqual(['ends']);
  await rm(join(config, 'sessions', '1.json'));
  expect(await sessions()).toEqual(['ends']);
  await put('1.json', '{"pid":1,');
  expect(await sessions()).toEqual(['ends']);
  await put('1.json', { pid: 1, sessionId: 'changed', procStart: '10' });
  expect(await sessions()).toEqual(['changed']);
  await rm(join(config, 'sessions', '1.json'));
  expect(await sessions()).toEqual(['changed']);
  expect(clock.waiting).toEqual([100]);
  start = undefined;
  expect(await sessions()).toEqual([]);
  live.dispose();
  expect(clock.waiting).toEqual([]);
});

it.runIf(process.platform === 'linux')('fires when a process ends that nobody reaps', async () => {
  // The program that replaces the shell does not wait for its child.
  const parent = spawn('sh', ['-c', 'exec 3<&0; cat <&3 & echo $!; exec sleep 60'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  try {
    const [line] = await once(parent.stdout, 'data');
    const pid = Number(line);
    const procStart = readProcStat(pid)?.startTime.split('/').at(-1);
    await put(`${pid}.json`, { pid, sessionId: 'orphan', procStart });
    const clock = new FakeClock();
    const live = new LiveSessions({ configFolder: async () => config, clock });
    expect(await live.list()).toHaveLength(1);
    const fired = new Promise<void>(resolve => live.onChanged(resolve));
    parent.stdin.end();
    await expect.poll(() => readProcStat(pid)).toBeUndefined();
    clock.advance(2_000);
    await fired;
    live.dispose();
  } finally {
    parent.kill('SIGKILL');
  }
});

it('follows the folder that the CLI has in the end', async () => {
  const former = config;
  const real = await mkdtemp(join(tmpdir(), 'live-'));
  await mkdir(join(real, 'sessions'));
  const live = new LiveSessions({ configFolder: async () => config });
  let changes = 0;
  live.onChanged(() => {
    changes += 1;
  });
  await live.list();
  config = real;
  try {
    await live.list();
    // A watch begins a moment later.
    await expect
      .poll(async () => {
        await put('7.json', {});
        return changes;
      })
      .toBeGreaterThan(0);
  } finally {
    live.dispose();
    config = former;
    await rm(real, { recursive: true, force: true });
  }
});

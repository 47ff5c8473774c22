import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type LockHolder, removeLockLeftovers, withFileLock } from '../../support/cacheLock';

let root: string;
let file: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tandem-lock-'));
  file = join(root, 'lock');
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Returns the content that this process writes into a lock. */
async function ownHolder(): Promise<LockHolder> {
  return withFileLock(file, async () => JSON.parse(await readFile(file, 'utf8')));
}

async function endedPid(): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-p', 'process.pid']);
  return Number(stdout);
}

it('names its holder from the start, and is removed afterwards', async () => {
  const holder = await ownHolder();
  expect(holder).toMatchObject({ pid: process.pid });
  expect(holder.place).toContain(hostname());
  expect(holder.task).toContain(process.cwd());
  expect(await readdir(root)).toEqual([]);
});

it('is taken over at once from a process that has ended', async () => {
  const ended = { ...(await ownHolder()), pid: await endedPid() };
  await writeFile(file, JSON.stringify(ended));
  expect(await withFileLock(file, async () => 'done')).toBe('done');
});

it('is taken over if another process reuses the pid of its holder', async () => {
  const own = await ownHolder();
  await writeFile(file, JSON.stringify({ ...own, startTime: `${own.startTime}0` }));
  expect(await withFileLock(file, async () => 'done')).toBe('done');
});

it('is taken over if its content is invalid and old', async () => {
  await writeFile(file, '');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(file, longAgo, longAgo);
  expect(await withFileLock(file, async () => 'done')).toBe('done');
});

it('is waited for while its holder lives, which is reported once', async () => {
  const own = await ownHolder();
  const waits: number[] = [];
  const order: string[] = [];
  let second: Promise<void> | undefined;
  await withFileLock(file, async () => {
    await new Promise<void>(waited => {
      const work = async () => void order.push('second');
      second = withFileLock(file, work, ({ pid }) => {
        waits.push(pid);
        waited();
      });
    });
    order.push('first');
  });
  await second;
  expect(order).toEqual(['first', 'second']);
  expect(waits).toEqual([own.pid]);
});

it('is held by one at a time if many find the same holder dead', async () => {
  const own = await ownHolder();
  const pid = await endedPid();
  for (let round = 0; round < 5; round++) {
    await writeFile(file, JSON.stringify({ ...own, pid, token: `dead-${round}` }));
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await turn();
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 6 }, () => withFileLock(file, work)));
    expect(most).toBe(1);
  }
  expect(await readdir(root)).toEqual([]);
});

it('is not taken from its next holder by a process slow to find the last one dead', async () => {
  const own = await ownHolder();
  await writeFile(file, JSON.stringify({ ...own, pid: await endedPid(), token: 'dead' }));
  const order: string[] = [];
  const next = JSON.stringify({ ...own, token: 'next' });
  let slow: Promise<void> | undefined;
  let sawNext: Promise<void> | undefined;
  await withFileLock(`${file}.dead.ended`, async () => {
    await new Promise<void>(waits => {
      sawNext = new Promise(seen => {
        slow = withFileLock(
          file,
          async () => {
            order.push('slow');
            waits();
            seen();
          },
          ({ token }) => {
            waits();
            if (token === 'next') seen();
          },
        );
      });
    });
    await writeFile(file, next);
  });
  await sawNext;
  order.push('next');
  expect(await readFile(file, 'utf8')).toBe(next);
  await rm(file);
  await slow;
  expect(order).toEqual(['next', 'slow']);
});

it('is cleared of files left by killed processes', async () => {
  const own = await ownHolder();
  await writeFile(`${file}.one`, JSON.stringify({ ...own, pid: await endedPid() }));
  await writeFile(`${file}.two`, JSON.stringify(own));
  // Another process is writing it.
  await writeFile(`${file}.three`, '{');
  await removeLockLeftovers(file);
  expect((await readdir(root)).sort()).toEqual(['lock.three', 'lock.two']);
});

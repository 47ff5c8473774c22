import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import type { SessionId } from '../../../../src/contract/ids';
import { SessionLocks } from '../../../../src/core/registry/sessionLocks';

const session = 'aaaaaaaa-0000-4000-8000-000000000000' as SessionId;
let folder: string;
let alive: Set<number>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'locks-'));
  alive = new Set([1, 2]);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const windowOf = (pid: number) =>
  new SessionLocks(
    folder,
    {
      self: async () => ({ pid, startTime: `t${pid}` }),
      lives: async one => alive.has(one.pid) && one.startTime === `t${one.pid}`,
    },
    silentLog,
  );

it('leases a session to the first window until that releases it', async () => {
  const [one, two] = [windowOf(1), windowOf(2)];
  expect(await one.acquire(session)).toBeUndefined();
  expect(await one.acquire(session)).toBeUndefined();
  expect(await two.acquire(session)).toEqual({ pid: 1, startTime: 't1' });
  one.release(session);
  expect(await two.acquire(session)).toBeUndefined();
  expect(await one.acquire(session)).toMatchObject({ pid: 2 });
});

it('leases a session to exactly one of many concurrent windows', async () => {
  alive = new Set(Array.from({ length: 20 }, (_, index) => index + 1));
  const taken = await Promise.all([...alive].map(pid => windowOf(pid).acquire(session)));
  expect(taken.filter(owner => owner === undefined)).toHaveLength(1);
});

it('takes leases left by dead windows, reused process ids and damaged files', async () => {
  await windowOf(1).acquire(session);
  alive.delete(1);
  expect(await windowOf(2).acquire(session)).toBeUndefined();
  await writeFile(join(folder, `${session}.lock`), '{"pid":1,"startTime":"before"}');
  alive.add(1);
  expect(await windowOf(2).acquire(session)).toBeUndefined();
  await writeFile(join(folder, `${session}.lock`), '{"pi');
  expect(await windowOf(1).acquire(session)).toBeUndefined();
});

it('removes all lease files on release', async () => {
  const one = windowOf(1);
  await one.acquire(session);
  one.releaseAll();
  expect(await readdir(folder)).toEqual([]);
});

it('never takes a lease for its own without a file that says so', async () => {
  let count = 0;
  const path = join(folder, `${session}.lock`);
  const leave = () => {
    count += 1;
    return writeFile(path, JSON.stringify({ pid: 9, startTime: `t${count}` }));
  };
  const one = new SessionLocks(
    folder,
    {
      self: async () => ({ pid: 1, startTime: 't1' }),
      // Another window opens the session and dies each time that this one looks.
      lives: async () => {
        await leave();
        return false;
      },
    },
    silentLog,
  );
  await leave();
  await expect(one.acquire(session)).rejects.toMatchObject({ code: 'session.locked' });
});

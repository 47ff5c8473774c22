import { randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import { CallArchive } from '../../../../../src/core/inspector/archive/callArchive';
import { systemClock } from '../../../../../src/node/systemClock';
import { DiskCalls } from '../../../../support/disk/diskCalls';
import { testInFull } from '../../../../support/inFull';
import { type RecordingScript, recording } from '../../../../support/inspector/recordings';

const megabyte = 1024 * 1024;
const talk = { id: 'channel-1', title: 'Talk', cwd: '/work' };
const other = { id: 'channel-2', title: 'Other', cwd: '/elsewhere', agent: 'x' };
let root: string;
let folder: string;
let problems: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tandem-archive-'));
  folder = join(root, 'modelCalls');
  problems = [];
});

afterEach(() => rm(root, { recursive: true, force: true }));

function open(limit = 50 * megabyte): CallArchive {
  return new CallArchive({
    ...{ folder, limit: () => limit, clock: systemClock, log: silentLog },
    onProblem: ({ code }) => problems.push(code),
  });
}

function add(archive: CallArchive, ids: readonly number[], script: RecordingScript = {}): void {
  for (const id of ids) {
    archive.add(talk, recording({ id, key: archive.keyOf({ id }), ...script }));
  }
}

async function idsIn(archive: CallArchive, subject = talk.id): Promise<number[]> {
  return (await archive.all(subject)).map(({ call }) => call.id);
}

function filesBelow(path: string): { path: string; size: number; mode: number }[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true }).map(entry => {
    const found = join(entry.parentPath, entry.name);
    // A file that another writer has just removed takes no room.
    const stats = lstatSync(found, { throwIfNoEntry: false });
    const isFile = stats?.isFile() === true;
    return { path: found, size: isFile ? stats.size : 0, mode: (stats?.mode ?? 0) & 0o777 };
  });
}

function bytesBelow(path: string): number {
  return filesBelow(path).reduce((sum, { size }) => sum + size, 0);
}

function indexOf(archive: CallArchive): string {
  const found = filesBelow(folder).find(({ path }) => path.endsWith(`${archive.window}.jsonl`));
  return found?.path ?? expect.fail('There is no index.');
}

/** Text that does not get shorter by compression. */
const noise = (bytes: number) => randomBytes(bytes / 2).toString('hex');

describe('Recorded calls', () => {
  it('come back as they were, in this window and in the next one', async () => {
    const first = open();
    const calls = [1, 2, 3].map(id => recording({ id, key: first.keyOf({ id }), body: { id } }));
    for (const call of calls) first.add(talk, call);
    first.add(other, recording());
    await first.dispose();
    first.add(talk, recording({ id: 9 }));
    await first.flush();
    const second = open();
    expect(second.window).not.toBe(first.window);
    expect(await second.all(talk.id)).toEqual(calls.map(({ inspected }) => inspected));
    for (const { inspected, request, response } of calls) {
      expect(await second.bodies(talk.id, inspected.key)).toEqual({ request, response });
    }
    second.add({ ...talk, title: 'Renamed' }, recording({ id: 4, key: second.keyOf({ id: 4 }) }));
    await second.flush();
    expect(await idsIn(first)).toEqual([1, 2, 3, 4]);
    const subjects = await second.list();
    expect(
      subjects.map(({ newestAt, ...one }) => [
        one,
        Math.abs(Date.now() - (newestAt ?? 0)) < 60_000,
      ]),
    ).toEqual([
      [{ ...talk, title: 'Renamed' }, true],
      [other, true],
    ]);
    const { bytes, ...state } = await second.state();
    expect(state).toEqual({ calls: 5, oldestAt: recording().inspected.call.startedAt });
    expect(Math.abs(bytes - bytesBelow(folder))).toBeLessThan(500);
    expect(problems).toEqual([]);
  });

  it('come back whatever names the API and servers have', async () => {
    const archive = open();
    const long = 'n'.repeat(5_000);
    const answer = { blocks: { [long]: 1 }, tools: { [long]: 1 }, citations: 0, pings: 0 };
    const options = Array.from({ length: 30_000 }, (_, at) => `o${at}`);
    const since = { previous: 0, elapsed: 0, expected: 0, options, expired: [] };
    const call = { model: long, agent: { name: long }, answer };
    add(archive, [1], { call });
    add(archive, [2], { call: { cache: { breakpoints: [], since } } });
    await archive.flush();
    expect(await idsIn(archive)).toEqual([1, 2]);
    expect(problems).toEqual([]);
    await archive.dispose();
  });

  it('are readable by the user alone', async () => {
    const archive = open();
    add(archive, [1, 2]);
    await archive.flush();
    const modes = filesBelow(folder).map(({ path, mode }) => [lstatSync(path).isDirectory(), mode]);
    expect(modes.length).toBeGreaterThan(5);
    expect(modes.filter(([isFolder, mode]) => mode !== (isFolder ? 0o700 : 0o600))).toEqual([]);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  testInFull('are read from the newest on: a page, or all in pieces', async () => {
    const archive = open();
    const ids = Array.from({ length: 600 }, (_, at) => at + 1);
    add(archive, ids);
    await archive.flush();
    const next = open();
    add(next, [601, 602]);
    await next.flush();
    const newest = await next.newest(talk.id, 5);
    expect(newest.map(({ call }) => call.id)).toEqual([598, 599, 600, 601, 602]);
    const pieces: number[][] = [];
    for await (const piece of next.calls(talk.id)) pieces.push(piece.map(({ call }) => call.id));
    expect(pieces[0]).toEqual([601, 602]);
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.reverse().flat()).toEqual([...ids, 601, 602]);
    expect(await next.newest('nobody', 5)).toEqual([]);
    expect(await next.all('nobody')).toEqual([]);
  });

  it('are kept without content where they have none', async () => {
    const archive = open();
    const { version, inspected } = recording({ id: 1 });
    archive.add(talk, { version, inspected });
    await archive.flush();
    expect(await archive.all(talk.id)).toEqual([{ ...inspected, hasBodies: false }]);
    expect(await archive.bodies(talk.id, inspected.key)).toBeUndefined();
  });

  it('are removed without a trace: of one subject, or all', async () => {
    const archive = open();
    add(archive, [1, 2]);
    archive.add(other, recording());
    await archive.flush();
    add(archive, [3]);
    await archive.clear(talk.id);
    expect(await idsIn(archive)).toEqual([]);
    expect((await archive.list()).map(({ id }) => id)).toEqual([other.id]);
    expect((await archive.state()).calls).toBe(1);
    add(archive, [4]);
    await archive.clear();
    expect(await readdir(folder)).toEqual([]);
    expect(await archive.state()).toEqual({ bytes: 0, calls: 0 });
    add(archive, [5]);
    await archive.flush();
    expect(await idsIn(archive)).toEqual([5]);
    await rm(folder, { recursive: true });
    await archive.clear();
    expect(problems).toEqual([]);
  });
});

describe('The limit', () => {
  it('makes the oldest contents go first; their calls stay, and say so', async () => {
    const archive = open(megabyte);
    for (let id = 1; id <= 30; id += 1) {
      add(archive, [id], { body: noise(100_000) });
      await archive.flush();
      expect(bytesBelow(folder)).toBeLessThanOrEqual(megabyte);
    }
    const calls = await archive.all(talk.id);
    expect(calls.map(({ call }) => call.id)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1));
    const kept = calls.filter(({ hasBodies }) => hasBodies).map(({ call }) => call.id);
    expect(kept.length).toBeGreaterThan(10);
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => 31 - kept.length + at));
    expect((await archive.newest(talk.id, 30)).map(({ hasBodies }) => hasBodies)).toEqual(
      calls.map(({ hasBodies }) => hasBodies),
    );
    for (const { key, hasBodies } of calls) {
      expect((await archive.bodies(talk.id, key)) !== undefined).toBe(hasBodies);
    }
    expect(problems).toEqual([]);
  });

  testInFull('then takes the oldest lines, and contents keep most of the room', async () => {
    const archive = open(200_000);
    const call = { model: 'm'.repeat(900) };
    for (let id = 1; id <= 300; id += 1) {
      add(archive, [id], { body: noise(4_000), call });
      if (id % 10 === 0) await archive.flush();
      expect(bytesBelow(folder)).toBeLessThanOrEqual(200_000);
    }
    await archive.flush();
    const calls = await archive.all(talk.id);
    const ids = calls.map(({ call: { id } }) => id);
    expect(ids.at(-1)).toBe(300);
    expect(ids).toEqual(Array.from({ length: ids.length }, (_, at) => 301 - ids.length + at));
    expect(ids.length).toBeLessThan(60);
    expect(calls.filter(({ hasBodies }) => hasBodies).length).toBeGreaterThan(15);
    expect((await archive.state()).calls).toBe(ids.length);
  });

  it('takes whole subjects that are old, and never a newer line before', async () => {
    const archive = open(100_000);
    archive.add(other, recording());
    await archive.flush();
    for (let id = 1; id <= 120; id += 1) add(archive, [id], { call: { model: 'm'.repeat(900) } });
    await archive.flush();
    expect((await archive.list()).map(({ id }) => id)).toEqual([talk.id]);
    expect(await archive.all(other.id)).toEqual([]);
  });

  testInFull('holds for several windows that write at the same time', async () => {
    const windows = [open(megabyte), open(megabyte), open(megabyte)];
    let most = 0;
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        most = Math.max(most, bytesBelow(folder));
        await new Promise(resolve => setImmediate(resolve));
      }
    })();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (let id = 1; id <= 30; id += 1) {
      for (const archive of windows) add(archive, [id], { body: noise(60_000) });
    }
    await Promise.all(windows.map(archive => archive.flush()));
    isOver = true;
    await watching;
    expect(most).toBeGreaterThan(megabyte / 2);
    expect(most).toBeLessThanOrEqual(megabyte);
    const calls = await open().all(talk.id);
    expect(calls).toHaveLength(90);
    expect(new Set(calls.map(({ key }) => key)).size).toBe(90);
    expect(calls.filter(({ hasBodies }) => hasBodies).length).toBeGreaterThan(8);
    expect(problems).toEqual([]);
  });

  it('applies as it is now, and keeps no content that is larger than it', async () => {
    let limit = 10 * megabyte;
    const archive = new CallArchive({
      ...{ folder, limit: () => limit, clock: systemClock, log: silentLog },
      onProblem: ({ code }) => problems.push(code),
    });
    add(archive, [1, 2, 3, 4], { body: noise(400_000) });
    await archive.flush();
    limit = megabyte / 2;
    add(archive, [5], { body: noise(megabyte) });
    add(archive, [6]);
    await archive.flush();
    expect(bytesBelow(folder)).toBeLessThanOrEqual(limit);
    const calls = await archive.all(talk.id);
    expect(calls.slice(-2).map(({ hasBodies }) => hasBodies)).toEqual([false, true]);
  });

  it('is kept where a process has ended with the lock, or has left a wrong count', async () => {
    const archive = open(megabyte);
    add(archive, [1, 2, 3], { body: noise(200_000) });
    await archive.flush();
    await writeFile(join(folder, 'lock'), '999999999 gone');
    await writeFile(join(folder, 'size'), '12\n');
    const next = open(megabyte);
    for (const id of [4, 5, 6, 7, 8]) {
      add(next, [id], { body: noise(200_000) });
      await next.flush();
      expect(bytesBelow(folder)).toBeLessThanOrEqual(megabyte);
    }
    expect(await idsIn(next)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await writeFile(join(folder, 'size'), 'nonsense');
    add(next, [9], { body: noise(200_000) });
    await next.flush();
    expect(bytesBelow(folder)).toBeLessThanOrEqual(megabyte);
    expect(problems).toEqual([]);
  });
});

describe('Damage', () => {
  it('costs only the lines that it has hit, and a newer version is told once', async () => {
    const archive = open();
    add(archive, [1, 2, 3]);
    await archive.flush();
    const index = indexOf(archive);
    const [line = ''] = (await readFile(index, 'utf8')).split('\n');
    const newer = line.replace('"version":1', '"version":2');
    const evil = line.replace('"hasBodies":true', '"hasBodies":"yes"');
    await appendFile(
      index,
      `${newer}\nnull\n[]\n${'x'.repeat(5 * megabyte)}\n\0\0\n${evil}\n${newer}\n`,
    );
    await writeFile(index, Buffer.concat([await readFile(index), Buffer.from([0xff, 0xfe, 0x0a])]));
    const next = open();
    add(next, [4]);
    await next.flush();
    await appendFile(indexOf(next), line.slice(0, 50));
    expect(await idsIn(next)).toEqual([1, 2, 3, 4]);
    expect((await next.newest(talk.id, 2)).map(({ call }) => call.id)).toEqual([3, 4]);
    expect(problems).toEqual(['inspector.newer']);
  });

  it.each([
    ['is missing', (path: string) => rm(path)],
    ['is empty', (path: string) => writeFile(path, '')],
    ['is no gzip', (path: string) => writeFile(path, 'abc')],
    ['breaks off', async (path: string) => writeFile(path, (await readFile(path)).subarray(0, 60))],
    [
      'is a folder',
      async (path: string) => {
        await rm(path);
        await mkdir(path);
      },
    ],
    [
      'is a link',
      async (path: string) => {
        await rm(path);
        await symlink('/dev/zero', path);
      },
    ],
  ])('of a content is noticed when it is read: it %s', async (_what, damage) => {
    const archive = open();
    add(archive, [1]);
    await archive.flush();
    const [call] = await archive.all(talk.id);
    const path = filesBelow(folder).find(({ path: one }) => one.endsWith('.gz'))?.path ?? '';
    await damage(path);
    expect(await archive.bodies(talk.id, call?.key ?? '')).toBeUndefined();
    // The key can be written again.
    archive.add(talk, recording({ id: 1, key: call?.key ?? '' }));
    await archive.flush();
    expect(await idsIn(archive)).toEqual([1]);
  });

  it('of a folder while it is open is mended by the next call', async () => {
    const archive = open();
    add(archive, [1]);
    await archive.flush();
    await rm(folder, { recursive: true });
    add(archive, [2]);
    await archive.flush();
    expect(await idsIn(open())).toEqual([2]);
    expect((await archive.list()).map(({ title }) => title)).toEqual(['Talk']);
    expect(problems).toEqual([]);
  });

  it.each(['folder', 'subject', 'bodies', 'index'] as const)(
    'by a link in place of the %s writes nothing elsewhere',
    async what => {
      const archive = open();
      add(archive, [1]);
      await archive.flush();
      const subject = join(folder, (await readdir(folder)).find(name => name.length === 32) ?? '');
      const target = join(root, 'target');
      const paths = {
        ...{ folder, subject, bodies: join(subject, 'bodies') },
        index: indexOf(archive),
      };
      await (what === 'index' ? writeFile(target, '') : mkdir(target));
      await rm(paths[what], { recursive: true });
      await symlink(target, paths[what]);
      add(archive, [2, 3]);
      await archive.flush();
      add(archive, [4]);
      await archive.flush();
      if (what === 'index') expect(await readFile(target, 'utf8')).toBe('');
      else expect(await readdir(target)).toEqual([]);
      expect(problems).toEqual(['inspector.notWritten']);
      await archive.list();
      await archive.state();
      await archive.clear(talk.id).catch(() => undefined);
      expect(await readdir(root)).toContain('target');
    },
  );
});

describe.each(['ENOSPC', 'EROFS', 'EIO'] as const)('A disk that fails with %s', code => {
  it('loses calls, is reported once, and is used again when it works', async () => {
    const archive = open();
    add(archive, [1]);
    await archive.flush();
    const calls = new DiskCalls(root);
    try {
      calls.fail({ code, from: 0, isLasting: true });
      for (const id of [2, 3, 4]) {
        add(archive, [id]);
        await archive.flush();
      }
      expect(problems).toEqual(['inspector.notWritten']);
      calls.heal();
      add(archive, [5]);
      await archive.flush();
      calls.fail({ code, from: 0, isLasting: true });
      add(archive, [6]);
      await archive.flush();
      expect(problems).toEqual(['inspector.notWritten', 'inspector.notWritten']);
    } finally {
      calls.stop();
    }
    expect(await idsIn(archive)).toEqual([1, 5]);
  });

  testInFull('at any single call leaves an archive that can be read and written', async () => {
    for (let from = 0; ; from += 1) {
      await rm(folder, { recursive: true, force: true });
      const archive = open();
      const calls = new DiskCalls(root);
      calls.fail({ code, from, isLasting: false });
      add(archive, [1]);
      await archive.flush();
      const hasFailed = calls.hasFailed;
      calls.heal();
      add(archive, [2]);
      await archive.flush();
      calls.stop();
      const found = await archive.all(talk.id);
      expect(found.at(-1)?.call.id).toBe(2);
      for (const { key, hasBodies } of found) {
        expect((await archive.bodies(talk.id, key)) !== undefined).toBe(hasBodies);
      }
      if (!hasFailed) break;
    }
  });
});

it('a disk that is too slow costs contents first, and never memory', async () => {
  const archive = open(500 * megabyte);
  const body = 'x'.repeat(2 * megabyte);
  add(
    archive,
    Array.from({ length: 30 }, (_, at) => at + 1),
    { body },
  );
  await archive.flush();
  const calls = await archive.all(talk.id);
  expect(calls).toHaveLength(30);
  const kept = calls.filter(({ hasBodies }) => hasBodies);
  expect(kept.map(({ call }) => call.id)).toEqual(Array.from({ length: 11 }, (_, at) => at + 1));
  const { version, inspected } = recording();
  for (let id = 0; id < 5_100; id += 1) archive.add(other, { version, inspected });
  expect(problems).toEqual(['inspector.slow']);
  await archive.clear();
});

import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import type { ChannelId, SessionId } from '../../../../src/contract/ids';
import type { RecordStart } from '../../../../src/core/conversation/channelRecord';
import { ChannelFiles } from '../../../../src/core/registry/channelFiles';
import { OrphanedProcesses } from '../../../../src/core/registry/orphanedProcesses';
import { removeFolder } from '../../../support/removeFolder';
import { FakeClock } from '../../node/fakeClock';

const cwd = '/workspace';
const clock = new FakeClock();
let root: string;
let files: ChannelFiles;

beforeEach(async () => {
  root = await fs.mkdtemp(join(tmpdir(), 'records-'));
  files = new ChannelFiles(root, clock, silentLog);
});
afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await removeFolder(root);
});

/** Counts what is read from the disk from now on. */
function countReads() {
  const reads = { folders: vi.spyOn(fs, 'readdir'), files: vi.spyOn(fs, 'readFile') };
  // Named imports follow the default export only then.
  syncBuiltinESMExports();
  return reads;
}

/** Stores a record and returns its id. */
async function stored(start: RecordStart = {}): Promise<ChannelId> {
  const file = await files.create(cwd, start);
  file.set(file.value);
  await file.flush();
  clock.advance(1);
  return file.value.channelId;
}

test('the records of a session are found with one look into the folder, newest first', async () => {
  const sessionId = 'wanted' as SessionId;
  const draft = { text: 'about wanted', images: [] };
  const expected = [await stored({ sessionId }), await stored({ sessionId })].reverse();
  for (let other = 0; other < 20; other += 1) await stored({ draft });
  const reads = countReads();
  const found = await files.ofSession(cwd, sessionId);
  expect(found.map(({ channelId }) => channelId)).toEqual(expected);
  expect(reads.folders).toHaveBeenCalledTimes(1);
});

test('a single record is opened without a look at the others', async () => {
  const id = await stored();
  const reads = countReads();
  expect((await files.open(cwd, id))?.value.channelId).toBe(id);
  expect(reads.folders).not.toHaveBeenCalled();
});

test('a record that does not exist is not opened, and leaves no trace', async () => {
  expect(await files.open(cwd, '../elsewhere' as ChannelId)).toBeUndefined();
  const id = '00000000-0000-4000-8000-000000000000' as ChannelId;
  expect(await files.open(cwd, id)).toBeUndefined();
  expect(existsSync(join(root, 'channels'))).toBe(false);
});

test('a search for orphaned processes reads each record once', async () => {
  for (let other = 0; other < 20; other += 1) await stored();
  const ended: number[] = [];
  const processes = {
    self: async () => undefined,
    lives: async () => false,
    endOrphan: async ({ pid }: { pid: number }) => {
      ended.push(pid);
    },
  };
  const left = await files.open(cwd, await stored());
  left?.set({ ...left.value, process: { pid: 7, startTime: 'then' } });
  await left?.flush();
  const forgotten = await stored({ temporary: 'said' });
  clock.advance(25 * 60 * 60 * 1000);
  const orphans = new OrphanedProcesses(
    files,
    { isElsewhere: async () => false },
    processes,
    clock,
  );
  const reads = countReads();
  await orphans.endAll([cwd], () => false);
  expect(ended).toEqual([7]);
  expect(reads.folders).toHaveBeenCalledTimes(1);
  // The two that need something are read again before they are changed.
  expect(reads.files).toHaveBeenCalledTimes(22 + 2);
  expect(await files.open(cwd, forgotten)).toBeUndefined();
  expect((await files.open(cwd, left?.value.channelId as ChannelId))?.value.process).toBe(
    undefined,
  );
});

test('shells of a crashed window end too, and their lines stay', async () => {
  const ended: number[] = [];
  const processes = {
    self: async () => undefined,
    lives: async () => false,
    endOrphan: async ({ pid }: { pid: number }) => {
      ended.push(pid);
    },
  };
  const id = await stored();
  const left = await files.open(cwd, id);
  const line = { id: 'l', command: 'npm start', at: 1, output: '' };
  const process = { pid: 8, startTime: 'then' };
  left?.set({ ...left.value, shellLines: [{ ...line, process }] });
  await left?.flush();
  const detector = { isElsewhere: async () => false };
  await new OrphanedProcesses(files, detector, processes, clock).endAll([cwd], () => false);
  expect(ended).toEqual([8]);
  expect((await files.open(cwd, id))?.value.shellLines).toEqual([line]);
});

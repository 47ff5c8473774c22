import { linkSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import { FileWorker } from '../../../../../src/core/edits/bulk/fileWorker';
import type { ManyReviewed } from '../../../../../src/core/edits/review/manyReviewed';
import { systemClock } from '../../../../../src/node/systemClock';
import { startFileWorker } from '../../../../support/filesWorker';
import { testInFull } from '../../../../support/inFull';
import { ManyFilesBed, oddities, plain } from './manyFilesBed';

let worker: FileWorker;
let stop: () => Promise<void>;
const beds: ManyFilesBed[] = [];

beforeAll(async () => {
  ({ worker, stop } = await startFileWorker());
});
afterAll(() => stop());
afterEach(async () => {
  for (const bed of beds.splice(0)) {
    await bed.dispose();
  }
});

async function open(...args: Parameters<typeof ManyFilesBed.open>): Promise<ManyFilesBed> {
  const bed = await ManyFilesBed.open(...args);
  beds.push(bed);
  return bed;
}

/** Opens a bed in which this takes the place of the worker's writing. */
function openWriting(
  write: (
    ...args: [...Parameters<ManyReviewed['write']>, real: ManyReviewed]
  ) => ReturnType<ManyReviewed['write']>,
): Promise<ManyFilesBed> {
  return open(
    worker,
    real =>
      real && {
        fewestWritten: real.fewestWritten,
        mostWritten: real.mostWritten,
        read: (...args) => real.read(...args),
        store: (...args) => real.store(...args),
        write: files => write(files, real),
      },
  );
}

/** The review without the folder, which is another for each bed, and numbers of files. */
function reviewed({ root, edits, list }: ManyFilesBed) {
  const { changes, files } = edits.reviews.all[0]?.record ?? {};
  const views = list.all.map(({ kind, hunks, added, removed, before, now, lines, review }) => ({
    ...{ kind, hunks, added, removed, path: review.path, encoding: lines?.encoding },
    ...{ before: hex(before), now: hex(now.bytes), texts: [lines?.text.before, lines?.now] },
  }));
  const byPath = views.sort((one, other) => (one.path < other.path ? -1 : 1));
  const text = JSON.stringify({ changes, files, views: byPath });
  return JSON.parse(text.replaceAll(root, '').replaceAll(/"(at|inode)":"?\d+"?/g, '"$1":0'));
}

const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex');

const withoutRoot = <T>(value: T, { root }: ManyFilesBed): T =>
  JSON.parse(JSON.stringify(value).replaceAll(root, ''));

test('many files of a command are taken into review just as by this thread', async () => {
  const [alone, together] = [await open(undefined), await open(worker)];
  const [one, other] = [await alone.command(true), await together.command(true)];
  // The folder's file is gone, although the link leads to one.
  expect(one.updates).toHaveLength(Object.keys(oddities).length + plain + 1);
  expect(one.note).toContain('linked.txt');
  expect(withoutRoot(other, together)).toEqual(withoutRoot(one, alone));
  expect(reviewed(together)).toEqual(reviewed(alone));
});

test('all of them are undone byte for byte, and come back', async () => {
  const bed = await open(worker);
  const before = bed.lookAtAll();
  await bed.command();
  const after = bed.lookAtAll();
  const done = await bed.undoAll();
  await bed.list.settled();
  expect(bed.lookAtAll()).toEqual({
    ...before,
    'program.sh': after['program.sh']?.replace(
      /.*(?= )/,
      before['program.sh']?.split(' ')[0] ?? '',
    ),
  });
  expect(bed.list.all).toHaveLength(0);
  expect(done?.files).toBe(bed.names.length);
  for (const { channel, operation } of done?.operations ?? []) {
    await bed.decisions.restore(channel, operation);
  }
  await bed.list.settled();
  expect(bed.lookAtAll()).toEqual(after);
  expect(bed.list.all).toHaveLength(bed.names.length);
});

testInFull('what the user has changed since stays when many files are undone', async () => {
  const bed = await open(worker);
  await bed.command();
  writeFileSync(bed.path('plain07.txt'), 'after plain07.txt\nsame\nmine\n');
  await bed.undoAll();
  expect(bed.look('plain07.txt')).toBe(`${hex(Buffer.from('before plain07.txt\nsame\nmine\n'))} 0`);
});

testInFull('writing ends at the first file that somebody has changed meanwhile', async () => {
  const bed = await openWriting((files, real) => {
    writeFileSync(bed.path('plain20.txt'), 'mine\n');
    return real.write(files);
  });
  await bed.command();
  const after = bed.lookAtAll();
  await expect(bed.undoAll()).rejects.toMatchObject({ code: 'file.changed' });
  await bed.list.settled();
  expect(bed.look('plain20.txt')).toBe(`${hex(Buffer.from('mine\n'))} 0`);
  expect(bed.look('plain19.txt')).toBe(`${hex(Buffer.from('before plain19.txt\nsame\n'))} 0`);
  expect(bed.look('plain21.txt')).toBe(after['plain21.txt']);
  const [record] = bed.edits.reviews.all.map(one => one.record);
  const written = record?.operations.at(-1)?.files.map(({ path }) => path) ?? [];
  expect(written).toContain(bed.path('plain19.txt'));
  expect(written).not.toContain(bed.path('plain20.txt'));
  const waiting = record?.files.map(({ path }) => path);
  expect(waiting).not.toContain(bed.path('plain19.txt'));
  expect(waiting).toContain(bed.path('plain21.txt'));
});

test('a file that has become a hard link is not written, and its change still waits', async () => {
  const bed = await openWriting((files, real) => {
    // Made first, so that it does not get the number of the removed file.
    writeFileSync(bed.path('other.txt'), 'after plain20.txt\nsame\n');
    rmSync(bed.path('plain20.txt'));
    linkSync(bed.path('other.txt'), bed.path('plain20.txt'));
    return real.write(files);
  });
  await bed.command();
  await expect(bed.undoAll()).rejects.toMatchObject({ code: 'file.shared' });
  expect(bed.look('other.txt')).toBe(`${hex(Buffer.from('after plain20.txt\nsame\n'))} 0`);
  expect(bed.edits.reviews.waiting.map(({ review }) => review.path)).toContain(
    bed.path('plain20.txt'),
  );
});

test('if the worker ends while it writes, what it has written is found', async () => {
  const bed = await openWriting(async (files, real) => {
    await real.write(files.slice(0, 18));
    return undefined;
  });
  const before = bed.lookAtAll();
  await bed.command();
  const done = await bed.undoAll();
  expect(done?.files).toBe(bed.names.length);
  expect(bed.look('plain30.txt')).toBe(before['plain30.txt']);
  expect(bed.edits.reviews.waiting).toHaveLength(0);
});

testInFull('if it ends within a file, that file is on record and can be restored', async () => {
  const bed = await openWriting(async (files, real) => {
    await real.write(files.slice(0, 18));
    const { path } = files[18] ?? { path: '' };
    writeFileSync(path, 'befo');
    return undefined;
  });
  await bed.command();
  const after = bed.lookAtAll();
  await expect(bed.undoAll()).rejects.toMatchObject({ code: 'file.unwritable' });
  const [channel] = bed.edits.reviews.all;
  const operation = channel?.record.operations.at(-1);
  expect(operation?.files).toHaveLength(19);
  if (channel && operation) {
    await bed.decisions.restore(channel, operation);
  }
  expect(bed.lookAtAll()).toEqual(after);
});

testInFull('a file that cannot be read back hides none of those that were written', async () => {
  const bed = await openWriting(async (files, real) => {
    const written = await real.write(files);
    rmSync(bed.path('plain05.txt'));
    mkdirSync(bed.path('plain05.txt'));
    const index = files.findIndex(({ path }) => path === bed.path('plain05.txt'));
    const done = written?.done.map((one, at) => ({ ...one, isAsWanted: at !== index }));
    return written && done && { ...written, done };
  });
  await bed.command();
  await expect(bed.undoAll()).rejects.toMatchObject({ code: 'file.unreadable' });
  const operation = bed.edits.reviews.all[0]?.record.operations.at(-1);
  expect(operation?.files).toHaveLength(bed.names.length);
  // Nobody knows the content in its place, so that it still waits.
  expect(bed.edits.reviews.waiting.map(({ review }) => review.path)).toEqual([
    bed.path('plain05.txt'),
  ]);
});

testInFull('without its program, each file is done by itself', async () => {
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (text: string) => warnings.push(text) };
  const none = new FileWorker({ program: '/none.js', texts: {}, clock: systemClock, log });
  const bed = await open(none);
  const before = bed.lookAtAll();
  const { updates } = await bed.command();
  expect(updates).toHaveLength(bed.names.length);
  await bed.undoAll();
  expect(bed.look('plain07.txt')).toBe(before['plain07.txt']);
  expect(warnings.length).toBeGreaterThan(0);
  none.dispose();
});

testInFull('nothing is written from a store with damaged contents', async () => {
  const bed = await open(worker);
  await bed.command();
  const after = bed.lookAtAll();
  const { folder } = bed.edits.baselines;
  for (const part of readdirSync(folder)) {
    for (const name of readdirSync(join(folder, part))) {
      writeFileSync(join(folder, part, name), 'damaged');
    }
  }
  await expect(bed.undoAll()).rejects.toMatchObject({ code: 'change.lost' });
  expect(bed.lookAtAll()).toEqual(after);
  expect(bed.edits.reviews.waiting).toHaveLength(bed.names.length);
});

testInFull('contents for which there may not be room are stored one by one', async () => {
  const bed = await open(worker);
  // Half of what the command needs.
  bed.limits.maxSize = 2_000;
  const { updates } = await bed.command();
  const statuses = new Set(updates.map(({ status }) => status));
  expect(statuses).toContain('untracked');
  expect(updates.find(({ status }) => status === 'untracked')?.detail).toContain('full');
  expect(statuses).toContain('updated');
});

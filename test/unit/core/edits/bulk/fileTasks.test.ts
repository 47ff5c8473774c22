import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FileTasks } from '../../../../../src/core/edits/bulk/fileTasks';
import { pack, unpack } from '../../../../../src/core/edits/bulk/packed';
import { diskErrors, eachCut, eachFailure } from '../../../../support/disk/faultyDisk';
import { testInFull } from '../../../../support/inFull';
import { openBaselines } from '../../../../support/openBaselines';

/** A small content, none, an empty one, the same again, and one that is stored deflated. */
const contents = [
  Buffer.from('a'),
  undefined,
  new Uint8Array(),
  Buffer.from('a'),
  Buffer.from('a long content '.repeat(1_000)),
  Buffer.from('b'),
];

async function store(root: string, tasks = new FileTasks(), all = contents) {
  const answer = await tasks.answer({
    ...{ id: 1, kind: 'store', folder: join(root, 'baselines'), now: 1_000 },
    ...{ contents: pack(all), compares: true },
  });
  if (!('stored' in answer)) {
    throw new Error('Nothing was stored');
  }
  return answer;
}

const read = (root: string, ref: string) =>
  openBaselines(join(root, 'baselines')).get(ref as never);

/** Each more would make ten times as many disks that a power cut may leave. */
const two = [contents[0], contents[4]];

testInFull('stored contents are there and whole after a power cut', async () => {
  const cuts = await eachCut(
    async () => undefined,
    async ({ root, calls }) => {
      for (const one of (await store(root, new FileTasks(), two)).stored) {
        if (one) calls.note(one.ref);
      }
    },
    async (root, { notes }) => {
      for (const ref of notes) {
        expect(await read(root, ref)).toBeDefined();
      }
      // Whatever is left there does not prevent that all of them are stored again.
      for (const [index, one] of (await store(root, new FileTasks(), two)).stored.entries()) {
        const found = one && (await read(root, one.ref));
        expect(found && Buffer.from(found)).toEqual(two[index] && Buffer.from(two[index]));
      }
    },
  );
  expect(cuts).toBeGreaterThan(20);
});

test.each(diskErrors)('contents that %s refuses are stored later, lasting: %s', async (...kind) => {
  const calls = await eachFailure(...kind, async ({ root, calls }, fail) => {
    const tasks = new FileTasks();
    fail();
    await store(root, tasks).catch((error: unknown) =>
      expect(error).toMatchObject({ code: kind[0] }),
    );
    calls.heal();
    for (const one of (await store(root, tasks)).stored) {
      expect(one === undefined || (await read(root, one.ref))).toBeTruthy();
    }
  });
  expect(calls).toBeGreaterThan(4);
});

test('a content that is stored already takes no room again, unless it is damaged', async () => {
  const root = await mkdtemp(join(tmpdir(), 'file-tasks-'));
  try {
    const written = (answer: Awaited<ReturnType<typeof store>>) =>
      answer.stored.map(one => one?.written);
    const first = await store(root);
    expect(written(first).filter(Boolean)).toHaveLength(3);
    expect(written(await store(root)).filter(Boolean)).toEqual([]);
    const [damaged] = first.stored;
    const ref = damaged?.ref ?? '';
    writeFileSync(join(root, 'baselines', ref.slice(0, 2), ref), 'damaged');
    expect(written(await store(root)).filter(Boolean)).toEqual([1]);
    expect(await read(root, ref)).toEqual(Buffer.from('a'));
  } finally {
    await rm(root, { recursive: true });
  }
});

test('contents are packed and unpacked in their order, with empty ones and none', () => {
  expect(unpack(pack(contents)).map(one => one && Buffer.from(one))).toEqual(
    contents.map(one => one && Buffer.from(one)),
  );
  expect(unpack(pack([]))).toEqual([]);
});

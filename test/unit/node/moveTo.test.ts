import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { moveAcross, moveTo } from '../../../src/node/moveTo';

/** A folder on a different file system than the temporary folder, where available. */
const otherDisk = '/dev/shm';
const device = (path: string) =>
  stat(path).then(
    ({ dev }) => dev,
    () => undefined,
  );
const hasOtherDisk = ![undefined, await device(tmpdir())].includes(await device(otherDisk));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-move-'));
  await mkdir(join(folder, 'from', 'deep'), { recursive: true });
  await writeFile(join(folder, 'from', 'deep', 'file'), 'text');
  await writeFile(join(folder, 'file'), 'one');
});

afterEach(() => rm(folder, { recursive: true }));

async function movesBoth(target: string) {
  await moveTo(join(folder, 'from'), join(target, 'new', 'place'));
  await moveTo(join(folder, 'file'), join(target, 'new', 'file'));
  expect(await readdir(folder)).not.toContain('from');
  expect(await readdir(folder)).not.toContain('file');
  expect(await readFile(join(target, 'new', 'place', 'deep', 'file'), 'utf8')).toBe('text');
  expect(await readFile(join(target, 'new', 'file'), 'utf8')).toBe('one');
}

describe('moving', () => {
  test('takes files and folders to a newly created target', () =>
    movesBoth(join(folder, 'target')));

  test.each(hasOtherDisk ? ['works across disks'] : [])('%s', async () => {
    const target = await mkdtemp(join(otherDisk, 'tandem-move-'));
    try {
      await movesBoth(target);
    } finally {
      await rm(target, { recursive: true });
    }
  });

  test('to another disk leaves alone what appears at the target meanwhile', async () => {
    await writeFile(join(folder, 'taken'), 'mine');
    await mkdir(join(folder, 'occupied'));
    await writeFile(join(folder, 'occupied', 'file'), 'mine');
    for (const [from, to] of [
      ['file', 'taken'],
      ['from', 'occupied'],
    ] as const) {
      const move = moveAcross(join(folder, from), join(folder, to));
      await expect(move).rejects.toMatchObject({ code: 'file.exists' });
    }
    expect(await readFile(join(folder, 'taken'), 'utf8')).toBe('mine');
    expect(await readFile(join(folder, 'occupied', 'file'), 'utf8')).toBe('mine');
    expect((await readdir(folder)).sort()).toEqual(['file', 'from', 'occupied', 'taken']);
  });

  test('overwrites nothing', async () => {
    await writeFile(join(folder, 'taken'), 'mine');
    await mkdir(join(folder, 'occupied'));
    for (const from of ['file', 'from']) {
      for (const to of ['taken', 'occupied']) {
        const move = moveTo(join(folder, from), join(folder, to));
        await expect(move).rejects.toMatchObject({ code: 'file.exists' });
      }
    }
    expect(await readFile(join(folder, 'taken'), 'utf8')).toBe('mine');
    expect((await readdir(folder)).sort()).toEqual(['file', 'from', 'occupied', 'taken']);
  });

  test('fails if there is nothing to move', async () => {
    const move = moveTo(join(folder, 'nothing'), join(folder, 'place'));
    await expect(move).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(folder)).not.toContain('place');
  });
});

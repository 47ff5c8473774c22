import { mkdir, mkdtemp, open, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { create, type OpenFile, overwrite } from '../../../../../src/core/edits/review/inPlace';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'in-place-'));
  path = join(folder, 'a');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Opens files on a disk where no file can become longer than this. */
function onDiskOf(room: number): OpenFile {
  return async (name, flags, mode) => {
    const file = await open(name, flags, mode);
    return {
      async write(bytes: Uint8Array, offset: number, length: number, position: number) {
        const fitting = Math.min(length, room - position);
        if (fitting <= 0) {
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        }
        return file.write(bytes, offset, fitting, position);
      },
      stat: () => file.stat(),
      truncate: length => file.truncate(length),
      sync: () => file.sync(),
      close: () => file.close(),
    } as Awaited<ReturnType<OpenFile>>;
  };
}

test('a file is overwritten in place, by longer and by shorter text', async () => {
  await writeFile(path, 'old');
  const { ino } = await stat(path);
  await overwrite(path, Buffer.from('longer'), Buffer.from('old'));
  expect(await readFile(path, 'utf8')).toBe('longer');
  await overwrite(path, Buffer.from('s'), Buffer.from('longer'));
  expect(await readFile(path, 'utf8')).toBe('s');
  expect((await stat(path)).ino).toBe(ino);
});

test('a file has its old bytes again if the disk is full half way', async () => {
  await writeFile(path, 'old text');
  const writing = overwrite(
    path,
    Buffer.from('a longer new text'),
    Buffer.from('old text'),
    onDiskOf(10),
  );
  await expect(writing).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await readFile(path, 'utf8')).toBe('old text');
});

test('a file that cannot be put back is reported with the reason why writing failed', async () => {
  await writeFile(path, 'old text');
  const failures = ['no space left on device', 'the disk is gone'];
  const broken: OpenFile = async () => ({
    write: () => Promise.reject(new Error(failures.shift())),
    chmod: () => Promise.resolve(),
    stat: () => stat(path),
    truncate: () => Promise.resolve(),
    sync: () => Promise.resolve(),
    close: () => Promise.resolve(),
  });
  const writing = overwrite(path, Buffer.from('new text'), Buffer.from('old text'), broken);
  await expect(writing).rejects.toMatchObject({
    code: 'file.damaged',
    detail: 'the disk is gone',
    cause: { message: 'no space left on device' },
  });
});

test('two windows that write a file at once leave no zero bytes in it', async () => {
  await writeFile(path, 'old');
  const other = Buffer.from('a\n');
  const interrupted: OpenFile = async (name, flags) => {
    const file = await open(name, flags);
    return {
      write: async (bytes: Uint8Array, offset: number, length: number, position: number) => {
        const result = await file.write(bytes, offset, length, position);
        await overwrite(path, other, Buffer.from('old'));
        return result;
      },
      stat: () => file.stat(),
      truncate: length => file.truncate(length),
      sync: () => file.sync(),
      close: () => file.close(),
    } as Awaited<ReturnType<OpenFile>>;
  };
  await overwrite(path, Buffer.from('longer\n'), Buffer.from('old'), interrupted);
  expect(await readFile(path)).toEqual(other);
});

test('a new file is gone again if the disk is full half way', async () => {
  const writing = create(path, Buffer.from('a longer new text'), undefined, onDiskOf(10));
  await expect(writing).rejects.toMatchObject({ code: 'ENOSPC' });
  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a file that somebody else creates meanwhile is left alone', async () => {
  await writeFile(path, 'theirs');
  await expect(create(path, Buffer.from('mine'))).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(path, 'utf8')).toBe('theirs');
});

test('links that were put there at the last moment are not written through', async () => {
  await mkdir(join(folder, 'outside'));
  await writeFile(join(folder, 'outside', 'a'), 'theirs');
  await symlink('outside', join(folder, 'linked'), 'dir');
  await symlink('outside/a', path);
  await symlink('outside/b', join(folder, 'b'));
  const [mine, theirs] = [Buffer.from('mine'), Buffer.from('theirs')];
  const isLoop = { code: 'ELOOP' };
  await expect(overwrite(path, mine, theirs)).rejects.toMatchObject(isLoop);
  await expect(overwrite(join(folder, 'linked', 'a'), mine, theirs)).rejects.toMatchObject(isLoop);
  await expect(create(join(folder, 'linked', 'c'), mine)).rejects.toMatchObject(isLoop);
  await expect(create(join(folder, 'b'), mine)).rejects.toMatchObject({ code: 'EEXIST' });
  expect(await readFile(join(folder, 'outside', 'a'), 'utf8')).toBe('theirs');
  await expect(stat(join(folder, 'outside', 'b'))).rejects.toMatchObject({ code: 'ENOENT' });
});

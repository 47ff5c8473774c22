import fs from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  readJsonFile,
  StagedFile,
  writeFileAtomic,
  writeFileAtomicSync,
} from '../../../src/node/atomicFile';
import { replaceOpen } from '../../support/disk/replaceOpen';
import { useDraftFile } from './draftFile';

const bed = useDraftFile();

describe('an atomic write', () => {
  it('replaces the file, creates its folder and restricts access to the user', async () => {
    await writeFileAtomic(bed.path, 'one');
    await writeFileAtomic(bed.path, Buffer.from('two €'));
    expect(await readFile(bed.path, 'utf8')).toBe('two €');
    expect((await stat(bed.path)).mode & 0o777).toBe(0o600);
    writeFileAtomicSync(bed.path, 'three', 0o644);
    expect(await readFile(bed.path, 'utf8')).toBe('three');
    expect((await stat(bed.path)).mode & 0o777).toBe(0o644);
    expect(await bed.names()).toEqual(['state.json']);
  });

  it('is discarded though the system reports an error for it', async () => {
    await bed.store('old');
    const { open } = fs.promises;
    onTestFinished(() => replaceOpen(open));
    replaceOpen(async (...args) => {
      const handle = await open(...args);
      const close = handle.close.bind(handle);
      handle.close = async () => {
        await close();
        throw new Error('EIO');
      };
      return handle;
    });
    const staged = await StagedFile.write(bed.path, `${bed.path}.next`, 'new');
    await staged.discard();
    expect(await bed.names()).toEqual(['state.json']);
  });

  it('leaves the old file and nothing else if it fails or is no longer wanted', async () => {
    await writeFileAtomic(bed.path, 'old');
    await writeFileAtomic(bed.path, 'new', { isWanted: () => false });
    expect(await readFile(bed.path, 'utf8')).toBe('old');
    expect(await bed.names()).toEqual(['state.json']);
    const occupied = join(bed.folder, 'folder');
    await mkdir(join(occupied, 'x'), { recursive: true });
    await expect(writeFileAtomic(occupied, 'text')).rejects.toThrow();
    expect(() => writeFileAtomicSync(occupied, 'text')).toThrow();
    expect((await readdir(bed.folder)).sort()).toEqual(['deep', 'folder']);
  });
});

it('distinguishes missing, malformed and unreadable JSON files', async () => {
  expect(await readJsonFile(bed.path)).toEqual({ kind: 'missing' });
  await bed.store('{"a":1}');
  expect(await readJsonFile(bed.path)).toEqual({ kind: 'read', value: { a: 1 } });
  await bed.store('{"a":');
  expect(await readJsonFile(bed.path)).toMatchObject({ kind: 'malformed' });
  await expect(readJsonFile(bed.folder)).rejects.toMatchObject({ code: 'EISDIR' });
});

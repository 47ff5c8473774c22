import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writePieces } from '../../../../../src/host/inspector/actions/writePieces';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-pieces-'));
  path = join(folder, 'calls.har');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function* pieces(failsAfter = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
  for (const [at, piece] of ['a', 'b', 'c'].entries()) {
    if (at >= failsAfter) throw new Error('gone');
    yield piece;
  }
}

describe('An exported file', () => {
  it('is there as a whole, or as it was before', async () => {
    await writeFile(path, 'before');
    expect(await writePieces(path, pieces(), () => true)).toBe(false);
    await expect(writePieces(path, pieces(1), () => false)).rejects.toThrow('gone');
    expect(await readFile(path, 'utf8')).toBe('before');
    expect(await writePieces(path, pieces(), () => false)).toBe(true);
    expect(await readFile(path, 'utf8')).toBe('abc');
    expect(await readdir(folder)).toEqual(['calls.har']);
  });

  it('leaves nothing behind, even if it fails while its file is being created', async () => {
    // A failure overtakes the creation of the file in some rounds only: in 1 to 440 of a thousand.
    for (let round = 0; round < 1_000; round += 1) {
      await writePieces(path, pieces(2), () => false).catch(() => undefined);
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('says why it cannot be written', async () => {
    const absent = join(folder, 'absent', 'calls.har');
    await expect(writePieces(absent, pieces(), () => false)).rejects.toThrow('ENOENT');
  });

  it('leaves alone what lies beside it, such as a link of a repository', async () => {
    const precious = join(folder, 'precious');
    await writeFile(precious, 'mine');
    await symlink(precious, `${path}.part`);
    await writePieces(path, pieces(), () => false);
    expect(await readFile(precious, 'utf8')).toBe('mine');
    expect(await readdir(folder)).toEqual(['calls.har', 'calls.har.part', 'precious']);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BoundedTexts, readBoundedText } from '../../../src/node/boundedFile';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-bounded-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const irregular = { code: 'file.irregular' };
const tooLarge = { code: 'file.tooLarge' };

it('reads a regular file, also through a link', async () => {
  await writeFile(at('plain'), 'ünï');
  await symlink('plain', at('link'));
  expect(await readBoundedText(at('plain'), 1)).toBe('ünï');
  expect(await readBoundedText(at('link'), 1)).toBe('ünï');
  await writeFile(at('empty'), '');
  expect(await readBoundedText(at('empty'), 1)).toBe('');
});

it('reads up to the limit and not a byte more', async () => {
  const most = 'x'.repeat(1024 * 1024);
  await writeFile(at('most'), most);
  expect(await readBoundedText(at('most'), 1)).toBe(most);
  await writeFile(at('more'), `${most}y`);
  await expect(readBoundedText(at('more'), 1)).rejects.toMatchObject(tooLarge);
});

it('reports the system error of an absent file', async () => {
  await expect(readBoundedText(at('absent'), 1)).rejects.toMatchObject({ code: 'ENOENT' });
});

it.skipIf(process.platform === 'win32')('refuses folders, pipes and devices at once', async () => {
  execFileSync('mkfifo', [at('pipe')]);
  await symlink('/dev/zero', at('zero'));
  for (const path of [folder, at('pipe'), at('zero')]) {
    await expect(readBoundedText(path, 1)).rejects.toMatchObject(irregular);
  }
});

it.skipIf(process.platform !== 'linux')('counts bytes, not the size that is stated', async () => {
  // The system states a size of 0 for it.
  expect(await readBoundedText('/proc/self/status', 1)).toContain('Name:');
});

it('reads files until they are too large together', async () => {
  const half = 'x'.repeat(1024 * 512);
  await writeFile(at('half'), half);
  const texts = new BoundedTexts(1);
  expect(await texts.read(at('half'), 1)).toBe(half);
  for (let next = 0; next < 2; next += 1) {
    await expect(texts.read(at('half'), 1)).rejects.toMatchObject(tooLarge);
  }
});

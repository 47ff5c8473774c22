import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withSoundFile } from '../../../../src/speech/recognize/soundFile';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sound-file-'));
  vi.stubEnv('TMPDIR', folder);
  vi.stubEnv('TEMP', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

it('is there for the user alone, as long as it is used', async () => {
  const used = withSoundFile([Buffer.from('ab')], async path => {
    expect((await readFile(path)).subarray(44).toString()).toBe('ab');
    const modes = await Promise.all([path, dirname(path)].map(one => stat(one)));
    if (process.platform !== 'win32') expect(modes.map(one => one.mode & 0o077)).toEqual([0, 0]);
    throw new Error('used');
  });
  await expect(used).rejects.toThrow('used');
  expect(await readdir(folder)).toEqual([]);
});

it('takes away what a killed window has left, and nothing of windows that work', async () => {
  const names = ['tandem-speech-killed', 'tandem-speech-working', 'notes'];
  for (const name of names) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'speech.wav'), '');
  }
  await Promise.all(['tandem-speech-killed', 'notes'].map(one => utimes(join(folder, one), 1, 1)));
  await withSoundFile([], async () => undefined);
  expect((await readdir(folder)).sort()).toEqual(['notes', 'tandem-speech-working']);
});

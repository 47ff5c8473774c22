import fs from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { type Log, silentLog } from '../../../src/base/log';
import { SharedFile } from '../../../src/node/sharedFile';
import { replaceOpen } from '../../support/disk/replaceOpen';
import { useDraftFile } from './draftFile';
import { FakeClock } from './fakeClock';

const bed = useDraftFile();

/** A window's view of the file. */
function windowOf(more: { clock?: FakeClock; log?: Log; newerError?(): Error } = {}) {
  const { clock: _, ...options } = bed.options();
  const file = new SharedFile({ ...options, ...more });
  const append = (text: string) => file.change(old => ({ text: `${old.text}${text}` }));
  return { file, append };
}

/** Lets no new text be written until the release; locks can be. */
function fillDisk(): { release(): void } {
  const { open } = fs.promises;
  replaceOpen(async (path, flags, mode) => {
    if (String(path).endsWith('.tmp')) {
      throw Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
    }
    return open(path, flags, mode);
  });
  const release = () => replaceOpen(open);
  onTestFinished(release);
  return { release };
}

it('keeps what several windows change at the same moment', async () => {
  const windows = [windowOf(), windowOf(), windowOf()];
  const letters = 'abcdefghijkl';
  await Promise.all(
    [...letters].map((letter, index) => windows[index % windows.length]?.append(letter)),
  );
  const { text } = (await bed.stored()).data;
  expect([...text].sort().join('')).toBe(letters);
  for (const { file } of windows) {
    expect(await file.read()).toEqual({ text });
  }
  expect(await bed.names()).toEqual(['state.json']);
});

it('neither repeats nor keeps a change that could not be written', async () => {
  const clock = new FakeClock();
  const [own, other] = [windowOf({ clock }), windowOf()];
  await own.append('first');
  const disk = fillDisk();
  await expect(own.append(', lost')).rejects.toMatchObject({ code: 'ENOSPC' });
  disk.release();
  await other.append(', other');
  expect(clock.waiting).toEqual([]);
  await own.append(', own');
  expect((await bed.stored()).data).toEqual({ text: 'first, other, own' });
});

it('goes on after a while without a lock that another window keeps', async () => {
  const clock = new FakeClock();
  clock.advance(Date.now());
  const warnings: string[] = [];
  const log = { ...silentLog, warn: (text: string) => void warnings.push(text) };
  const { append } = windowOf({ clock, log });
  await append('before');
  await writeFile(`${bed.path}.lock`, `${process.pid} another`);
  const done = append(', after');
  await expect.poll(() => clock.waiting).toEqual([15]);
  clock.advance(5_001);
  await done;
  expect((await bed.stored()).data).toEqual({ text: 'before, after' });
  expect(warnings).toEqual([expect.stringContaining('without a lock')]);
  expect(await readFile(`${bed.path}.lock`, 'utf8')).toContain('another');
});

it('takes the lock of a process that has ended', async () => {
  await mkdir(bed.parent);
  await writeFile(`${bed.path}.lock`, '999999999 gone');
  await windowOf().append('text');
  expect(await bed.names()).toEqual(['state.json']);
});

it('changes a value in memory only, or not at all, once a newer version has the file', async () => {
  const newer = '{"version":4,"data":{"text":"of tomorrow"}}';
  const [forgetful, strict] = [
    windowOf(),
    windowOf({ newerError: () => new Error('Update Tandem') }),
  ];
  await forgetful.append('old');
  expect(await strict.file.read()).toEqual({ text: 'old' });
  await bed.store(newer);
  await expect(strict.append(', own')).rejects.toThrow('Update Tandem');
  expect(await strict.file.read()).toEqual({ text: 'old' });
  await forgetful.append(', own');
  expect(await forgetful.file.read()).toEqual({ text: 'old, own' });
  expect(await readFile(bed.path, 'utf8')).toBe(newer);
  await bed.store('{"version":3,"data":{"text":"of today"}}');
  await strict.append(', own');
  expect(await forgetful.file.read()).toEqual({ text: 'of today, own' });
});

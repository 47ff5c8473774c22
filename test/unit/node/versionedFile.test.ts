import fs, { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Deferred } from '../../../src/base/deferred';
import { VersionedFile } from '../../../src/node/versionedFile';
import { replaceOpen } from '../../support/disk/replaceOpen';
import { useDraftFile } from './draftFile';
import { FakeClock } from './fakeClock';

const bed = useDraftFile();

describe('a versioned file', () => {
  it('starts with the initial value and writes every change', async () => {
    const file = await VersionedFile.open(bed.options());
    expect(file.report).toEqual({ kind: 'created' });
    expect(file.value).toEqual({ text: '' });
    for (let i = 0; i < 200; i += 1) {
      file.update(({ text }) => ({ text: `${text}x` }));
    }
    await file.flush();
    expect(await bed.stored()).toEqual({ version: 3, data: { text: 'x'.repeat(200) } });
    expect(await bed.names()).toEqual(['state.json']);
    const again = await VersionedFile.open(bed.options());
    expect([again.report, again.value]).toEqual([{ kind: 'loaded' }, { text: 'x'.repeat(200) }]);
  });

  it('is saved while changes keep coming', async () => {
    const file = await VersionedFile.open(bed.options());
    let stop = false;
    const changes = (async () => {
      for (let i = 0; !stop; i += 1) {
        file.set({ text: String(i) });
        await new Promise(resolve => setImmediate(resolve));
      }
    })();
    await expect.poll(() => bed.names().catch(() => [])).toContain('state.json');
    stop = true;
    await changes;
    await file.flush();
    expect((await bed.stored()).data).toEqual(file.value);
  });

  it('is saved when it changes at the end of a write', async () => {
    const file = await VersionedFile.open(bed.options());
    const holds = (text: string) =>
      existsSync(bed.path) && readFileSync(bed.path, 'utf8').includes(`"${text}"`);
    for (let round = 0; round < 20; round += 1) {
      file.set({ text: `old ${round}` });
      // The text is in place an instant before the write counts as finished.
      while (!holds(`old ${round}`)) {
        await new Promise(resolve => setImmediate(resolve));
      }
      file.set({ text: `new ${round}` });
      await expect.poll(() => holds(`new ${round}`), { interval: 1 }).toBe(true);
    }
  });

  it('is not reverted by a write that a synchronous one has overtaken', async () => {
    const file = await VersionedFile.open(bed.options());
    for (let round = 0; round < 30; round += 1) {
      file.set({ text: `old ${round}` });
      for (let step = 0; step < round % 6; step += 1) {
        await new Promise(resolve => setImmediate(resolve));
      }
      file.set({ text: `new ${round}` });
      file.flushSync();
      expect((await bed.stored()).data.text).toBe(`new ${round}`);
      await file.flush();
      expect((await bed.stored()).data.text).toBe(`new ${round}`);
    }
    file.dispose();
    expect(await bed.names()).toEqual(['state.json']);
  });

  it('is migrated from an older version', async () => {
    await bed.store('{"version":1,"data":"hello"}');
    const file = await VersionedFile.open(bed.options());
    expect([file.report, file.value]).toEqual([{ kind: 'migrated', from: 1 }, { text: 'hello' }]);
    await file.flush();
    expect(await bed.stored()).toEqual({ version: 3, data: { text: 'hello' } });
  });

  it.each([
    ['invalid JSON', '{"version":3,'],
    ['no version', '{"text":"x"}'],
    ['a version without a migration', '{"version":0,"data":{}}'],
    ['data of the wrong shape', '{"version":3,"data":{"text":5}}'],
  ])('is set aside if it holds %s', async (_name, text) => {
    await bed.store(text);
    const file = await VersionedFile.open(bed.options());
    const movedTo = `${bed.path}.unreadable-2026-01-02T03-04-05.000Z`;
    expect(file.report).toEqual({ kind: 'setAside', movedTo, reason: expect.any(String) });
    expect(file.value).toEqual({ text: '' });
    expect(await readFile(movedTo, 'utf8')).toBe(text);
  });

  it('is kept unchanged if its version is newer, whatever is set', async () => {
    const text = '{"version":4,"data":{"text":"of tomorrow"}}';
    await bed.store(text);
    const file = await VersionedFile.open(bed.options());
    expect([file.report, file.value]).toEqual([{ kind: 'newer', version: 4 }, { text: '' }]);
    file.set({ text: 'of today' });
    await file.flush();
    file.dispose();
    expect(file.value).toEqual({ text: 'of today' });
    expect(await bed.names()).toEqual(['state.json']);
    expect(await readFile(bed.path, 'utf8')).toBe(text);
  });

  it('is not treated as absent if it cannot be read', async () => {
    await mkdir(bed.path, { recursive: true });
    await expect(VersionedFile.open(bed.options())).rejects.toMatchObject({ code: 'EISDIR' });
  });

  it('reports a failed write, keeps the value and retries', async () => {
    const file = await VersionedFile.open(bed.options());
    await writeFile(bed.parent, 'in the way');
    file.set({ text: 'kept' });
    await expect(file.flush()).rejects.toThrow();
    await rm(bed.parent);
    await file.flush();
    expect((await bed.stored()).data).toEqual({ text: 'kept' });
  });

  it('is written again some time after a failed write', async () => {
    const clock = new FakeClock();
    const file = await VersionedFile.open({ ...bed.options(), clock });
    await writeFile(bed.parent, 'in the way');
    file.set({ text: 'kept' });
    await expect(file.flush()).rejects.toThrow();
    await rm(bed.parent);
    clock.advance(10_000);
    await expect
      .poll(() => bed.stored().catch(() => undefined))
      .toMatchObject({
        data: { text: 'kept' },
      });
  });

  it('is not written once it was abandoned', async () => {
    const clock = new FakeClock();
    const file = await VersionedFile.open({ ...bed.options(), clock });
    await writeFile(bed.parent, 'in the way');
    file.set({ text: 'kept' });
    await expect(file.flush()).rejects.toThrow();
    file.abandon();
    expect(clock.waiting).toEqual([]);
    await rm(bed.parent);
    await file.flush();
    file.dispose();
    await expect(bed.names()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

it('what another process writes at the same time of the clock is taken over', async () => {
  const own = await VersionedFile.open(bed.options());
  const other = await VersionedFile.open(bed.options());
  for (const text of ['one', 'two']) {
    other.set({ text });
    await other.flush();
    await utimes(bed.path, 1, 1);
    expect(await own.refresh()).toBe(true);
    expect(own.value).toEqual({ text });
  }
});

/** Lets the next folder wait for the disk, until the release. */
function holdFolder(): { readonly reached: Promise<void>; release(): void } {
  const { open } = fs.promises;
  const [reached, released] = [new Deferred<void>(), new Deferred<void>()];
  const restore = () => replaceOpen(open);
  replaceOpen(async (path, flags, mode) => {
    if (flags === 'r') {
      restore();
      reached.resolve();
      await released.promise;
    }
    return open(path, flags, mode);
  });
  onTestFinished(restore);
  return { reached: reached.promise, release: () => released.resolve() };
}

it('what another process writes while the folder is synced is taken over', async () => {
  const own = await VersionedFile.open(bed.options());
  const other = await VersionedFile.open(bed.options());
  await mkdir(bed.parent);
  const held = holdFolder();
  own.set({ text: 'own' });
  await held.reached;
  await other.refresh();
  other.update(({ text }) => ({ text: `${text}, other` }));
  await other.flush();
  held.release();
  await own.flush();
  expect(await own.refresh()).toBe(true);
  expect(own.value).toEqual({ text: 'own, other' });
});

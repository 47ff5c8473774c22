import fs from 'node:fs';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { stateOf } from '../../../src/node/fileState';
import { VersionedFile } from '../../../src/node/versionedFile';
import { HeldSyncs } from '../../support/disk/heldSyncs';
import { replaceOpen } from '../../support/disk/replaceOpen';
import { type Draft, useDraftFile } from './draftFile';
import { FakeClock } from './fakeClock';

const bed = useDraftFile();

const holds: HeldSyncs[] = [];
afterEach(() => {
  for (const held of holds.splice(0).reverse()) held.release();
});

/** Makes files impossible to open for writing until the release. */
function takeHandles(): { release(): void } {
  const { open } = fs.promises;
  replaceOpen(async (path, flags, mode) => {
    if (flags === 'r+' || flags === 'wx') {
      throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    }
    return open(path, flags, mode);
  });
  const release = () => replaceOpen(open);
  onTestFinished(release);
  return { release };
}

/** Keeps the disk from getting what is written, for as long as the test lasts at most. */
function holdSyncs(): HeldSyncs {
  const held = new HeldSyncs();
  holds.push(held);
  return held;
}

describe('a file that is written ahead', () => {
  const aheadOptions = () => ({ ...bed.options(), isWrittenAhead: true });
  const ahead = (number: number) => `${bed.path}.ahead-${number}`;

  /** Opens a file that exists. */
  async function openStored() {
    const file = await VersionedFile.open(aheadOptions());
    file.set({ text: 'first' });
    await file.flush();
    return file;
  }

  /** Writes a text ahead that the disk does not get before the release. */
  async function writeAhead(text = 'second') {
    const file = await openStored();
    const held = holdSyncs();
    file.set({ text });
    await file.written();
    return { file, held };
  }

  /** Reads as another process does after this one was killed at this moment. */
  const found = async () => (await VersionedFile.open(aheadOptions())).value.text;

  /** Writes a text that is not `written` before the disk has it. */
  async function expectWait(file: VersionedFile<Draft>, text: string): Promise<void> {
    const held = holdSyncs();
    file.set({ text });
    let isWritten = false;
    const written = file.written().then(() => {
      isWritten = true;
    });
    await held.reached;
    expect(isWritten).toBe(false);
    held.release();
    await written;
    expect((await bed.stored()).data).toEqual({ text });
  }

  it('keeps what was written before the disk has it, if the process is killed', async () => {
    const { file, held } = await writeAhead();
    expect((await bed.stored()).data).toEqual({ text: 'first' });
    expect(await found()).toBe('second');
    // The same for a text that is written while the one before is still on its way.
    file.set({ text: 'third' });
    await file.written();
    expect((await bed.stored()).data).toEqual({ text: 'first' });
    expect(await found()).toBe('third');
    held.release();
    await file.flush();
    expect((await bed.stored()).data).toEqual({ text: 'third' });
    expect(await bed.names()).toEqual(['state.json']);
    expect(await found()).toBe('third');
  });

  it('keeps what was written when it cannot take the place of the file', async () => {
    const file = await openStored();
    // The system has no handles left; then they are there again.
    const handles = takeHandles();
    file.set({ text: 'second' });
    await file.written();
    await expect(file.flush()).rejects.toThrow('EMFILE');
    expect((await bed.stored()).data).toEqual({ text: 'first' });
    expect(await found()).toBe('second');
    file.set({ text: 'third' });
    await expect(file.flush()).rejects.toThrow('EMFILE');
    expect(await found()).toBe('second');
    handles.release();
    await file.flush();
    expect((await bed.stored()).data).toEqual({ text: 'third' });
    expect(await bed.names()).toEqual(['state.json']);
  });

  it('waits for the disk where a text could not be told from an outdated one', async () => {
    const file = await VersionedFile.open(aheadOptions());
    await expectWait(file, 'new');
  });

  it('goes on from a text that was found, which stays until a newer one is in place', async () => {
    const { file: killed, held } = await writeAhead('found');
    // Ends what a killed process could no longer do.
    killed.abandon();
    const file = await VersionedFile.open(aheadOptions());
    expect([file.value.text, (await bed.stored()).data.text]).toEqual(['found', 'first']);
    expect(await found()).toBe('found');
    file.set({ text: 'newer' });
    await file.written();
    expect(await found()).toBe('newer');
    expect((await bed.names()).sort()).toEqual(
      ['', '.ahead-0', '.ahead-1'].map(end => `state.json${end}`),
    );
    file.set({ text: 'newest' });
    await file.written();
    expect(await found()).toBe('newest');
    held.release();
    await Promise.all([file.flush(), killed.flush()]);
    expect([await found(), (await bed.stored()).data.text]).toEqual(['newest', 'newest']);
    expect(await bed.names()).toEqual(['state.json']);
  });

  it.each([
    ['torn', (text: string) => text.slice(0, -9)],
    ['of another file', (text: string) => text.replace(/"over":\["\d/, '"over":["9')],
    ['without a mark', (text: string) => text.replace('"ahead"', '"other"')],
    ['of another form', (text: string) => text.replace('"text"', '"body"')],
    ['not JSON', () => '\0\0\0\0'],
    ['of no count', (text: string) => text.replace(/"count":\d+/, '"count":"9"')],
  ])('leaves a text alone that is %s', async (_what, spoil) => {
    const { file, held } = await writeAhead();
    const text = await readFile(ahead(0), 'utf8').catch(() => readFile(ahead(1), 'utf8'));
    await writeFile(ahead(0), spoil(text));
    await rm(ahead(1), { force: true });
    expect(await found()).toBe('first');
    held.release();
    await file.flush();
  });

  /** Leaves a text beside the file, as a killed process does. */
  async function leave(text: object): Promise<void> {
    const mark = { over: [await stateOf(bed.path)], count: 1 };
    await writeFile(ahead(0), JSON.stringify({ ...text, ahead: mark }));
  }

  it('keeps a text of a newer version, and the file that it is to replace', async () => {
    const { version } = aheadOptions();
    await openStored();
    await leave({ version: version + 1, data: { text: 'later' } });
    const file = await VersionedFile.open(aheadOptions());
    expect(file.report).toEqual({ kind: 'newer', version: version + 1 });
    file.set({ text: 'mine' });
    await file.written();
    await file.flush();
    expect((await bed.stored()).data).toEqual({ text: 'first' });
    expect((await bed.names()).sort()).toEqual(['state.json', 'state.json.ahead-0']);
  });

  it('opens a text in place of a file that cannot be understood', async () => {
    const { version } = aheadOptions();
    await bed.store('damaged');
    await leave({ version, data: { text: 'second' } });
    const file = await VersionedFile.open(aheadOptions());
    expect([file.report.kind, file.value.text]).toEqual(['loaded', 'second']);
    file.set({ text: 'third' });
    await file.flush();
    expect((await bed.stored()).data).toEqual({ text: 'third' });
    expect(await bed.names()).toEqual(['state.json']);
  });

  it('knows the file after a system has changed its time late', async () => {
    const { file, held: first } = await writeAhead();
    await utimes(ahead(0), 1, 1);
    first.release();
    await file.flush();
    const second = holdSyncs();
    file.set({ text: 'third' });
    await file.written();
    expect((await bed.stored()).data).toEqual({ text: 'second' });
    expect(await found()).toBe('third');
    second.release();
    await file.flush();
  });

  it('forgets a text that a synchronous write has overtaken', async () => {
    const { file, held } = await writeAhead();
    file.set({ text: 'third' });
    file.flushSync();
    expect(await found()).toBe('third');
    held.release();
    await file.flush();
    expect(await found()).toBe('third');
    expect(await bed.names()).toEqual(['state.json']);
  });

  it('waits for the disk after a synchronous write, whose state of the file is not known', async () => {
    const file = await openStored();
    file.set({ text: 'second' });
    file.flushSync();
    await expectWait(file, 'third');
  });

  it('keeps a text when the one before it takes the place of the file', async () => {
    const { file, held: first } = await writeAhead();
    await first.reached;
    const second = holdSyncs();
    file.set({ text: 'third' });
    await file.written();
    first.release();
    await expect.poll(async () => (await bed.stored()).data.text).toBe('second');
    expect(await found()).toBe('third');
    second.release();
    await file.flush();
  });

  it('waits for no text that is on its way already', async () => {
    const file = await openStored();
    const held = holdSyncs();
    // This text is being written when the next one comes.
    file.set({ text: 'second' });
    await Promise.resolve();
    await Promise.resolve();
    file.set({ text: 'third' });
    const written = file.written();
    expect(await found()).toBe('third');
    await written;
    expect((await bed.stored()).data).toEqual({ text: 'first' });
    held.release();
    await file.flush();
    expect([await found(), (await bed.stored()).data.text]).toEqual(['third', 'third']);
    expect(await bed.names()).toEqual(['state.json']);
  });

  it('replaces texts that wait for the disk by the newest one', async () => {
    const file = await openStored();
    const held = holdSyncs();
    for (const text of ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh']) {
      file.set({ text });
      await file.written();
      expect(await found()).toBe(text);
      await held.reached;
    }
    expect((await bed.stored()).data).toEqual({ text: 'first' });
    held.release();
    await file.flush();
    expect((await bed.stored()).data).toEqual({ text: 'seventh' });
    expect(await bed.names()).toEqual(['state.json']);
  });

  it.each([
    ['a long text', 'x'.repeat(300_000), async () => undefined],
    [
      'a text whose name an outdated one has',
      'second',
      async () => {
        for (const number of [0, 1, 2, 3, 4]) await writeFile(ahead(number), 'outdated');
      },
    ],
  ])('writes %s ahead, too', async (_what, text, prepare) => {
    const file = await openStored();
    await prepare();
    const held = holdSyncs();
    file.set({ text });
    await file.written();
    expect((await bed.stored()).data).toEqual({ text: 'first' });
    expect((await found()) === text).toBe(true);
    held.release();
    await file.flush();
    expect((await bed.stored()).data.text === text).toBe(true);
  });

  it('waits for one next attempt, though two texts could not be written', async () => {
    const clock = new FakeClock();
    await (await openStored()).flush();
    const file = await VersionedFile.open({ ...aheadOptions(), clock });
    const held = holdSyncs();
    file.set({ text: 'second' });
    await file.written();
    await held.reached;
    takeHandles();
    file.set({ text: 'x'.repeat(300_000) });
    await expect(file.written()).rejects.toThrow('EMFILE');
    held.release();
    const handles = takeHandles();
    await expect(file.flush()).rejects.toThrow('EMFILE');
    expect(clock.waiting).toHaveLength(1);
    handles.release();
    file.dispose();
    expect(clock.waiting).toEqual([]);
    expect((await bed.stored()).data.text).toHaveLength(300_000);
  });

  it('is written though something takes its text away, and keeps the change after it', async () => {
    const { file, held } = await writeAhead();
    await held.reached;
    file.set({ text: 'third' });
    await file.written();
    for (const number of [0, 1, 2, 3, 4]) await rm(ahead(number), { force: true });
    held.release();
    // Nobody has to ask for it.
    await expect.poll(async () => (await bed.stored()).data.text).toBe('third');
    await file.flush();
    expect(await bed.names()).toEqual(['state.json']);
    file.set({ text: 'fourth' });
    await file.written();
    expect(await found()).toBe('fourth');
    await file.flush();
  });

  it('leaves a written text to the next process if a synchronous write fails', async () => {
    const { file, held } = await writeAhead();
    await held.reached;
    file.set({ text: 'third' });
    const { openSync } = fs;
    const put = (open: typeof fs.openSync) => {
      fs.openSync = open;
      syncBuiltinESMExports();
    };
    onTestFinished(() => put(openSync));
    put(() => {
      throw new Error('ENOSPC: no space left on device');
    });
    expect(() => file.flushSync()).toThrow('ENOSPC');
    put(openSync);
    expect(await found()).toBe('second');
    held.release();
    await file.flush();
    expect((await bed.stored()).data.text).toBe('third');
  });

  it('fails for neither of two processes that hold it open by mistake', async () => {
    const one = await openStored();
    const two = await VersionedFile.open(aheadOptions());
    const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`);
    await Promise.all(
      [one, two].map(async file => {
        for (const text of texts) {
          file.set({ text });
          await (text.endsWith('3') ? file.flush() : file.written());
        }
        await file.flush();
      }),
    );
    expect((await bed.stored()).data.text).toBe('text 39');
    expect(await bed.names()).toEqual(['state.json']);
  });

  it('removes a folder in the place of a text', async () => {
    const file = await openStored();
    await mkdir(join(ahead(0), 'x'), { recursive: true });
    expect(await found()).toBe('first');
    file.set({ text: 'second' });
    await file.flush();
    expect([await found(), await bed.names()]).toEqual(['second', ['state.json']]);
  });
});

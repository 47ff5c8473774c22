import fs, { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isObject } from '../../../src/base/json';
import { stateOf } from '../../../src/node/aheadTexts';
import {
  readJsonFile,
  StagedFile,
  writeFileAtomic,
  writeFileAtomicSync,
} from '../../../src/node/atomicFile';
import { VersionedFile, type VersionedFileOptions } from '../../../src/node/versionedFile';
import { HeldSyncs } from '../../support/disk/heldSyncs';
import { removeFolder } from '../../support/removeFolder';
import { FakeClock } from './fakeClock';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-file-'));
  path = join(folder, 'deep', 'state.json');
});
afterEach(() => removeFolder(folder));

interface Draft {
  text: string;
}

const options = (): VersionedFileOptions<Draft> => ({
  path,
  version: 3,
  initial: () => ({ text: '' }),
  parse: data =>
    isObject(data) && typeof data.text === 'string'
      ? { ok: true, value: { text: data.text } }
      : { ok: false, error: 'no text' },
  migrations: {
    1: data => ({ body: data }),
    2: data => ({ text: isObject(data) ? data.body : 0 }),
  },
  clock: {
    now: () => Date.UTC(2026, 0, 2, 3, 4, 5),
    setTimeout: () => ({ dispose: () => undefined }),
  },
});

async function store(text: string): Promise<void> {
  await mkdir(join(folder, 'deep'), { recursive: true });
  await writeFile(path, text);
}

const stored = async () => JSON.parse(await readFile(path, 'utf8'));
const names = () => readdir(join(folder, 'deep'));

const holds: HeldSyncs[] = [];
afterEach(() => {
  for (const held of holds.splice(0).reverse()) held.release();
});

function putOpen(open: typeof fs.promises.open): void {
  fs.promises.open = open;
  syncBuiltinESMExports();
}

/** Makes files impossible to open for writing until the release. */
function takeHandles(): { release(): void } {
  const { open } = fs.promises;
  putOpen(async (path, flags, mode) => {
    if (flags === 'r+' || flags === 'wx') {
      throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    }
    return open(path, flags, mode);
  });
  const release = () => putOpen(open);
  onTestFinished(release);
  return { release };
}

/** Keeps the disk from getting what is written, for as long as the test lasts at most. */
function holdSyncs(): HeldSyncs {
  const held = new HeldSyncs();
  holds.push(held);
  return held;
}

describe('an atomic write', () => {
  it('replaces the file, creates its folder and restricts access to the user', async () => {
    await writeFileAtomic(path, 'one');
    await writeFileAtomic(path, Buffer.from('two €'));
    expect(await readFile(path, 'utf8')).toBe('two €');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    writeFileAtomicSync(path, 'three', 0o644);
    expect(await readFile(path, 'utf8')).toBe('three');
    expect((await stat(path)).mode & 0o777).toBe(0o644);
    expect(await names()).toEqual(['state.json']);
  });

  it('is discarded though the system reports an error for it', async () => {
    await store('old');
    const { open } = fs.promises;
    onTestFinished(() => putOpen(open));
    putOpen(async (...args) => {
      const handle = await open(...args);
      const close = handle.close.bind(handle);
      handle.close = async () => {
        await close();
        throw new Error('EIO');
      };
      return handle;
    });
    const staged = await StagedFile.write(path, `${path}.next`, 'new');
    await staged.discard();
    expect(await names()).toEqual(['state.json']);
  });

  it('leaves the old file and nothing else if it fails or is no longer wanted', async () => {
    await writeFileAtomic(path, 'old');
    await writeFileAtomic(path, 'new', { isWanted: () => false });
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await names()).toEqual(['state.json']);
    const occupied = join(folder, 'folder');
    await mkdir(join(occupied, 'x'), { recursive: true });
    await expect(writeFileAtomic(occupied, 'text')).rejects.toThrow();
    expect(() => writeFileAtomicSync(occupied, 'text')).toThrow();
    expect((await readdir(folder)).sort()).toEqual(['deep', 'folder']);
  });
});

it('distinguishes missing, malformed and unreadable JSON files', async () => {
  expect(await readJsonFile(path)).toEqual({ kind: 'missing' });
  await store('{"a":1}');
  expect(await readJsonFile(path)).toEqual({ kind: 'read', value: { a: 1 } });
  await store('{"a":');
  expect(await readJsonFile(path)).toMatchObject({ kind: 'malformed' });
  await expect(readJsonFile(folder)).rejects.toMatchObject({ code: 'EISDIR' });
});

describe('a versioned file', () => {
  it('starts with the initial value and writes every change', async () => {
    const file = await VersionedFile.open(options());
    expect(file.report).toEqual({ kind: 'created' });
    expect(file.value).toEqual({ text: '' });
    for (let i = 0; i < 200; i += 1) {
      file.update(({ text }) => ({ text: `${text}x` }));
    }
    await file.flush();
    expect(await stored()).toEqual({ version: 3, data: { text: 'x'.repeat(200) } });
    expect(await names()).toEqual(['state.json']);
    const again = await VersionedFile.open(options());
    expect([again.report, again.value]).toEqual([{ kind: 'loaded' }, { text: 'x'.repeat(200) }]);
  });

  it('is saved while changes keep coming', async () => {
    const file = await VersionedFile.open(options());
    let stop = false;
    const changes = (async () => {
      for (let i = 0; !stop; i += 1) {
        file.set({ text: String(i) });
        await new Promise(resolve => setImmediate(resolve));
      }
    })();
    await expect.poll(() => names().catch(() => [])).toContain('state.json');
    stop = true;
    await changes;
    await file.flush();
    expect((await stored()).data).toEqual(file.value);
  });

  it('is saved when it changes at the end of a write', async () => {
    const file = await VersionedFile.open(options());
    const holds = (text: string) =>
      existsSync(path) && readFileSync(path, 'utf8').includes(`"${text}"`);
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
    const file = await VersionedFile.open(options());
    for (let round = 0; round < 30; round += 1) {
      file.set({ text: `old ${round}` });
      for (let step = 0; step < round % 6; step += 1) {
        await new Promise(resolve => setImmediate(resolve));
      }
      file.set({ text: `new ${round}` });
      file.flushSync();
      expect((await stored()).data.text).toBe(`new ${round}`);
      await file.flush();
      expect((await stored()).data.text).toBe(`new ${round}`);
    }
    file.dispose();
    expect(await names()).toEqual(['state.json']);
  });

  it('is migrated from an older version', async () => {
    await store('{"version":1,"data":"hello"}');
    const file = await VersionedFile.open(options());
    expect([file.report, file.value]).toEqual([{ kind: 'migrated', from: 1 }, { text: 'hello' }]);
    await file.flush();
    expect(await stored()).toEqual({ version: 3, data: { text: 'hello' } });
  });

  it.each([
    ['invalid JSON', '{"version":3,'],
    ['no version', '{"text":"x"}'],
    ['a version without a migration', '{"version":0,"data":{}}'],
    ['data of the wrong shape', '{"version":3,"data":{"text":5}}'],
  ])('is set aside if it holds %s', async (_name, text) => {
    await store(text);
    const file = await VersionedFile.open(options());
    const movedTo = `${path}.unreadable-2026-01-02T03-04-05.000Z`;
    expect(file.report).toEqual({ kind: 'setAside', movedTo, reason: expect.any(String) });
    expect(file.value).toEqual({ text: '' });
    expect(await readFile(movedTo, 'utf8')).toBe(text);
  });

  it('is kept unchanged if its version is newer, whatever is set', async () => {
    const text = '{"version":4,"data":{"text":"of tomorrow"}}';
    await store(text);
    const file = await VersionedFile.open(options());
    expect([file.report, file.value]).toEqual([{ kind: 'newer', version: 4 }, { text: '' }]);
    file.set({ text: 'of today' });
    await file.flush();
    file.dispose();
    expect(file.value).toEqual({ text: 'of today' });
    expect(await names()).toEqual(['state.json']);
    expect(await readFile(path, 'utf8')).toBe(text);
  });

  it('is not treated as absent if it cannot be read', async () => {
    await mkdir(path, { recursive: true });
    await expect(VersionedFile.open(options())).rejects.toMatchObject({ code: 'EISDIR' });
  });

  it('reports a failed write, keeps the value and retries', async () => {
    const file = await VersionedFile.open(options());
    await writeFile(join(folder, 'deep'), 'in the way');
    file.set({ text: 'kept' });
    await expect(file.flush()).rejects.toThrow();
    await rm(join(folder, 'deep'));
    await file.flush();
    expect((await stored()).data).toEqual({ text: 'kept' });
  });

  it('is written again some time after a failed write', async () => {
    const clock = new FakeClock();
    const file = await VersionedFile.open({ ...options(), clock });
    await writeFile(join(folder, 'deep'), 'in the way');
    file.set({ text: 'kept' });
    await expect(file.flush()).rejects.toThrow();
    await rm(join(folder, 'deep'));
    clock.advance(10_000);
    await expect
      .poll(() => stored().catch(() => undefined))
      .toMatchObject({
        data: { text: 'kept' },
      });
  });

  it('is not written once it was abandoned', async () => {
    const clock = new FakeClock();
    const file = await VersionedFile.open({ ...options(), clock });
    await writeFile(join(folder, 'deep'), 'in the way');
    file.set({ text: 'kept' });
    await expect(file.flush()).rejects.toThrow();
    file.abandon();
    expect(clock.waiting).toEqual([]);
    await rm(join(folder, 'deep'));
    await file.flush();
    file.dispose();
    await expect(names()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

it('what another process writes at the same time of the clock is taken over', async () => {
  const own = await VersionedFile.open(options());
  const other = await VersionedFile.open(options());
  for (const text of ['one', 'two']) {
    other.set({ text });
    await other.flush();
    await utimes(path, 1, 1);
    expect(await own.refresh()).toBe(true);
    expect(own.value).toEqual({ text });
  }
});

describe('a file that is written ahead', () => {
  const aheadOptions = () => ({ ...options(), isWrittenAhead: true });
  const ahead = (number: number) => `${path}.ahead-${number}`;

  /** Opens a file that exists. */
  async function openStored() {
    const file = await VersionedFile.open(aheadOptions());
    file.set({ text: 'first' });
    await file.flush();
    return file;
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
    expect((await stored()).data).toEqual({ text });
  }

  it('keeps what was written before the disk has it, if the process is killed', async () => {
    const file = await openStored();
    const held = holdSyncs();
    file.set({ text: 'second' });
    await file.written();
    expect((await stored()).data).toEqual({ text: 'first' });
    expect(await found()).toBe('second');
    // The same for a text that is written while the one before is still on its way.
    file.set({ text: 'third' });
    await file.written();
    expect((await stored()).data).toEqual({ text: 'first' });
    expect(await found()).toBe('third');
    held.release();
    await file.flush();
    expect((await stored()).data).toEqual({ text: 'third' });
    expect(await names()).toEqual(['state.json']);
    expect(await found()).toBe('third');
  });

  it('keeps what was written when it cannot take the place of the file', async () => {
    const file = await openStored();
    // The system has no handles left; then they are there again.
    const handles = takeHandles();
    file.set({ text: 'second' });
    await file.written();
    await expect(file.flush()).rejects.toThrow('EMFILE');
    expect((await stored()).data).toEqual({ text: 'first' });
    expect(await found()).toBe('second');
    file.set({ text: 'third' });
    await expect(file.flush()).rejects.toThrow('EMFILE');
    expect(await found()).toBe('second');
    handles.release();
    await file.flush();
    expect((await stored()).data).toEqual({ text: 'third' });
    expect(await names()).toEqual(['state.json']);
  });

  it('waits for the disk where a text could not be told from an outdated one', async () => {
    const file = await VersionedFile.open(aheadOptions());
    await expectWait(file, 'new');
  });

  it('goes on from a text that was found, which stays until a newer one is in place', async () => {
    const killed = await openStored();
    const held = holdSyncs();
    killed.set({ text: 'found' });
    await killed.written();
    // Ends what a killed process could no longer do.
    killed.abandon();
    const file = await VersionedFile.open(aheadOptions());
    expect([file.value.text, (await stored()).data.text]).toEqual(['found', 'first']);
    expect(await found()).toBe('found');
    file.set({ text: 'newer' });
    await file.written();
    expect(await found()).toBe('newer');
    expect((await names()).sort()).toEqual(
      ['', '.ahead-0', '.ahead-1'].map(end => `state.json${end}`),
    );
    file.set({ text: 'newest' });
    await file.written();
    expect(await found()).toBe('newest');
    held.release();
    await Promise.all([file.flush(), killed.flush()]);
    expect([await found(), (await stored()).data.text]).toEqual(['newest', 'newest']);
    expect(await names()).toEqual(['state.json']);
  });

  it.each([
    ['torn', (text: string) => text.slice(0, -9)],
    ['of another file', (text: string) => text.replace(/"over":\["\d/, '"over":["9')],
    ['without a mark', (text: string) => text.replace('"ahead"', '"other"')],
    ['of another form', (text: string) => text.replace('"text"', '"body"')],
    ['not JSON', () => '\0\0\0\0'],
    ['of no count', (text: string) => text.replace(/"count":\d+/, '"count":"9"')],
  ])('leaves a text alone that is %s', async (_what, spoil) => {
    const file = await openStored();
    const held = holdSyncs();
    file.set({ text: 'second' });
    await file.written();
    const text = await readFile(ahead(0), 'utf8').catch(() => readFile(ahead(1), 'utf8'));
    await writeFile(ahead(0), spoil(text));
    await rm(ahead(1), { force: true });
    expect(await found()).toBe('first');
    held.release();
    await file.flush();
  });

  /** Leaves a text beside the file, as a killed process does. */
  async function leave(text: object): Promise<void> {
    const mark = { over: [await stateOf(path)], count: 1 };
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
    expect((await stored()).data).toEqual({ text: 'first' });
    expect((await names()).sort()).toEqual(['state.json', 'state.json.ahead-0']);
  });

  it('opens a text in place of a file that cannot be understood', async () => {
    const { version } = aheadOptions();
    await store('damaged');
    await leave({ version, data: { text: 'second' } });
    const file = await VersionedFile.open(aheadOptions());
    expect([file.report.kind, file.value.text]).toEqual(['loaded', 'second']);
    file.set({ text: 'third' });
    await file.flush();
    expect((await stored()).data).toEqual({ text: 'third' });
    expect(await names()).toEqual(['state.json']);
  });

  it('knows the file after a system has changed its time late', async () => {
    const file = await openStored();
    const first = holdSyncs();
    file.set({ text: 'second' });
    await file.written();
    await utimes(ahead(0), 1, 1);
    first.release();
    await file.flush();
    const second = holdSyncs();
    file.set({ text: 'third' });
    await file.written();
    expect((await stored()).data).toEqual({ text: 'second' });
    expect(await found()).toBe('third');
    second.release();
    await file.flush();
  });

  it('forgets a text that a synchronous write has overtaken', async () => {
    const file = await openStored();
    const held = holdSyncs();
    file.set({ text: 'second' });
    await file.written();
    file.set({ text: 'third' });
    file.flushSync();
    expect(await found()).toBe('third');
    held.release();
    await file.flush();
    expect(await found()).toBe('third');
    expect(await names()).toEqual(['state.json']);
  });

  it('waits for the disk after a synchronous write, whose state of the file is not known', async () => {
    const file = await openStored();
    file.set({ text: 'second' });
    file.flushSync();
    await expectWait(file, 'third');
  });

  it('keeps a text when the one before it takes the place of the file', async () => {
    const file = await openStored();
    const first = holdSyncs();
    file.set({ text: 'second' });
    await file.written();
    await first.reached;
    const second = holdSyncs();
    file.set({ text: 'third' });
    await file.written();
    first.release();
    await expect.poll(async () => (await stored()).data.text).toBe('second');
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
    expect((await stored()).data).toEqual({ text: 'first' });
    held.release();
    await file.flush();
    expect([await found(), (await stored()).data.text]).toEqual(['third', 'third']);
    expect(await names()).toEqual(['state.json']);
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
    expect((await stored()).data).toEqual({ text: 'first' });
    held.release();
    await file.flush();
    expect((await stored()).data).toEqual({ text: 'seventh' });
    expect(await names()).toEqual(['state.json']);
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
    expect((await stored()).data).toEqual({ text: 'first' });
    expect((await found()) === text).toBe(true);
    held.release();
    await file.flush();
    expect((await stored()).data.text === text).toBe(true);
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
    expect((await stored()).data.text).toHaveLength(300_000);
  });

  it('is written though something takes its text away, and keeps the change after it', async () => {
    const file = await openStored();
    const held = holdSyncs();
    file.set({ text: 'second' });
    await file.written();
    await held.reached;
    file.set({ text: 'third' });
    await file.written();
    for (const number of [0, 1, 2, 3, 4]) await rm(ahead(number), { force: true });
    held.release();
    // Nobody has to ask for it.
    await expect.poll(async () => (await stored()).data.text).toBe('third');
    await file.flush();
    expect(await names()).toEqual(['state.json']);
    file.set({ text: 'fourth' });
    await file.written();
    expect(await found()).toBe('fourth');
    await file.flush();
  });

  it('leaves a written text to the next process if a synchronous write fails', async () => {
    const file = await openStored();
    const held = holdSyncs();
    file.set({ text: 'second' });
    await file.written();
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
    expect((await stored()).data.text).toBe('third');
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
    expect((await stored()).data.text).toBe('text 39');
    expect(await names()).toEqual(['state.json']);
  });

  it('removes a folder in the place of a text', async () => {
    const file = await openStored();
    await mkdir(join(ahead(0), 'x'), { recursive: true });
    expect(await found()).toBe('first');
    file.set({ text: 'second' });
    await file.flush();
    expect([await found(), await names()]).toEqual(['second', ['state.json']]);
  });
});

import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from '../../../../../src/base/errors';
import { silentLog } from '../../../../../src/base/log';
import type { BlobId } from '../../../../../src/contract/ids';
import type { Baselines } from '../../../../../src/core/edits/store/baselines';
import type { BaselineLimits } from '../../../../../src/core/edits/store/eviction';
import { openBaselines } from '../../../../support/openBaselines';

const hour = 3_600_000;
const day = 24 * hour;

let root: string;
let limits: BaselineLimits;
let pinned: Set<BlobId>;
let baselines: Baselines;
let collections: number;

const open = () =>
  openBaselines(join(root, 'store'), {
    limits: () => limits,
    pinned: async () => {
      collections += 1;
      return pinned;
    },
  });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'baselines-'));
  limits = { maxSize: 10_000, maxAge: 30 * day };
  pinned = new Set();
  collections = 0;
  baselines = open();
});

afterEach(() => rm(root, { recursive: true, force: true }));

const files = async () =>
  (await readdir(join(root, 'store'), { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));

const kept = async () => (await files()).map(path => basename(path, '.z')).sort();

/** Moves the last use of all stored content, or of one content, into the past. */
async function age(by: number, ref?: BlobId): Promise<void> {
  const then = (Date.now() - by) / 1000;
  const aged = (await files()).filter(path => !ref || basename(path).startsWith(ref));
  await Promise.all(aged.map(path => utimes(path, then, then)));
}

/** Stores incompressible bytes that were last used that long ago. */
async function putAged(by: number, size = 2_000): Promise<BlobId> {
  const ref = await baselines.put(randomBytes(size));
  await age(by, ref);
  return ref;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

const sourceText = Array.from({ length: 500 }, (_, i) => `  const value${i} = ${i};\n`).join('');

test('stored content is returned byte for byte, even in another window', async () => {
  const bytes = Uint8Array.from([0, 255, 13, 10, 0xef, 0xbb, 0xbf]);
  const ref = await baselines.put(bytes);
  expect(Uint8Array.from((await open().get(ref)) ?? [])).toEqual(bytes);
});

test('text is stored in at most a third of its size and restored in full', async () => {
  const ref = await baselines.put(bytesOf(sourceText));
  const [file = ''] = await files();
  expect((await stat(file)).size).toBeLessThan(sourceText.length / 3);
  expect(Buffer.from((await open().get(ref)) ?? []).toString()).toBe(sourceText);
});

test('incompressible content is stored as is', async () => {
  const bytes = randomBytes(9_000);
  const ref = await baselines.put(bytes);
  const [file = ''] = await files();
  expect((await readFile(file)).equals(bytes)).toBe(true);
  expect(bytes.equals((await baselines.get(ref)) ?? new Uint8Array())).toBe(true);
});

test('uncompressed text from an older version is readable and not stored again', async () => {
  const ref = await baselines.put(bytesOf(sourceText));
  const [file = ''] = await files();
  await rm(file);
  await writeFile(join(dirname(file), ref), sourceText);
  const next = open();
  expect(Buffer.from((await next.get(ref)) ?? []).toString()).toBe(sourceText);
  await next.put(bytesOf(sourceText));
  expect(await files()).toEqual([join(dirname(file), ref)]);
});

test('identical content is stored once, even when put concurrently', async () => {
  const bytes = bytesOf('same');
  const refs = await Promise.all([baselines.put(bytes), baselines.put(bytes)]);
  refs.push(await baselines.put(bytes));
  refs.push(await open().put(bytes));
  expect(new Set(refs).size).toBe(1);
  expect(await files()).toHaveLength(1);
});

test('content put twice concurrently takes space once', async () => {
  const bytes = randomBytes(6_000);
  await Promise.all([baselines.put(bytes), baselines.put(bytes)]);
  expect(collections).toBe(0);
});

// Windows has no such modes: the user's profile folder protects its content.
const modes = process.platform === 'win32' ? [0o666, 0o666] : [0o600, 0o700];

test('only the user can read stored content', async () => {
  await baselines.put(bytesOf('secret'));
  const [file = ''] = await files();
  const found = await Promise.all([stat(file), stat(join(root, 'store'))]);
  expect(found.map(({ mode }) => mode & 0o777)).toEqual(modes);
});

test.each([
  ['short', 'whole'],
  ['deflated', sourceText],
])('unknown, forged or damaged content is not returned: %s', async (_what, text) => {
  const ref = await baselines.put(bytesOf(text));
  expect(await baselines.get('0'.repeat(64) as BlobId)).toBeUndefined();
  expect(await baselines.get('../../etc/passwd' as BlobId)).toBeUndefined();
  const [file = ''] = await files();
  await writeFile(file, (await readFile(file)).subarray(0, -2));
  expect(await baselines.get(ref)).toBeUndefined();
});

test('damaged content is replaced when put again', async () => {
  const ref = await baselines.put(bytesOf('whole'));
  const [file = ''] = await files();
  await writeFile(file, 'who');
  const next = open();
  await next.put(bytesOf('whole'));
  expect(Buffer.from((await next.get(ref)) ?? []).toString()).toBe('whole');
});

test('content removed by another window is stored again when put', async () => {
  const ref = await baselines.put(bytesOf('gone'));
  await rm(join(root, 'store'), { recursive: true });
  await baselines.put(bytesOf('gone'));
  expect(await baselines.get(ref)).toHaveLength(4);
});

test('an empty file can be stored', async () => {
  const ref = await baselines.put(new Uint8Array());
  expect(await baselines.get(ref)).toHaveLength(0);
});

test('a full store evicts the least recently used until a fifth is free, except pinned ones', async () => {
  const refs: BlobId[] = [];
  for (const days of [5, 9, 2, 8, 7, 1, 3, 4, 6, 10]) {
    refs[days] = await putAged(days * day, 1_000);
  }
  pinned = new Set([refs[9], refs[8]].filter(ref => ref !== undefined));
  const last = await baselines.put(randomBytes(100));
  const evicted = new Set([refs[10], refs[7]]);
  expect(await kept()).toEqual([...refs.slice(1).filter(ref => !evicted.has(ref)), last].sort());
});

test('concurrent puts get room, however large they are', async () => {
  for (let i = 0; i < 5; i += 1) {
    await putAged(day);
  }
  await Promise.all([1, 2, 3].map(() => baselines.put(randomBytes(3_000))));
  expect(await kept()).toHaveLength(3);
});

test('putting content again makes it the most recently used', async () => {
  const bytes = randomBytes(2_000);
  const used = await baselines.put(bytes);
  await age(9 * day);
  const others = [await putAged(5 * day), await putAged(4 * day), await putAged(3 * day)];
  await putAged(2 * day);
  await baselines.put(bytes);
  await baselines.put(randomBytes(2_000));
  expect(await kept()).toContain(used);
  expect(await kept()).not.toContain(others[0]);
});

test('a store full of pinned content rejects more and says what to do', async () => {
  for (let i = 0; i < 5; i += 1) {
    pinned.add(await putAged(2 * day));
  }
  const before = await kept();
  const refused = await baselines.put(randomBytes(500)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UserError);
  expect(refused).toMatchObject({
    code: 'change.storeFull',
    message: expect.stringMatching(/is full .*Review changes.*tandem\.baselines\.maxSizeMegabytes/),
  });
  expect(await kept()).toEqual(before);
  limits = { ...limits, maxSize: 20_000 };
  await baselines.put(randomBytes(500));
  expect(await kept()).toHaveLength(6);
});

test('content already stored can be put again at the limit', async () => {
  const bytes = randomBytes(9_900);
  const ref = await baselines.put(bytes);
  pinned.add(ref);
  expect(await baselines.put(bytes)).toBe(ref);
  expect(await open().put(bytes)).toBe(ref);
});

test('many puts at the limit share one collection', async () => {
  for (let i = 0; i < 5; i += 1) {
    await putAged(2 * day);
  }
  // A newly started window, which does not know the store's size yet.
  baselines = open();
  await Promise.all(Array.from({ length: 20 }, () => baselines.put(randomBytes(400))));
  expect(collections).toBe(1);
  expect(await kept()).toHaveLength(21);
});

test('a store that stays full does not collect on every put', async () => {
  pinned.add(await baselines.put(randomBytes(10_000)));
  await age(day);
  const puts = [1, 2, 3].map(() => baselines.put(randomBytes(100)));
  await Promise.allSettled(puts);
  await expect(baselines.put(randomBytes(100))).rejects.toThrow('is full');
  expect(collections).toBe(1);
});

test('expired content is removed unless it is pinned', async () => {
  const old = await putAged(31 * day);
  const oldPinned = await putAged(31 * day);
  const young = await putAged(29 * day);
  pinned.add(oldPinned);
  await baselines.collect();
  expect(await kept()).toEqual([oldPinned, young].sort());
  expect(await baselines.get(old)).toBeUndefined();
});

test('content used within the last hour stays, whatever the limits', async () => {
  limits = { maxSize: 10_000, maxAge: 60_000 };
  const recent = await putAged(0.9 * hour);
  const older = await putAged(1.1 * hour);
  limits = { maxSize: 1, maxAge: 60_000 };
  await baselines.collect();
  expect(await kept()).toEqual([recent]);
  expect(older).not.toBe(recent);
});

test('a collection that cannot determine pinned content removes nothing and logs why', async () => {
  const warnings: string[] = [];
  const unsure = openBaselines(join(root, 'store'), {
    limits: () => limits,
    pinned: () => Promise.reject(new Error('no records')),
    log: { ...silentLog, warn: message => warnings.push(message) },
  });
  const old = await putAged(99 * day);
  await unsure.collect();
  expect(await kept()).toEqual([old]);
  expect(warnings).toEqual([expect.stringContaining('no records')]);
  await expect(unsure.put(randomBytes(9_000))).rejects.toThrow('is full');
});

test('two windows share one store and one limit', async () => {
  const other = open();
  const first = await other.put(randomBytes(4_000));
  await age(2 * day);
  const second = await baselines.put(randomBytes(4_000));
  await age(day, second);
  // The other window does not know of the second content yet.
  await other.put(randomBytes(4_000));
  await other.collect();
  expect(await kept()).not.toContain(first);
  expect(await baselines.get(second)).toHaveLength(4_000);
  await other.put(randomBytes(1_500));
  expect(await kept()).toHaveLength(3);
});

test('content that another window uses during a collection stays', async () => {
  const bytes = randomBytes(1_000);
  const ref = await baselines.put(bytes);
  await age(99 * day);
  const other = open();
  const collecting = openBaselines(join(root, 'store'), {
    limits: () => limits,
    pinned: async () => {
      await other.put(bytes);
      return pinned;
    },
  });
  await collecting.collect();
  expect(await kept()).toEqual([ref]);
});

test('temporary files of dead writers are removed after a day, foreign files never', async () => {
  await mkdir(join(root, 'store', 'ab'), { recursive: true });
  const names = [`ab${'0'.repeat(62)}.12345678.tmp`, `ab${'0'.repeat(62)}.z.12345678.tmp`, 'notes'];
  await Promise.all(names.map(name => writeFile(join(root, 'store', 'ab', name), 'half')));
  await age(0.9 * day);
  await baselines.collect();
  expect(await files()).toHaveLength(3);
  await age(1.1 * day);
  await baselines.collect();
  expect(await files()).toEqual([join(root, 'store', 'ab', 'notes')]);
});

test('content that could not be written takes no space', async () => {
  const blocked = randomBytes(4_000);
  const folder = join(root, 'store', (await baselines.put(blocked)).slice(0, 2));
  await rm(folder, { recursive: true });
  await writeFile(folder, 'a file where the folder should be');
  for (let i = 0; i < 5; i += 1) {
    await expect(baselines.put(blocked)).rejects.toThrow(/EEXIST|ENOTDIR/);
  }
  expect(collections).toBe(0);
});

test('a store that cannot be listed rejects puts with the reason, and recovers', async () => {
  await writeFile(join(root, 'store'), 'a file where the folder should be');
  await expect(baselines.put(randomBytes(100))).rejects.toThrow('ENOTDIR');
  await rm(join(root, 'store'));
  const ref = await baselines.put(randomBytes(100));
  expect(await kept()).toEqual([ref]);
});

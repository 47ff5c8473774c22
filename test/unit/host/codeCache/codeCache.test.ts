import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CodeCache, encoded, keyOf } from '../../../../src/host/codeCache/codeCache';
import type { OwnFile } from '../../../../src/host/codeCache/ownFiles';
import { saveCode } from '../../../../src/host/codeCache/saveCode';

const posixOnly = describe.skipIf(process.platform === 'win32');
const name = 'host-ABC.js';
const source = Buffer.from('(function(){ return 1; })');
const tag = cachedDataVersionTag();
const key = keyOf(source, tag);

let root: string;
let cache: CodeCache;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'code-cache-'));
  cache = new CodeCache(join(root, 'codeCache'));
});

afterEach(() => rmSync(root, { recursive: true }));

function file(of = name, code = source): OwnFile {
  return { name: of, key: keyOf(code, tag), script: new Script(code.toString()), kept: 'nothing' };
}

const save = (files = [file()], names = [name]) => saveCode(cache, files, 'turn', names);
const path = () => cache.pathOf(name, key);
const entries = () => readdirSync(cache.folder).sort();

it('finds nothing where nothing was kept', () => {
  expect(cache.read(name, key)).toBeUndefined();
});

it('gives back what V8 takes', async () => {
  await save();
  const found = cache.read(`./${name}`, key);
  expect(found?.kept).toBe('turn');
  const script = new Script(source.toString(), { cachedData: found?.data });
  expect(script.cachedDataRejected).toBe(false);
});

it.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1)],
  ['empty', () => Buffer.alloc(0)],
  ['shorter than its digest', (bytes: Buffer) => bytes.subarray(0, 20)],
  ['changed in one bit', (bytes: Buffer) => flipped(bytes, bytes.length - 5)],
  ['of another stage', (bytes: Buffer) => flipped(bytes, 32)],
  ['of zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
  ['too large', (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(9 * 1024 * 1024)])],
])('ignores an entry that is %s', async (_, spoiled) => {
  await save();
  const bytes = encoded('turn', new Script(source.toString()).createCachedData());
  writeFileSync(path(), spoiled(bytes));
  expect(cache.read(name, key)).toBeUndefined();
});

it('lets V8 refuse what is no compiled code, and compiles', () => {
  mkdirSync(cache.folder, { mode: 0o700 });
  writeFileSync(path(), encoded('turn', Buffer.from('no compiled code at all')), { mode: 0o600 });
  const { data } = cache.read(name, key) ?? {};
  // V8 does not look at the data for a source that it has just compiled.
  const script = new Script(`(function(){ return 'unseen'; })`, { cachedData: data });
  expect(script.cachedDataRejected).toBe(true);
  expect(script.runInThisContext()()).toBe('unseen');
});

posixOnly('what others than the user could have written', () => {
  it('is neither read nor replaced', async () => {
    await save();
    for (const mode of [0o777, 0o770, 0o702, 0o750]) {
      chmodSync(cache.folder, mode);
      expect(cache.read(name, key)).toBeUndefined();
    }
    const before = entries();
    await save([file('other.js')], ['other.js']);
    expect(entries()).toEqual(before);
    chmodSync(cache.folder, 0o700);
    expect(cache.read(name, key)).toBeDefined();
    chmodSync(path(), 0o620);
    expect(cache.read(name, key)).toBeUndefined();
  });

  it('is no link to another folder or file', async () => {
    await save();
    renameSync(path(), join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), path());
    expect(cache.read(name, key)).toBeUndefined();
    rmSync(path());
    renameSync(join(root, 'elsewhere'), path());
    expect(cache.read(name, key)).toBeDefined();
    renameSync(cache.folder, join(root, 'moved'));
    symlinkSync(join(root, 'moved'), cache.folder);
    expect(cache.read(name, key)).toBeUndefined();
  });

  it('is for the user alone', async () => {
    await save();
    expect(statSync(cache.folder).mode & 0o777).toBe(0o700);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });
});

it('removes what no window asks for again', async () => {
  const other = file('chunk-1.js');
  await save([file(), other], [name, 'chunk-1.js']);
  const newer = file(name, Buffer.from('(function(){ return 2; })'));
  // The bundle has no chunk-1.js any more.
  writeFileSync(join(cache.folder, `${name}.left.bin.12345678.tmp`), '');
  utimesSync(join(cache.folder, `${name}.left.bin.12345678.tmp`), 1, 1);
  writeFileSync(join(cache.folder, `${name}.now.bin.12345678.tmp`), '');
  await save([newer], [name, 'chunk-2.js']);
  expect(entries()).toEqual([`${name}.${newer.key}.bin`, `${name}.now.bin.12345678.tmp`].sort());
});

it('keeps entries of files that this window has not loaded, up to a size', async () => {
  const names = [name, ...['a.js', 'b.js', 'c.js']];
  mkdirSync(cache.folder, { mode: 0o700 });
  for (const [index, other] of ['a.js', 'b.js', 'c.js'].entries()) {
    const entry = join(cache.folder, `${other}.0.bin`);
    writeFileSync(entry, Buffer.alloc(6 * 1024 * 1024));
    utimesSync(entry, index + 1, index + 1);
  }
  await save([file()], names);
  expect(entries()).toEqual(['b.js.0.bin', 'c.js.0.bin', `${name}.${key}.bin`]);
});

it('fails without harm where nothing can be written', async () => {
  writeFileSync(cache.folder, 'a file');
  await expect(save()).rejects.toThrow();
  expect(cache.read(name, key)).toBeUndefined();
});

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

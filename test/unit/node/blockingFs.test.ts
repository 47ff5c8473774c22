import { chmodSync, linkSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import * as promises from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as blocking from '../../../src/node/blockingFs';
import * as numbers from '../../../src/node/callbackFs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'blocking-'));
  writeFileSync(join(root, 'file'), 'text');
  symlinkSync('file', join(root, 'link'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Returns the result of a call, or the code of its error. */
async function seen(call: () => Promise<unknown>): Promise<unknown> {
  try {
    return JSON.parse(JSON.stringify((await call()) ?? null, withoutTimes));
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code };
  }
}

const withoutTimes = (key: string, value: unknown) =>
  /time/.test(key) ? undefined : typeof value === 'bigint' ? String(value) : value;

type Calls = typeof promises;

/** Each call once where it works, and once where it fails. */
const calls: Record<string, (fs: Calls) => Promise<unknown>> = {
  access: fs => fs.access(join(root, 'file'), fs.constants.R_OK),
  'access without': fs => fs.access(join(root, 'none')),
  lstat: fs => fs.lstat(join(root, 'link')).then(one => one.isSymbolicLink()),
  'lstat without': fs => fs.lstat(join(root, 'none')),
  mkdir: fs => fs.mkdir(join(root, 'a', 'b'), { recursive: true, mode: 0o700 }),
  'mkdir twice': fs => fs.mkdir(join(root, 'file')),
  'open without': fs => fs.open(join(root, 'none'), 'r'),
  'open of a link': fs =>
    fs.open(join(root, 'link'), fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW),
  readFile: fs => fs.readFile(join(root, 'file')),
  'readFile of a folder': fs => fs.readFile(root),
  readdir: fs => fs.readdir(root),
  'readdir of a file': fs => fs.readdir(join(root, 'file')),
  readlink: fs => fs.readlink(join(root, 'link')),
  realpath: fs => fs.realpath(join(root, 'link')),
  'realpath without': fs => fs.realpath(join(root, 'none')),
  rename: fs => fs.rename(join(root, 'file'), join(root, 'renamed')),
  rm: fs => fs.rm(join(root, 'file'), { force: true }),
  'rm without': fs => fs.rm(join(root, 'none')),
  stat: fs => fs.stat(join(root, 'file')).then(one => [one.size, one.isFile()]),
  utimes: fs => fs.utimes(join(root, 'file'), 1, 1),
  'utimes without': fs => fs.utimes(join(root, 'none'), 1, 1),
  writeFile: fs => fs.writeFile(join(root, 'written'), 'text', { flag: 'wx' }),
  'writeFile where one is': fs => fs.writeFile(join(root, 'file'), 'text', { flag: 'wx' }),
};

test.each(Object.keys(calls))('%s ends as in fs/promises', async name => {
  const call = calls[name];
  const one = await seen(async () => call?.(promises));
  rmSync(root, { recursive: true });
  await promises.mkdir(root, { recursive: true });
  writeFileSync(join(root, 'file'), 'text');
  symlinkSync('file', join(root, 'link'));
  expect(await seen(async () => call?.(blocking as unknown as Calls))).toEqual(one);
});

test('an open file is written, measured, cut, and closed', async () => {
  linkSync(join(root, 'file'), join(root, 'other'));
  const file = await blocking.open(join(root, 'file'), 'r+');
  await file.chmod(0o600);
  expect(await file.write(Buffer.from('_new text'), 1, 8, 0)).toEqual({ bytesWritten: 8 });
  await file.truncate(3);
  await file.sync();
  expect(await file.stat({ bigint: true })).toMatchObject({ size: 3n, nlink: 2n });
  expect(String(await file.readFile())).toBe('new');
  await file.close();
  await expect(file.sync()).rejects.toMatchObject({ code: 'EBADF' });
  await expect(file.close()).rejects.toMatchObject({ code: 'EBADF' });
});

test('files are read by their numbers as by callbacks', async () => {
  chmodSync(join(root, 'file'), 0o640);
  for (const fs of [blocking as unknown as typeof numbers, numbers]) {
    const file = await fs.openNumber(join(root, 'file'), 'r');
    const bytes = Buffer.alloc(4);
    expect(await fs.statNumber(file, { bigint: true })).toMatchObject({ size: 4n });
    expect(await fs.readNumber(file, bytes, 0, 4, null)).toMatchObject({ bytesRead: 4 });
    expect(String(bytes)).toBe('text');
    await fs.closeNumber(file);
    await expect(fs.closeNumber(file)).rejects.toMatchObject({ code: 'EBADF' });
    await expect(fs.openNumber(join(root, 'none'), 'r')).rejects.toMatchObject({ code: 'ENOENT' });
  }
});

import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cacheFolder, checkIntegrity, provisionOnce } from '../../support/cache';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tandem-cache-test-'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

describe('cacheFolder', () => {
  it('prefers TANDEM_CACHE, then XDG_CACHE_HOME, then the home folder', () => {
    const home = join('/', 'home', 'me');
    expect(cacheFolder({ TANDEM_CACHE: '/c', XDG_CACHE_HOME: '/x' }, home)).toBe('/c');
    expect(cacheFolder({ XDG_CACHE_HOME: '/x' }, home)).toBe(join('/x', 'tandem-code'));
    expect(cacheFolder({ XDG_CACHE_HOME: '' }, home)).toBe(join(home, '.cache', 'tandem-code'));
  });
});

describe('provisionOnce', () => {
  const build = (text: string) => async (folder: string) => {
    await appendFile(join(root, 'builds'), '.');
    await writeFile(join(folder, 'content'), text);
  };
  const builds = async () => (await readFile(join(root, 'builds'), 'utf8')).length;

  it('builds once per recipe', async () => {
    const first = await provisionOnce({ root, name: 'thing', recipe: '1', build: build('one') });
    const again = await provisionOnce({ root, name: 'thing', recipe: '1', build: build('two') });
    const other = await provisionOnce({ root, name: 'thing', recipe: '2', build: build('two') });
    expect(again).toBe(first);
    expect(await readFile(join(first, 'content'), 'utf8')).toBe('one');
    expect(await readFile(join(other, 'content'), 'utf8')).toBe('two');
    expect(await builds()).toBe(2);
  });

  it('leaves nothing behind if the build fails, and builds on the next call', async () => {
    const broken = provisionOnce({
      root,
      name: 'thing',
      recipe: '1',
      build: async folder => {
        await writeFile(join(folder, 'half'), '');
        throw new Error('no network');
      },
    });
    await expect(broken).rejects.toThrow('no network');
    expect(await readdir(root)).toEqual([]);
    const folder = await provisionOnce({ root, name: 'thing', recipe: '1', build: build('one') });
    expect(await readFile(join(folder, 'content'), 'utf8')).toBe('one');
  });

  it('replaces a folder without a stamp', async () => {
    const folder = await provisionOnce({ root, name: 'thing', recipe: '1', build: build('one') });
    await rm(join(folder, '.tandem-stamp'));
    await provisionOnce({ root, name: 'thing', recipe: '1', build: build('two') });
    expect(await readFile(join(folder, 'content'), 'utf8')).toBe('two');
  });
});

describe('checkIntegrity', () => {
  it('accepts the expected content and rejects any other', async () => {
    await mkdir(root, { recursive: true });
    const file = join(root, 'package.tgz');
    await writeFile(file, 'hello');
    const integrity =
      'sha512-m3HSJL1i83hdltRq0+o9czGb+8KJDKra4t/3JRlnPKcjI8PZm6XBHXx6zG4UuMXaDEZjR1wuXDre9G9zvN7AQw==';
    await checkIntegrity(file, integrity, 'hello@1');
    await writeFile(file, 'hello!');
    await expect(checkIntegrity(file, integrity, 'hello@1')).rejects.toThrow(
      /hello@1 has the wrong content \(expected sha512-m3HSJ/,
    );
  });
});

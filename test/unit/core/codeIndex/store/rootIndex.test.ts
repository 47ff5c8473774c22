import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryWords } from '../../../../../src/core/codeIndex/search/query';
import { rankFiles } from '../../../../../src/core/codeIndex/search/rankFiles';
import { readIndex } from '../../../../../src/core/codeIndex/store/indexFile';
import { LeftOut } from '../../../../../src/core/codeIndex/store/leftOut';
import { RootIndex } from '../../../../../src/core/codeIndex/store/rootIndex';
import { TermTable } from '../../../../../src/core/codeIndex/text/termTable';
import { inFull } from '../../../../support/extent';

let folder: string;
let root: string;
let listed: string[];
/** Number of times that the files were listed. */
let lists: number;
let index: RootIndex;
const { signal } = new AbortController();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'root-index-'));
  root = join(folder, 'root');
  listed = [];
  lists = 0;
  index = create();
  await write('a.ts', 'walrus();');
  await write('src/b.ts', 'penguin();');
});
afterEach(() => rm(folder, { recursive: true }));

function create(): RootIndex {
  return new RootIndex({
    ...{ root, file: join(folder, 'kept'), table: new TermTable() },
    list: async () => {
      lists += 1;
      return { paths: listed.toSorted(), isCut: false };
    },
    leftOut: () => new LeftOut(root, { isAll: false, below: [] }),
    report: text => expect(text).toBe(''),
  });
}

async function write(path: string, text: string): Promise<void> {
  if (!listed.includes(path)) listed.push(path);
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

async function remove(path: string): Promise<void> {
  listed = listed.filter(one => one !== path);
  await rm(join(root, path));
}

async function find(word: string, own = index): Promise<string[]> {
  await own.settle(signal);
  const roots = [{ root, segments: own.segments, under: '' }];
  return rankFiles(roots, queryWords(word), 100).files.map(({ path }) => path);
}

it('follows files that come, change and go, and lists only when one is new', async () => {
  expect(await find('walrus')).toEqual(['a.ts']);
  await write('a.ts', 'albatross();');
  await write('src/b.ts', 'penguin(); walrus();');
  index.note('a.ts');
  index.note('src/b.ts');
  expect(await find('walrus')).toEqual(['src/b.ts']);
  expect(lists).toBe(1);
  await write('c.ts', 'walrus(walrus);');
  index.note('c.ts');
  expect(await find('walrus')).toEqual(['c.ts', 'src/b.ts']);
  expect(lists).toBe(2);
  await remove('c.ts');
  index.note('c.ts');
  expect(await find('walrus')).toEqual(['src/b.ts']);
});

it('leaves out a new file that is ignored', async () => {
  await find('walrus');
  await write('ignored.ts', 'walrus();');
  listed.pop();
  index.note('ignored.ts');
  expect(await find('walrus')).toEqual(['a.ts']);
});

it('looks at everything again after ignore rules have changed or changes were missed', async () => {
  await find('walrus');
  listed = ['src/b.ts'];
  index.note('.gitignore');
  expect(await find('walrus')).toEqual([]);
  await write('src/b.ts', 'walrus();');
  await utimes(join(root, 'src/b.ts'), 1, 1);
  index.noteAll();
  expect(await find('walrus')).toEqual(['src/b.ts']);
});

it('reads only what has changed since the index was kept', async () => {
  await utimes(join(root, 'a.ts'), 5, 5);
  await find('walrus');
  // The same time and size: the file is not read again.
  await write('a.ts', 'ostric();');
  await utimes(join(root, 'a.ts'), 5, 5);
  await write('src/b.ts', 'albatross();');
  const later = create();
  expect(await find('walrus', later)).toEqual(['a.ts']);
  expect(await find('albatross', later)).toEqual(['src/b.ts']);
});

it('builds a damaged index again', async () => {
  await find('walrus');
  const bytes = await readFile(join(folder, 'kept'));
  await writeFile(join(folder, 'kept'), bytes.fill(7, 100, 120));
  expect(await find('walrus', create())).toEqual(['a.ts']);
});

it('stays small however often files change', async () => {
  for (let round = 0; round < 60; round += 1) {
    await write('a.ts', `walrus${round}();`);
    await utimes(join(root, 'a.ts'), round + 1, round + 1);
    index.note('a.ts');
    await find('walrus');
  }
  expect(index.segments.length).toBeLessThan(12);
  expect(await find('walrus59')).toEqual(['a.ts']);
  expect(await find('walrus58')).not.toContain('nothing');
  expect(index.state.files).toBe(2);
});

it('keeps nothing of a file that is denied now, even if it cannot write', async () => {
  await find('walrus');
  // The name of a temporary file beside it would be too long.
  const file = join(folder, 'k'.repeat(250));
  await rename(join(folder, 'kept'), file);
  const reports: string[] = [];
  const below = [{ roots: [root], lines: ['a.ts'] }];
  const denying = new RootIndex({
    ...{ root, file, table: new TermTable() },
    list: async () => ({ paths: listed.toSorted(), isCut: false }),
    leftOut: () => new LeftOut(root, { isAll: false, below }),
    report: text => reports.push(text),
  });
  expect(await find('walrus', denying)).toEqual([]);
  expect(reports).toHaveLength(1);
  await expect(readFile(file)).rejects.toThrow(/ENOENT/);
  expect(await find('penguin', denying)).toEqual(['src/b.ts']);
});

it('never reads files with secrets', async () => {
  await write('.env', 'walrus=1');
  await write('id_rsa', 'walrus');
  expect(await find('walrus')).toEqual(['a.ts']);
});

it('does not read through a folder that has become a link', async () => {
  await find('walrus');
  await mkdir(join(folder, 'elsewhere'));
  await writeFile(join(folder, 'elsewhere/b.ts'), 'albatross albatross();');
  await rename(join(root, 'src'), join(root, 'old'));
  await symlink(join(folder, 'elsewhere'), join(root, 'src'));
  index.note('src/b.ts');
  expect(await find('albatross')).toEqual([]);
  expect(await find('penguin')).toEqual([]);
});

inFull(() => {
  it('keeps most of what it has read of 20,000 files when it is ended', async () => {
    await mkdir(join(root, 'many'));
    for (let at = 0; at < 20_000; at += 1) {
      listed.push(`many/${at}.ts`);
      writeFileSync(join(root, `many/${at}.ts`), `walrus${at}();`);
    }
    const ended = new AbortController();
    const settling = index.settle(ended.signal);
    await expect.poll(() => index.state.files, { timeout: 60_000 }).toBeGreaterThan(15_000);
    ended.abort();
    await expect(settling).rejects.toThrow(/abort/i);
    const kept = await readIndex(join(folder, 'kept'), root);
    const count = kept?.reduce((sum, segment) => sum + segment.liveCount, 0);
    expect(count).toBeGreaterThan(8_000);
    const later = create();
    expect(await find('walrus19999', later)).toContain('many/19999.ts');
    expect(later.state.files).toBe(20_002);
  });
});

it('ends when it is asked to, and goes on later', async () => {
  const ended = new AbortController();
  for (let at = 0; at < 200; at += 1)
    await write(`many/${at}.ts`, `walrus(${'seal();\n'.repeat(200)})`);
  const settling = index.settle(ended.signal);
  ended.abort();
  await expect(settling).rejects.toThrow(/abort/i);
  expect((await find('walrus')).length).toBe(100);
});

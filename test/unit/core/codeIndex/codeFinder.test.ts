import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { CodeFinder } from '../../../../src/core/codeIndex/codeFinder';
import { editorRipgrep } from '../../../support/editor/editorRipgrep';
import { FakeClock } from '../../node/fakeClock';

const source = fileURLToPath(new URL('../../../../src/core/codeIndex/worker.ts', import.meta.url));
let programs: string;
let folder: string;
let ripgrep: string;
let clock: FakeClock;
let finder: CodeFinder;
let ends: number;

beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'code-worker-'));
  await build({
    ...{ entryPoints: [source], bundle: true, platform: 'node', format: 'cjs' },
    outfile: join(programs, 'worker.cjs'),
  });
  await stop();
  ripgrep = (await editorRipgrep()) ?? '';
});
afterAll(() => rm(programs, { recursive: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'code-finder-'));
  await mkdir(join(folder, 'root'));
  await writeFile(join(folder, 'root', 'a.ts'), 'function feed() {\n  walrus();\n}\n');
  clock = new FakeClock();
  ends = 0;
  finder = create();
});
afterEach(async () => {
  finder.dispose();
  await rm(folder, { recursive: true });
});

function create(): CodeFinder {
  return new CodeFinder({
    ...{ program: join(programs, 'worker.cjs'), storage: join(folder, 'kept') },
    ...{ clock, log: silentLog },
    onEnd: () => {
      ends += 1;
    },
  });
}

function rank(word: string, signal: AbortSignal, program = ripgrep) {
  const roots = [
    { root: join(folder, 'root'), excludes: [], denied: { isAll: false, below: [] }, under: '' },
  ];
  const request = { question: word, roots, ripgrep: program, most: 10, open: [], signal };
  return finder.rank({ ...request, patience: 60_000 });
}

async function find(word: string, signal = new AbortController().signal, program = ripgrep) {
  const { files, rarities } = await rank(word, signal, program);
  const passages = await finder.read({ question: word, rarities, files, most: 10, signal });
  return passages.map(({ path, from, to }) => `${path}:${from + 1}-${to + 1}`);
}

it('finds passages in a thread of its own, and keeps the index', async () => {
  expect(await find('walrus')).toEqual(['a.ts:1-3']);
  expect((await readdir(join(folder, 'kept'))).join()).toMatch(/^[0-9a-f]{32}\.code-index$/);
  await writeFile(join(folder, 'root', 'b.ts'), 'walrus(penguin);\n');
  finder.note({ kind: 'changed', root: join(folder, 'root'), paths: ['b.ts'] });
  expect(await find('penguin')).toEqual(['b.ts:1-1']);
});

it('ends when it was idle, and starts again', async () => {
  await find('walrus');
  clock.advance(4 * 60_000);
  expect(ends).toBe(0);
  clock.advance(60_000);
  expect(ends).toBe(1);
  await writeFile(join(folder, 'root', 'a.ts'), 'penguin();\n');
  expect(await find('penguin')).toEqual(['a.ts:1-1']);
});

it('ends nothing while a question waits', async () => {
  const found = find('walrus');
  clock.advance(60 * 60_000);
  expect(await found).toEqual(['a.ts:1-3']);
});

it('stops waiting when the caller does', async () => {
  const abort = new AbortController();
  const found = rank('walrus', abort.signal);
  abort.abort();
  await expect(found).rejects.toThrow(/abort/i);
  expect(await find('walrus')).toEqual(['a.ts:1-3']);
});

it('reports why a folder cannot be searched', async () => {
  const { signal } = new AbortController();
  await expect(find('walrus', signal, join(folder, 'absent'))).rejects.toThrow('The program');
  expect(await find('walrus')).toEqual(['a.ts:1-3']);
});

it('answers nothing more once it is disposed of', async () => {
  const found = find('walrus');
  finder.dispose();
  await expect(found).rejects.toThrow('closed');
  await expect(find('walrus')).rejects.toThrow('closed');
});

it('reports a worker that ends by itself', async () => {
  finder = new CodeFinder({
    ...{ program: join(programs, 'absent.cjs'), storage: folder, clock, log: silentLog },
  });
  await expect(find('walrus')).rejects.toThrow('absent.cjs');
});

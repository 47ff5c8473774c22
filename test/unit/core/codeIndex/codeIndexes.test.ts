import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CodeIndexes } from '../../../../src/core/codeIndex/codeIndexes';
import type { Reply } from '../../../../src/core/codeIndex/messages';
import { stemOf, termOf } from '../../../../src/core/codeIndex/text/termTable';
import { zodQuestions } from '../../../support/codeSearch/questions';
import { missedByRipgrep, missedBySearch } from '../../../support/codeSearch/recall';
import { editorRipgrep } from '../../../support/editor/editorRipgrep';
import { testInFull } from '../../../support/inFull';

let folder: string;
let ripgrep: string;
let indexes: CodeIndexes;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'code-indexes-'));
  ripgrep = (await editorRipgrep()) ?? '';
  indexes = new CodeIndexes(() => undefined);
});
afterEach(async () => {
  indexes.dispose();
  await rm(folder, { recursive: true });
});

const path = (...names: string[]) => join(folder, ...names);

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(path(file)), { recursive: true });
  await writeFile(path(file), text);
}

interface Asked {
  readonly roots?: readonly string[];
  readonly excludes?: readonly string[];
  /** Patterns in the first folder. */
  readonly denied?: readonly string[];
  readonly open?: readonly { root: string; path: string }[];
  readonly patience?: number;
}

function rank(
  question: string,
  { roots = ['one'], excludes = [], denied = [], ...rest }: Asked = {},
): Promise<Reply> {
  const below = denied.length > 0 ? [{ roots: [path('one')], lines: denied }] : [];
  return indexes.answer({
    ...{ id: 1, kind: 'rank', question, ripgrep, storage: path('kept'), most: 10 },
    roots: roots.map(root => ({
      ...{ root: path(root), excludes, under: '' },
      denied: { isAll: false, below },
    })),
    ...{ open: [], patience: 60_000, ...rest },
  });
}

const filesOf = (reply: Reply) =>
  reply.kind === 'ranked'
    ? reply.files.map(file => join(file.root, file.path).slice(folder.length + 1))
    : reply;

describe('several folders', () => {
  it('ranks their files together, even if it keeps fewer folders in memory', async () => {
    indexes = new CodeIndexes(() => undefined, 1);
    await write('one/a.ts', 'call(walrus);');
    await write('two/walrus.ts', 'function walrus() {}');
    const reply = await rank('walrus', { roots: ['one', 'two'] });
    expect(filesOf(reply)).toEqual(['two/walrus.ts', 'one/a.ts']);
    // Nothing is listed again: a question's own folders do not make room for one another.
    ripgrep = path('absent');
    expect(await rank('walrus', { roots: ['one', 'two'] })).toEqual(reply);
  });

  it('answers from the others if one is gone, and fails if all are', async () => {
    await write('one/a.ts', 'walrus();');
    expect(filesOf(await rank('walrus', { roots: ['gone', 'one'] }))).toEqual(['one/a.ts']);
    await expect(rank('walrus', { roots: ['gone'] })).rejects.toThrow(/does not exist/);
  });

  it('leaves out what the settings exclude from now on', async () => {
    await write('one/a.ts', 'walrus();');
    await write('one/gen/b.ts', 'walrus();');
    expect(filesOf(await rank('walrus'))).toHaveLength(2);
    expect(filesOf(await rank('walrus', { excludes: ['gen'] }))).toEqual(['one/a.ts']);
  });
});

describe('files that rules deny', () => {
  /** Everything that is kept on the disk. */
  async function kept(): Promise<Buffer> {
    const names = await readdir(path('kept'));
    return Buffer.concat(await Promise.all(names.map(name => readFile(path('kept', name)))));
  }
  const term = (word: string) => Buffer.from(Uint32Array.of(termOf(stemOf(word))).buffer);

  beforeEach(async () => {
    await write('one/a.ts', 'penguin();');
    await write('one/private/b.ts', 'walrus();');
  });

  it('are not in the index on the disk', async () => {
    await rank('penguin', { denied: ['/private'] });
    const bytes = await kept();
    expect(bytes.includes(term('penguin'))).toBe(true);
    expect(bytes.includes(term('walrus'))).toBe(false);
    expect(bytes.includes('private')).toBe(false);
  });

  it('are not on the disk any more after the first question with the rule', async () => {
    await rank('penguin');
    expect((await kept()).includes(term('walrus'))).toBe(true);
    expect(filesOf(await rank('walrus', { denied: ['/private'] }))).toEqual([]);
    expect((await kept()).includes(term('walrus'))).toBe(false);
    expect((await kept()).includes('private')).toBe(false);
    expect(filesOf(await rank('walrus'))).toEqual(['one/private/b.ts']);
  });

  it('are forgotten if they were ignored or removed before the rule came', async () => {
    await rank('penguin');
    await rank('penguin', { excludes: ['private'] });
    await rm(path('one/private'), { recursive: true });
    await rank('penguin', { denied: ['/private'] });
    expect((await kept()).includes(term('walrus'))).toBe(false);
  });
});

it('removes what ended threads have left, and indexes that were not used for a month', async () => {
  const day = 24 * 60 * 60_000;
  const ages = {
    'a.code-index': 40 * day,
    'b.code-index': day,
    'b.code-index.1f.tmp': day,
    c: 40 * day,
  };
  for (const [name, age] of Object.entries({ ...ages, 'd.code-index.2e.tmp': 0 })) {
    await write(`kept/${name}`, '');
    const at = new Date(Date.now() - age);
    await utimes(path('kept', name), at, at);
  }
  await write('one/a.ts', 'walrus();');
  await rank('walrus');
  const left = ['b.code-index', 'c', 'd.code-index.2e.tmp'];
  const names = async () => (await readdir(path('kept'))).filter(name => name.length < 32).sort();
  await expect.poll(names).toEqual(left);
});

it('reports how much is left when patience is over, and goes on', async () => {
  for (let at = 0; at < 300; at += 1) await write(`one/${at}.ts`, `walrus${at}();\n`.repeat(400));
  const early = await rank('walrus', { patience: 0 });
  expect(early).toMatchObject({ kind: 'ranked' });
  const later = await rank('walrus7');
  expect(later).toMatchObject({ kind: 'ranked', known: 300, left: 0 });
  expect(filesOf(later)).toHaveProperty('0', 'one/7.ts');
});

it('ranks a file with unsaved text in any case, but not an ignored one', async () => {
  await write('one/a.ts', 'walrus();');
  await write('one/b.ts', 'penguin();');
  const open = ['b.ts', 'node_modules/c.ts'].map(one => ({ root: path('one'), path: one }));
  expect(filesOf(await rank('walrus', { open }))).toEqual(['one/a.ts', 'one/b.ts']);
});

it('finds passages in unsaved text, and passes over files that are gone', async () => {
  const file = { root: path('one'), path: 'gone.ts', score: 1, factor: 1 };
  const read = { id: 2, kind: 'read', question: 'walrus', rarities: [[1]], most: 5 } as const;
  expect(await indexes.answer({ ...read, files: [file] })).toMatchObject({ passages: [] });
  const text = 'function feed() {\n  walrus();\n}\n';
  expect(await indexes.answer({ ...read, files: [{ ...file, text }] })).toMatchObject({
    passages: [{ path: 'gone.ts', from: 0, to: 2 }],
  });
});

testInFull('answers more questions about a package than ripgrep with the same words', async () => {
  const root = join(__dirname, '../../../../node_modules/zod/src/v4');
  const place = { root, storage: path('kept'), ripgrep };
  // A file is enough here; the benchmark asks about more packages.
  const questions = zodQuestions.map(({ question, files }) => ({ question, files }));
  const missed = await missedBySearch(place, questions);
  expect(missed.length).toBeLessThanOrEqual(4);
  expect(missed.length).toBeLessThan((await missedByRipgrep(place, questions)).length);
});

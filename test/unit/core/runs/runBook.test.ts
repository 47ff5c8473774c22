import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { type Batch, mostRuns, type RunState } from '../../../../src/core/runs/run';
import { RunBook } from '../../../../src/core/runs/runBook';
import { removeFolder } from '../../../support/removeFolder';
import { FakeClock } from '../../node/fakeClock';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-book-'));
});
afterEach(() => removeFolder(folder));

const openOwn = () => RunBook.openOwn(join(folder, 'runs.json'), new FakeClock(), silentLog);
const open = () => RunBook.open(join(folder, 'own', 'runs.json'), new FakeClock(), silentLog);

function batch(id: string, ...states: RunState[]): Batch {
  return {
    ...{ id, startedAt: 1, atATime: 2, inWorktrees: false },
    prompt: { key: `file:/${id}`, kind: 'file', name: id, text: `/${id}` },
    runs: states.map((state, index) => ({
      ...{ id: `${id}${index}`, folder: '/w', state },
      target: { kind: 'file', path: `/w/${index}` },
    })),
  };
}

const statesOf = (one: Batch | undefined) => one?.runs.map(({ state }) => state);

it('keeps batches across windows; what was under way is interrupted', async () => {
  const before = await open();
  before.add(batch('a', 'done', 'running', 'queued', 'waiting', 'failed'));
  before.update(new Set(['a0']), run => ({ ...run, result: 'Fine', costUsd: 0.5 }));
  before.dispose();

  const after = await open();
  expect(statesOf(after.batch('a'))).toEqual([
    'done',
    'interrupted',
    'interrupted',
    'interrupted',
    'failed',
  ]);
  expect(after.run('a0')?.run).toMatchObject({ result: 'Fine', costUsd: 0.5 });
  expect(after.lastOf('file:/a')?.id).toBe('a');
  after.dispose();
});

it('drops the oldest batches when there are too many runs, but none that goes on', async () => {
  const book = await open();
  const many = Array.from({ length: mostRuns - 1 }, () => 'done' as const);
  book.add(batch('old', 'done'));
  book.add(batch('active', 'running'));
  book.add(batch('large', ...many));
  book.add(batch('new', 'queued'));
  expect(book.all.map(({ id }) => id)).toEqual(['new', 'large', 'active']);
  book.dispose();
});

it('clears what is over', async () => {
  const book = await open();
  book.add(batch('over', 'done', 'stopped', 'interrupted'));
  book.add(batch('active', 'done', 'queued'));
  book.clear();
  expect(book.all.map(({ id }) => id)).toEqual(['active']);
  book.dispose();
});

it.each([
  ['a state that it does not know', '"done"', '"finished"'],
  ['a time that no date can be', '"startedAt":1', '"startedAt":1e300'],
])('sets a file with %s aside', async (_, part, other) => {
  const first = await open();
  first.add(batch('a', 'done'));
  first.dispose();
  const path = join(folder, 'own', 'runs.json');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(part, other));
  const book = await open();
  expect(book.all).toEqual([]);
  book.dispose();
});

it('is of one window, where there is no workspace, and of another one after that', async () => {
  const first = await openOwn();
  first.add(batch('one', 'running'));
  const second = await openOwn();
  expect(second.all).toEqual([]);
  second.add(batch('two', 'running'));
  first.update(new Set(['one0']), run => ({ ...run, state: 'done' }));
  first.dispose();
  second.dispose();

  const third = await openOwn();
  expect(statesOf(third.batch('one'))).toEqual(['done']);
  const fourth = await openOwn();
  expect(statesOf(fourth.batch('two'))).toEqual(['interrupted']);
  for (const book of [third, fourth]) book.dispose();
  expect((await readdir(folder)).sort()).toEqual(['runs-1.json', 'runs.json']);
});

it('is left to the next window by one that was killed', async () => {
  const before = await openOwn();
  before.add(batch('one', 'running'));
  before.dispose();
  await writeFile(join(folder, 'runs.json.owner'), '999999999');
  const after = await openOwn();
  expect(statesOf(after.batch('one'))).toEqual(['interrupted']);
  after.dispose();
});

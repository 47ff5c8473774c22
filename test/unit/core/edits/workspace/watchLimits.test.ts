import { readdirSync } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testInFull } from '../../../../support/inFull';
import { isRunning, until } from '../../../node/startScript';
import { digests, found, notes, WorkspaceBed } from './workspaceBed';

const megabyte = 1024 * 1024;

let bed: WorkspaceBed;

beforeEach(async () => {
  bed = await WorkspaceBed.create();
  await bed.commit({ 'a.txt': 'one\n' });
});

afterEach(() => bed.dispose());

test('a file that is too large is named once per change', async () => {
  await bed.write('large', '');
  await truncate(bed.at('large'), 11 * megabyte);
  const watch = bed.watch();
  const untouched = await bed.during(watch, () => bed.write('a.txt', 'two\n'));
  expect(notes(untouched)).toEqual([]);
  const grown = await bed.during(watch, async () => {
    await truncate(bed.at('large'), 12 * megabyte);
    await truncate(bed.at('a.txt'), 12 * megabyte);
  });
  expect(found(grown)).toEqual([]);
  expect(notes(grown)).toEqual(['Changed, but not compared (larger than 10 MB): a.txt, large.']);
  const deleted = await bed.during(watch, () => bed.remove('large'));
  expect(notes(deleted)).toEqual(['Changed, but not compared (larger than 10 MB): large.']);
});

test('exceeding the limit of new files is noted, and other changes are still found', async () => {
  const watch = bed.watch({ limits: { newFiles: 3 } });
  const changes = await bed.during(watch, () =>
    bed.shell('echo two > a.txt; for n in 1 2 3 4; do echo > new$n; done'),
  );
  expect(bed.texts(changes)).toEqual({ 'a.txt': ['one\n', 'two\n'] });
  expect(notes(changes)).toEqual([expect.stringContaining('there are more than 3')]);
  const still = await bed.during(watch, () => bed.shell('echo 3 > a.txt; rm new4'));
  expect(bed.texts(still)).toEqual({ 'a.txt': ['two\n', '3\n'] });
  expect(notes(still)).toHaveLength(1);
  const again = await bed.during(watch, () => bed.shell('echo > new5'));
  expect(bed.texts(again)).toEqual({ new5: [undefined, '\n'] });
  expect(notes(again)).toEqual([]);
});

testInFull('files beyond the byte limit of a pass are noted', async () => {
  const watch = bed.watch({ limits: { pass: 20 } });
  const changes = await bed.during(watch, () =>
    bed.shell('echo 123456789 > b; echo 123456789 > c; echo 123456789 > d'),
  );
  expect(Object.keys(bed.texts(changes))).toEqual(['b', 'c']);
  expect(notes(changes)).toEqual([expect.stringMatching(/changed at once\): d\.$/)]);
});

test('a hanging pass is killed with its child processes, and noted', async () => {
  const { env, hangAt, pids, clock, outlast } = await bed.hangingGit();
  const watch = bed.watch({ env, clock, limits: { passTime: 1_500 } });
  await watch.warmUp(bed.root);
  await watch.before('a', bed.root);
  await writeFile(hangAt, '--porcelain');
  const changes = await outlast(1_500, watch.after('a'));
  expect(changes).toEqual({
    kind: 'untracked',
    reason:
      'Changes by this command are not tracked: comparing the workspace took longer than 2 s.',
  });
  await until(() => !pids().some(isRunning));
  expect(pids()).toHaveLength(2);
});

testInFull('a work tree is given up after two late passes until it can be read again', async () => {
  const { env, hangAt, clock, outlast } = await bed.hangingGit();
  const watch = bed.watch({ env, clock, limits: { passTime: 1_500 } });
  await watch.warmUp(bed.root);
  await writeFile(hangAt, '--porcelain');
  await outlast(
    1_500,
    bed.during(watch, () => undefined),
  );
  await outlast(
    1_500,
    bed.during(watch, () => undefined),
  );
  await writeFile(hangAt, 'never');
  const [reason] = notes(await bed.during(watch, () => undefined));
  expect(reason).toBe(
    `Changes by commands are not tracked in ${bed.root}: comparing it before and after a command took too long.`,
  );
  await watch.warmUp(bed.root);
  const changes = await bed.during(watch, () => bed.write('a.txt', 'two\n'));
  expect(bed.texts(changes)).toEqual({ 'a.txt': ['one\n', 'two\n'] });
});

testInFull('an interrupted index update leaves the index usable', async () => {
  const { env, hangAt, clock, outlast } = await bed.hangingGit();
  const warmUpTime = 60_000;
  const watch = bed.watch({ env, clock, limits: { passTime: 1_500, warmUpTime } });
  await watch.warmUp(bed.root);
  await writeFile(hangAt, 'update-index');
  await bed.write('a.txt', 'two\n');
  const before = watch.before('a', bed.root);
  const [shadow] = readdirSync(bed.storage).filter(name => !name.endsWith('.owner'));
  await writeFile(join(bed.storage, shadow ?? '', 'index.lock'), 'left by it');
  await outlast(1_500, before);
  expect((await outlast(1_500, watch.after('a'))).kind).toBe('untracked');
  await writeFile(hangAt, 'never');
  // The late pass has begun to read the work tree, which may hang at the same place.
  await outlast(warmUpTime, watch.warmUp(bed.root));
  await watch.warmUp(bed.root);
  const changes = await bed.during(watch, () => bed.write('a.txt', '3\n'));
  expect(bed.texts(changes)).toEqual({ 'a.txt': ['two\n', '3\n'] });
});

test('a command does not wait for a slow initial scan', async () => {
  const { env, hangAt, pids, clock, outlast } = await bed.hangingGit();
  await writeFile(hangAt, '--porcelain');
  const watch = bed.watch({ env, clock, limits: { passTime: 500 } });
  const warmUp = watch.warmUp(bed.root);
  const [reason] = notes(
    await outlast(
      500,
      bed.during(watch, () => undefined),
    ),
  );
  expect(reason).toContain('still being read');
  watch.dispose();
  await warmUp;
  await until(() => !pids().some(isRunning));
});

testInFull('an initial scan that takes too long is aborted, and noted', async () => {
  const { env, hangAt, pids, clock, outlast } = await bed.hangingGit();
  await writeFile(hangAt, '--porcelain');
  const watch = bed.watch({ env, clock, limits: { warmUpTime: 500 } });
  await outlast(500, watch.warmUp(bed.root));
  expect(pids()).toHaveLength(2);
  await until(() => !pids().some(isRunning));
  const [reason] = notes(await bed.during(watch, () => undefined));
  expect(reason).toContain('reading it took too long');
});

testInFull('an unchanged work tree costs one process per pass', async () => {
  const { env, hangAt } = await bed.hangingGit();
  const watch = bed.watch({ env });
  await watch.warmUp(bed.root);
  for (const command of ['update-index', 'diff-files', 'cat-file', 'rev-parse', 'init', 'config']) {
    await writeFile(hangAt, `${command} `);
    expect((await bed.during(watch, () => undefined)).kind).toBe('found');
  }
});

test('a few changed files cost no second look at the whole work tree', async () => {
  const { env, hangAt } = await bed.hangingGit();
  const odd = ['plain.txt', 'a[b]*?.txt', ':(top)x', 'with space/ä.txt', '-dash'];
  await bed.commit(Object.fromEntries(odd.map(path => [path, 'one\n'])));
  const watch = bed.watch({ env });
  await watch.warmUp(bed.root);
  await writeFile(hangAt, 'diff-files ');
  const changes = await bed.during(watch, async () => {
    await Promise.all(odd.map(path => bed.write(path, 'two\n')));
    await bed.write('new.txt', 'two\n');
  });
  expect(bed.texts(changes)).toEqual({
    ...Object.fromEntries(odd.map(path => [path, ['one\n', 'two\n']])),
    'new.txt': [undefined, 'two\n'],
  });
});

testInFull('more changed files than a command line takes are found', async () => {
  const names = Array.from({ length: 120 }, (_, at) => `${'long'.repeat(25)}${at}.txt`);
  await bed.commit(Object.fromEntries(names.map(path => [path, 'one\n'])));
  const watch = bed.watch();
  await watch.warmUp(bed.root);
  const changes = await bed.during(watch, () =>
    Promise.all(names.map(path => bed.write(path, 'two\n'))),
  );
  expect(bed.texts(changes)).toEqual(
    Object.fromEntries(names.map(path => [path, ['one\n', 'two\n']])),
  );
});

testInFull('a store that exceeds its limit is recreated', async () => {
  const objects = () =>
    Object.keys(digests(bed.storage)).filter(path => /objects\/..\/.+/.test(path)).length;
  const watch = bed.watch();
  await bed.during(watch, () => bed.shell('for n in 1 2 3 4 5; do echo $n > n$n; done'));
  await bed.during(watch, () => bed.shell('rm n*'));
  expect(objects()).toBe(5);
  watch.dispose();
  const next = bed.watch({ limits: { store: 1 } });
  await next.warmUp(bed.root);
  expect(objects()).toBe(0);
  const changes = await bed.during(next, () => bed.write('a.txt', 'two\n'));
  expect(bed.texts(changes)).toEqual({ 'a.txt': ['one\n', 'two\n'] });
});

test('a damaged store is recreated', async () => {
  const first = bed.watch();
  await first.warmUp(bed.root);
  first.dispose();
  const [shadow = ''] = readdirSync(bed.storage);
  await writeFile(join(bed.storage, shadow, 'index'), 'no index');
  const changes = await bed.during(bed.watch(), () => bed.write('a.txt', 'two\n'));
  expect(bed.texts(changes)).toEqual({ 'a.txt': ['one\n', 'two\n'] });
});

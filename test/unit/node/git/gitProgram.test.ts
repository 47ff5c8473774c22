import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inFull } from '../../../support/extent';
import { testInFull } from '../../../support/inFull';
import { HostileRepository } from './hostileRepository';

let hostile: HostileRepository;

beforeEach(async () => {
  hostile = await HostileRepository.create();
});

afterEach(() => hostile.bed.dispose());

/** Keeps the size: git compares the content of such a file only, and filters it for that. */
const change = (name = 'a.txt') => hostile.bed.write(name, 'new\ntwo\nthree\n');

/** Makes a filter that starts what the repository names for it, as Git LFS does. */
async function lfs(): Promise<string> {
  const path = join(hostile.bed.top, 'lfs');
  await writeFile(path, '#!/bin/sh\n$(git config lfs.extension.x.clean)\ncat\n', { mode: 0o755 });
  return path;
}

/** Ways in which a repository names a program, and a call that would start it. */
const traps: Record<string, { set(): Promise<void>; args: string[] }> = {
  'a file system monitor': {
    async set() {
      hostile.config('core.fsmonitor', hostile.program);
    },
    args: ['status', '--porcelain=v1', '-z'],
  },
  'a clean filter': {
    async set() {
      await hostile.bed.write('.gitattributes', '*.txt filter=x\n');
      hostile.config('filter.x.clean', hostile.program);
      await change();
    },
    args: ['diff', '--no-color', 'HEAD', '--'],
  },
  'a required filter process': {
    async set() {
      await hostile.bed.write('.gitattributes', '*.txt filter=a.b=c\n');
      hostile.config('filter.a.b=c.process', hostile.program);
      hostile.config('filter.a.b=c.required', 'true');
      await change();
    },
    args: ['status', '--porcelain=v1', '-z'],
  },
  'a filter of an included file': {
    async set() {
      await hostile.bed.write('.gitattributes', '*.txt filter=x\n');
      await writeFile(
        join(hostile.root, '.git', 'more'),
        `[filter "x"]\n clean = ${hostile.program}\n`,
      );
      hostile.config('include.path', 'more');
      await change();
    },
    args: ['diff', 'HEAD', '--'],
  },
  'an extension of Git LFS, which the user has installed': {
    async set() {
      await hostile.bed.write('.gitattributes', '*.txt filter=lfs\n');
      hostile.config('--global', 'filter.lfs.clean', await lfs());
      hostile.config('lfs.extension.x.clean', hostile.program);
      await change();
    },
    args: ['diff', 'HEAD', '--'],
  },
  'a text conversion': {
    async set() {
      await hostile.bed.write('.gitattributes', '*.txt diff=x\n');
      hostile.config('diff.x.textconv', hostile.program);
      await change();
    },
    args: ['diff', 'HEAD', '--'],
  },
  'a text conversion of a log': {
    async set() {
      await hostile.bed.write('.gitattributes', '*.txt diff=x\n');
      hostile.config('diff.x.textconv', hostile.program);
    },
    args: ['log', '-p'],
  },
  'an external diff': {
    async set() {
      hostile.config('diff.external', hostile.program);
      await change();
    },
    args: ['diff', 'HEAD', '--'],
  },
  'a signature check': {
    async set() {
      const commit = hostile.bed.run(hostile.root, 'cat-file', 'commit', 'HEAD');
      const signed = commit.replace('\n\n', '\ngpgsig -----BEGIN PGP SIGNATURE-----\n x\n\n');
      await writeFile(join(hostile.bed.top, 'signed'), signed);
      const hash = ['hash-object', '-t', 'commit', '-w', join(hostile.bed.top, 'signed')];
      const name = hostile.bed.run(hostile.root, ...hash).trim();
      hostile.bed.run(hostile.root, 'update-ref', 'HEAD', name);
      hostile.config('log.showSignature', 'true');
      hostile.config('gpg.program', hostile.program);
    },
    args: ['log', '--format=%h'],
  },
  'a hook for a changed index': {
    async set() {
      await hostile.hook('post-index-change');
      await change();
    },
    args: ['update-index', '--refresh', '-q', '--really-refresh'],
  },
  'a remote for missing objects': {
    async set() {
      hostile.config('core.repositoryFormatVersion', '1');
      hostile.config('extensions.partialClone', 'origin');
      hostile.config('remote.origin.url', `ext::${hostile.program}`);
      hostile.config('remote.origin.promisor', 'true');
      hostile.config('protocol.ext.allow', 'always');
    },
    args: ['cat-file', '-p', '0123456789012345678901234567890123456789'],
  },
};

/** Calls that look at a repository of somebody else, as Tandem makes them. */
const looks: readonly (readonly string[])[] = [
  ['status', '--porcelain=v1', '--no-renames', '-z', '--untracked-files=all'],
  ['-c', 'core.quotePath=false', 'status', '--porcelain=v1', '-z', '--untracked-files=all'],
  ['-c', 'core.quotePath=false', 'diff', '--no-color', '--unified=2', 'HEAD', '--'],
  ['diff', '--no-color', '--unified=2', '--cached', '--'],
  ['diff', '--no-color', '--merge-base', 'HEAD', '--'],
  ['diff', '--name-only', '--diff-filter=U', '-z'],
  ['log', '--format=# %h %s (%an, %ar)', 'HEAD', '--'],
  ['rev-list', '--left-right', '--count', 'HEAD...HEAD', '--'],
  ['rev-list', '--count', 'HEAD', '--not', '--branches', '--tags', '--remotes', '--'],
  ['rev-parse', '--verify', '--quiet', 'HEAD'],
  ['for-each-ref', '--format=%(refname:short)', 'refs/heads'],
  ['check-ref-format', '--branch', 'a'],
  ['check-ignore', '-q', '--', 'a.txt'],
  ['ls-files', '--', 'a.txt'],
  ['ls-files', '--others', '--exclude-standard', '-z'],
  ['diff-files', '--raw', '-z', '--no-abbrev', '--no-renames'],
  ['count-objects', '-v'],
  ['worktree', 'list', '--porcelain'],
];

/** Calls that change something, and those that know no repository of somebody else. */
const others = ['add', 'branch', 'commit', 'config', 'init', 'merge', 'reset'];

inFull(() => {
  it('every subcommand of git that the sources name is in a table', () => {
    const known = new Set([...looks, ...Object.values(traps).map(({ args }) => args)].flat());
    const list = join(__dirname, '../../../../src');
    const texts = readdirSync(list, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .map(name => readFileSync(join(list, name), 'utf8'))
      .filter(text => text.includes('GitProgram'));
    const found = texts.flatMap(text =>
      [
        ...text.matchAll(
          /(?:(?:args(?:: | = )|count = |init = |run\()\[\s*|read\(\s*(?:\.\.\.\[)?)(?:'--[a-z-]+',\s*)*'([a-z-]+)'/g,
        ),
      ].map(([, name = '']) => name),
    );
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter(name => !known.has(name) && !others.includes(name))).toEqual([]);
  });

  it.each(Object.entries(traps))('%s is started by none of all calls', async (_name, { set }) => {
    await set();
    const { bed } = hostile;
    // Arming it has used git, too.
    await hostile.forget();
    for (const args of looks) {
      await bed.git.run({ args: [...args], cwd: bed.root, signal: bed.signal }).catch(() => null);
      expect({ args, hasRun: hostile.hasRun }).toEqual({ args, hasRun: false });
    }
  });
});

describe.each(Object.entries(traps))('%s', (_name, { set, args }) => {
  it('is not started by a call that looks', async () => {
    await set();
    const { bed } = hostile;
    const look = () => bed.git.run({ args, cwd: bed.root, signal: bed.signal });
    // Without a guard it is; a missing object is an error in both cases.
    try {
      bed.run(bed.root, ...args);
    } catch {
      // A program that git does not wait for may still be starting.
      await vi.waitFor(() => expect(hostile.hasRun).toBe(true), 10_000);
    }
    await vi.waitFor(() => expect(hostile.hasRun).toBe(true), 10_000);
    await hostile.forget();
    await look().catch(() => undefined);
    expect(hostile.hasRun).toBe(false);
  });
});

it('enters no submodule that has settings of its own', async () => {
  const { bed } = hostile;
  const inner = join(bed.root, 'inner');
  await mkdir(inner);
  bed.run(inner, 'init', '-q');
  await bed.write('x.txt', 'x\n', inner);
  bed.commit(inner);
  bed.commit();
  await bed.write('.gitattributes', '*.txt filter=x\n', inner);
  await bed.write('x.txt', 'y\n', inner);
  bed.run(inner, 'config', 'filter.x.clean', hostile.program);
  const look = (...args: string[]) => bed.git.read({ args, cwd: bed.root, signal: bed.signal });
  expect(await look('status', '--porcelain=v1')).toBe('');
  expect(await look('diff', 'HEAD')).toBe('');
  expect(hostile.hasRun).toBe(false);
});

testInFull('shows no changes inside of a submodule, which has programs of its own', async () => {
  const { bed } = hostile;
  const inner = join(bed.root, 'inner');
  await mkdir(inner);
  bed.run(inner, 'init', '-q');
  const next = async (text: string) => {
    await bed.write('x.txt', text, inner);
    bed.commit(inner);
    bed.commit();
  };
  await next('x\n');
  await next('y\n');
  bed.run(inner, 'config', 'diff.external', hostile.program);
  hostile.config('diff.submodule', 'diff');
  const calls = [
    ['diff', 'HEAD^'],
    ['log', '-p'],
    ['show', 'HEAD'],
  ];
  for (const args of calls) {
    bed.run(bed.root, ...args);
    // Unguarded, it runs.
    expect({ args, hasRun: hostile.hasRun }).toEqual({ args, hasRun: true });
    await hostile.forget();
    await bed.git.read({ args, cwd: bed.root, signal: bed.signal });
    expect({ args, hasRun: hostile.hasRun }).toEqual({ args, hasRun: false });
  }
});

testInFull('takes no folder for a bare repository', async () => {
  const { bed } = hostile;
  const docs = join(bed.root, 'docs');
  bed.run(bed.root, 'init', '-q', '--bare', docs);
  bed.run(docs, 'config', 'core.fsmonitor', hostile.program);
  bed.run(docs, 'config', 'core.bare', 'false');
  bed.run(docs, 'config', 'core.worktree', docs);
  const look = { args: ['status'], cwd: docs, signal: bed.signal };
  await bed.git.run(look).catch(() => undefined);
  expect(hostile.hasRun).toBe(false);
});

it("keeps the filters of the user's own configuration", async () => {
  const { bed } = hostile;
  bed.run(bed.root, 'config', '--global', 'filter.mine.clean', hostile.program);
  await bed.write('.gitattributes', '*.txt filter=mine\n');
  await change();
  await bed.git.run({ args: ['diff', 'HEAD'], cwd: bed.root, signal: bed.signal });
  expect(hostile.hasRun).toBe(true);
});

it('runs hooks and filters for what the user asked git to do, but no monitor', async () => {
  const { bed } = hostile;
  await hostile.hook('pre-commit');
  await change();
  const act = (...args: string[]) =>
    bed.git.run({ args, cwd: bed.root, signal: bed.signal, isAct: true });
  await act('add', '--all');
  await act('commit', '-qm', 'second');
  expect(hostile.hasRun).toBe(true);
  await hostile.forget();
  hostile.config('core.fsmonitor', hostile.program);
  await act('status');
  expect(hostile.hasRun).toBe(false);
});

it('reports a failure with what git says', async () => {
  const { bed } = hostile;
  const wrong = { args: ['rev-parse', '--verify', 'nothing'], cwd: bed.root, signal: bed.signal };
  await expect(bed.git.run(wrong)).rejects.toMatchObject({ code: 'git.failed' });
  await expect(bed.git.run(wrong)).rejects.toThrow(/exited with code 128: fatal/);
});

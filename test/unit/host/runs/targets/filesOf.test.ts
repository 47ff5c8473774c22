import { mkdir, mkdtemp, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileList } from '../../../../../src/host/runs/targets/filesOf';
import { GitProgram } from '../../../../../src/node/git/gitProgram';

let root: string;
let git: GitProgram;
let files: FileList;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'run-files-')));
  git = new GitProgram({ env: process.env, platform: process.platform });
  files = new FileList({ git, find: async folder => [join(folder, 'found')] });
});
afterEach(async () => {
  git.dispose();
  await rm(root, { recursive: true });
});

const act = (...args: string[]) =>
  git.run({ args, cwd: root, isAct: true, signal: AbortSignal.timeout(20_000) });
async function put(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), name);
  }
}
const names = (paths: readonly string[]) => paths.map(path => relative(root, path));

async function repository(): Promise<void> {
  await act('init', '--quiet');
  await put('a.ts', 'src/b.ts', 'src/gone.ts', '.gitignore', 'src/späß 1.ts');
  await writeFile(join(root, '.gitignore'), 'out/\n');
  await act('add', '--all');
  const user = ['-c', 'user.name=T', '-c', 'user.email=t@t.test', '-c', 'commit.gpgsign=false'];
  await act(...user, 'commit', '--quiet', '-m', 'one');
}

it('lists what git does not ignore, and of changes what still exists', async () => {
  await repository();
  await put('out/x.js', 'src/new.ts');
  await writeFile(join(root, 'a.ts'), 'changed');
  await rm(join(root, 'src/gone.ts'));
  expect(names(await files.below(join(root, 'src'))).sort()).toEqual([
    'src/b.ts',
    'src/new.ts',
    'src/späß 1.ts',
  ]);
  expect(names(await files.changed([root]))).toEqual(['a.ts', 'src/new.ts']);
  expect(names(await files.changed([join(root, 'src')]))).toEqual(['src/new.ts']);
});

it('names files as the folder is spelled', async () => {
  await repository();
  const link = `${root}-link`;
  await symlink(root, link);
  try {
    expect(await files.below(link)).toContain(join(link, 'src/b.ts'));
  } finally {
    await rm(link);
  }
});

it('lets the editor search a folder without git, where nothing counts as changed', async () => {
  expect(await files.below(root)).toEqual([join(root, 'found')]);
  expect(await files.changed([root])).toEqual([]);
});

it('lists what was written since a time, except by the run itself', async () => {
  await repository();
  const since = new Date(2026, 0, 2).getTime();
  for (const [name, day] of [
    ['a.ts', 1],
    ['src/b.ts', 3],
    ['src/gone.ts', 3],
  ] as const) {
    await utimes(join(root, name), new Date(2026, 0, day), new Date(2026, 0, day));
  }
  await utimes(join(root, '.gitignore'), new Date(2026, 0, 1), new Date(2026, 0, 1));
  await utimes(join(root, 'src/späß 1.ts'), new Date(2026, 0, 1), new Date(2026, 0, 1));
  const isOwn = (path: string) => path.endsWith('gone.ts');
  expect(names(await files.writtenSince([root], since, isOwn))).toEqual(['src/b.ts']);
});

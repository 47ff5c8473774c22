import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPrograms } from '../../../../src/cli/programs/readPrograms';

let top: string;
let cwd: string;

beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'nested-')));
  cwd = join(top, 'project');
  await mkdir(cwd);
});
afterEach(() => rm(top, { recursive: true }));

const skill = '---\nname: x\nhooks: {Stop: []}\n---\nGo.';

async function put(name: string, content = skill, folder = cwd): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

function git(folder: string, ...args: readonly string[]): void {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'protocol.file.allow=always'];
  execFileSync('git', [...own, ...args], { cwd: folder, stdio: 'pipe' });
}

function init(folder = cwd): void {
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
}

const look = (folder = cwd) =>
  readPrograms(
    { cwd: folder, addDirs: [] },
    { home: join(top, 'home'), isTracked: async () => false, hasOwnRules: async () => false },
  );
const filesIn = async (folder?: string) => (await look(folder)).programs.map(({ file }) => file);

it('lists the skills that a repository brings in its folders', async () => {
  await put('a.txt', 'a');
  await put('packages/foo/.claude/skills/x/SKILL.md');
  await put('packages/foo/.claude/skills/plain/SKILL.md', 'Look.');
  await put('packages/foo/.claude/commands/c.md');
  await put('.claude/skills/y/SKILL.md');
  init();
  await put('packages/new/.claude/skills/z/SKILL.md');
  expect(await filesIn()).toEqual([
    '.claude/skills/y/SKILL.md',
    'packages/foo/.claude/skills/x/SKILL.md',
  ]);
});

it('searches a folder of which the repository tracks nothing', async () => {
  await put('.gitignore', 'vendor\n');
  await put('downloads/read.me', 'Read.');
  init();
  await put('downloads/zip/sub/.claude/skills/x/SKILL.md');
  await put('vendor/a/.claude/skills/y/SKILL.md');
  expect(await filesIn(join(cwd, 'downloads/zip'))).toEqual(['sub/.claude/skills/x/SKILL.md']);
  expect(await filesIn(join(cwd, 'vendor'))).toEqual(['a/.claude/skills/y/SKILL.md']);
  expect(await filesIn(join(cwd, 'downloads'))).toEqual([]);
});

it('asks again when such a skill changes', async () => {
  await put('packages/foo/.claude/skills/x/SKILL.md');
  init();
  const { hash } = await look();
  expect((await look()).hash).toBe(hash);
  await put('packages/foo/.claude/skills/x/SKILL.md', `${skill} On.`);
  expect((await look()).hash).not.toBe(hash);
});

it('lists those below the folder only', async () => {
  await put('one/.claude/skills/x/SKILL.md');
  await put('one/part/.claude/skills/x/SKILL.md');
  await put('two/.claude/skills/x/SKILL.md');
  init();
  expect(await filesIn(join(cwd, 'one'))).toEqual([
    '.claude/skills/x/SKILL.md',
    'part/.claude/skills/x/SKILL.md',
  ]);
});

it.each([
  ['shortened names', () => git(cwd, 'update-index', '--index-version', '4')],
  ['names in another file', () => git(cwd, 'update-index', '--split-index')],
  ['a damaged index', () => truncate(join(cwd, '.git/index'), 90)],
  ['no index', () => rm(join(cwd, '.git/index'))],
])('lists them with %s', async (_, change) => {
  await put('packages/.claude/x.json', '{}');
  await put('packages/foo/.claude/settings.json', '{}');
  await put('packages/foo/.claude/skills/x/SKILL.md');
  init();
  await change();
  expect(await filesIn()).toEqual(['packages/foo/.claude/skills/x/SKILL.md']);
});

it('lists what a tracked link leads to', async () => {
  await put('elsewhere/skills/x/SKILL.md');
  await mkdir(join(cwd, 'packages'));
  await symlink('../elsewhere', join(cwd, 'packages/.claude'));
  init();
  expect(await filesIn()).toEqual(['packages/.claude/skills/x/SKILL.md']);
});

it('lists those of submodules', async () => {
  const other = join(top, 'other');
  await put('.claude/skills/x/SKILL.md', skill, other);
  await put('deep/.claude/skills/x/SKILL.md', skill, other);
  init(other);
  git(other, 'commit', '--quiet', '--message', 'x');
  init();
  git(cwd, 'submodule', '--quiet', 'add', other, 'part');
  expect(await filesIn()).toEqual([
    'part/.claude/skills/x/SKILL.md',
    'part/deep/.claude/skills/x/SKILL.md',
  ]);
});

it('searches a folder without repository', async () => {
  await put('packages/foo/.claude/skills/x/SKILL.md');
  await put('node_modules/foo/.claude/skills/x/SKILL.md');
  expect(await filesIn()).toEqual(['packages/foo/.claude/skills/x/SKILL.md']);
});

it('says so when there are more than anybody could judge', async () => {
  const names = Array.from({ length: 501 }, (_, index) => `p${index}/.claude/skills/x/SKILL.md`);
  await Promise.all(names.map(name => put(name, 'Look.')));
  init();
  const { hash, programs } = await look();
  expect(programs).toMatchObject([{ kind: 'unreadable' }]);
  await put('p0/a.txt', 'changed');
  expect((await look()).hash).toBe(hash);
  await put('p0/.claude/skills/x/SKILL.md');
  expect((await look()).hash).not.toBe(hash);
});

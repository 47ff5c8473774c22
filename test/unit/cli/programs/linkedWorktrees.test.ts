import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPrograms } from '../../../../src/cli/programs/readPrograms';

let top: string;
let main: string;
let tree: string;
/** Folders whose local rules are the user's. */
let ofUser: string[];

beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'linked-')));
  main = join(top, 'main');
  tree = join(top, 'tree');
  ofUser = [];
  await mkdir(main);
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'x');
  git('worktree', 'add', '--quiet', tree);
});
afterEach(() => rm(top, { recursive: true }));

function git(...args: readonly string[]): void {
  const user = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  execFileSync('git', [...user, ...args], { cwd: main, stdio: 'pipe' });
}

async function put(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

const look = (cwd: string, home = join(top, 'home')) =>
  readPrograms(
    { cwd, addDirs: [] },
    { home, isTracked: async () => false, hasOwnRules: async folder => ofUser.includes(folder) },
  );
const filesIn = async (cwd: string, home?: string) =>
  (await look(cwd, home)).programs.map(({ file }) => file);

const hooks = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"./a.sh"}]}]}}';

async function putInMain(): Promise<void> {
  await put(join(main, '.claude/agents/a.md'), 'Help.');
  await put(join(main, '.claude/commands/c.md'), 'Look: !`a`');
  await put(join(main, '.claude/skills/s/SKILL.md'), 'Look: !`a`');
  await put(join(main, '.claude/settings.local.json'), hooks);
}

it('lists what a linked worktree takes from the main one, also in its folders', async () => {
  await putInMain();
  expect(await filesIn(tree)).toEqual([
    '../main/.claude/settings.local.json',
    '../main/.claude/agents/a.md',
    '../main/.claude/commands/c.md',
    '../main/.claude/skills/s/SKILL.md',
  ]);
  await mkdir(join(tree, 'part'));
  expect(await filesIn(join(tree, 'part'))).toHaveLength(4);
});

it('leaves out of the main worktree what the linked one has itself', async () => {
  await putInMain();
  await put(join(tree, '.claude/agents/b.md'), 'Help.');
  await put(join(tree, '.claude/settings.local.json'), hooks);
  expect(await filesIn(tree)).toEqual([
    '.claude/settings.local.json',
    '.claude/agents/b.md',
    '../main/.claude/commands/c.md',
    '../main/.claude/skills/s/SKILL.md',
  ]);
});

it('lists local settings of both worktrees if they differ', async () => {
  await putInMain();
  await put(join(tree, '.claude/settings.local.json'), '{"apiKeyHelper":"./key.sh"}');
  expect((await filesIn(tree)).slice(0, 2)).toEqual([
    '.claude/settings.local.json',
    '../main/.claude/settings.local.json',
  ]);
});

it('gives both worktrees the same hash, so that one answer holds for both', async () => {
  await putInMain();
  const { hash } = await look(main);
  expect((await look(tree)).hash).toBe(hash);
  await put(join(tree, '.claude/agents/a.md'), 'Help.');
  expect((await look(tree)).hash).toBe(hash);
  await put(join(main, '.claude/commands/c.md'), 'Look: !`b`');
  expect((await look(tree)).hash).not.toBe(hash);
});

it("lists nothing of a main worktree that is the user's home", async () => {
  await putInMain();
  expect(await filesIn(tree, main)).toEqual([]);
});

it('takes rules of a new worktree for the user’s if those of the main one are', async () => {
  const rules = JSON.stringify({ permissions: { allow: ['Bash'] } });
  await put(join(main, '.claude/settings.local.json'), rules);
  await put(join(tree, '.claude/settings.local.json'), rules);
  expect(await filesIn(tree)).toEqual(['.claude/settings.local.json']);
  const others = JSON.stringify({ permissions: { allow: ['Read'] } });
  await put(join(main, '.claude/settings.local.json'), others);
  expect(await filesIn(tree)).toEqual([
    '.claude/settings.local.json',
    '../main/.claude/settings.local.json',
  ]);
  ofUser = [main];
  expect(await filesIn(tree)).toEqual([]);
  await rm(join(tree, '.claude'), { recursive: true });
  expect(await filesIn(tree)).toEqual([]);
  ofUser = [];
  expect(await filesIn(tree)).toEqual(['../main/.claude/settings.local.json']);
});

it('asks once about rules where the CLI saves those of linked worktrees and subfolders', async () => {
  const part = join(tree, 'part');
  await mkdir(part);
  expect((await look(part)).doubt?.folders).toEqual([part, tree, main]);
  await mkdir(join(main, 'part'));
  expect((await look(join(main, 'part'))).doubt?.folders).toEqual([join(main, 'part'), main]);
});

it('doubts rules of a folder that only says that it is a worktree of a known repository', async () => {
  ofUser = [main];
  const zip = join(top, 'zip');
  await put(join(zip, '.claude/settings.local.json'), '{"permissions":{"allow":["Bash"]}}');
  await put(join(zip, '.git'), 'gitdir: ../main/.git');
  expect(await filesIn(zip)).toEqual(['.claude/settings.local.json']);
  await put(join(zip, '.git'), 'gitdir: ../main/.git/worktrees/tree');
  expect(await filesIn(zip)).toEqual(['.claude/settings.local.json']);
});

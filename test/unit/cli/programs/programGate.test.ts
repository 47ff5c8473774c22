import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../src/base/log';
import { ProgramAnswers } from '../../../../src/cli/programs/programAnswers';
import { ProgramGate } from '../../../../src/cli/programs/programGate';
import type { FolderPrograms } from '../../../../src/cli/programs/readPrograms';
import type { FolderProgram } from '../../../../src/contract/programs';

const hook: FolderProgram = { kind: 'hook', file: 'a', name: 'Stop', text: './a.sh' };

let cwd: string;
let storage: string;
let brought: FolderPrograms;
let changes: number;
let answered: string[];

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'gate-')));
  storage = await mkdtemp(join(tmpdir(), 'storage-'));
  brought = { hash: 'one', programs: [hook] };
  changes = 0;
  answered = [];
});
afterEach(async () => {
  await rm(cwd, { recursive: true });
  await rm(storage, { recursive: true });
});

const path = () => join(storage, 'answers', 'folderPrograms.json');

function gate(): ProgramGate {
  const made = new ProgramGate(async () => brought, new ProgramAnswers(path(), silentLog));
  made.onChanged(() => {
    changes += 1;
  });
  made.onAnswered(folder => answered.push(folder));
  return made;
}

const refusal = {
  code: 'folder.unanswered',
  message: expect.stringContaining('Allow Programs of This Folder… or Decline'),
};

it('asks nothing about a folder that brings nothing', async () => {
  brought = { hash: 'none', programs: [] };
  const one = gate();
  expect(await one.decide({ cwd, addDirs: [] })).toBe('allow');
  expect(one.waiting(cwd)).toBeUndefined();
  expect(changes).toBe(0);
});

it('refuses each start until the user has answered, and asks once', async () => {
  const one = gate();
  await expect(one.decide({ cwd, addDirs: [] })).rejects.toMatchObject(refusal);
  await expect(one.decide({ cwd, addDirs: [] })).rejects.toMatchObject(refusal);
  expect(changes).toBe(1);
  expect(one.waiting(cwd)).toEqual({ cwd, ...brought });
  await one.answer({ cwd, ...brought }, 'allow');
  expect(one.waiting(cwd)).toBeUndefined();
  expect([changes, answered]).toEqual([2, [cwd]]);
  expect(await one.decide({ cwd, addDirs: [] })).toBe('allow');
});

it('keeps an answer for the next window, with nothing in the folder', async () => {
  await gate().answer({ cwd, ...brought }, 'decline');
  expect(await gate().decide({ cwd, addDirs: [] })).toBe('decline');
  expect(await readFile(path(), 'utf8')).toContain('decline');
});

it('asks again when the files change, and knows the answer when they change back', async () => {
  const one = gate();
  await one.answer({ cwd, ...brought }, 'allow');
  brought = { hash: 'two', programs: [{ ...hook, text: './b.sh' }] };
  await expect(one.decide({ cwd, addDirs: [] })).rejects.toMatchObject(refusal);
  brought = { hash: 'one', programs: [hook] };
  expect(await one.decide({ cwd, addDirs: [] })).toBe('allow');
  expect(one.waiting(cwd)).toBeUndefined();
});

it('keeps asking when the files have changed since the user was shown a list', async () => {
  const one = gate();
  const shown = { cwd, ...brought };
  brought = { hash: 'two', programs: [hook, hook] };
  await expect(one.decide({ cwd, addDirs: [] })).rejects.toMatchObject(refusal);
  await one.answer(shown, 'allow');
  expect(one.waiting(cwd)?.hash).toBe('two');
  await expect(one.decide({ cwd, addDirs: [] })).rejects.toMatchObject(refusal);
});

it('takes a changed answer at the next start', async () => {
  const one = gate();
  await one.answer({ cwd, ...brought }, 'allow');
  await one.answer({ cwd, ...brought }, 'decline');
  expect(await one.decide({ cwd, addDirs: [] })).toBe('decline');
});

it('takes rules for the user’s with the answer that allows them, and keeps both answers', async () => {
  const rule: FolderProgram = { kind: 'rule', file: 'a', name: 'allow', text: 'Bash' };
  const answers = new ProgramAnswers(path(), silentLog);
  brought = { hash: 'both', programs: [hook, rule], doubt: { folders: [cwd], hash: 'one' } };
  await gate().answer(await gate().look({ cwd, addDirs: [] }), 'decline');
  expect(await answers.hasOwnRules(cwd)).toBe(false);
  expect(await gate().decide({ cwd, addDirs: [] })).toBe('decline');
  brought = { ...brought, hash: 'with another rule' };
  expect(await gate().decide({ cwd, addDirs: [] })).toBe('decline');
  await gate().answer(await gate().look({ cwd, addDirs: [] }), 'allow');
  expect(await answers.hasOwnRules(cwd)).toBe(true);
  brought = { hash: 'one', programs: [hook] };
  expect(await gate().decide({ cwd, addDirs: [] })).toBe('allow');
});

it('takes later rules for the user’s once a process has started without any', async () => {
  const answers = new ProgramAnswers(path(), silentLog);
  brought = { hash: 'none', programs: [], doubt: { folders: [cwd], hash: 'none' } };
  expect(await gate().decide({ cwd, addDirs: [] })).toBe('allow');
  await expect.poll(() => answers.hasOwnRules(cwd)).toBe(true);
  // Waits until the gate has let go of the file.
  await answers.save(cwd, 'none', 'allow');
});

it('asks about as many folders as it remembers, and not about the latest', async () => {
  const answers = new ProgramAnswers(path(), silentLog);
  await answers.ownRules(Array.from({ length: 1_001 }, (_, index) => `/f${index}`));
  expect(await answers.hasOwnRules('/f0')).toBe(false);
  expect(await answers.hasOwnRules('/f1000')).toBe(true);
});

it('keeps the question of a conversation with further folders when none is left without them', async () => {
  const one = gate();
  await expect(one.decide({ cwd, addDirs: ['/x'] })).rejects.toMatchObject(refusal);
  const question = one.waiting(cwd);
  brought = { hash: 'none', programs: [] };
  await one.decide({ cwd, addDirs: [] });
  expect(one.waiting(cwd)).toEqual(question);
  await one.decide({ cwd, addDirs: ['/x'] });
  expect(one.waiting(cwd)).toBeUndefined();
});

it('takes rules for the user’s where the CLI has run before the first question, also after it', async () => {
  const answers = new ProgramAnswers(path(), silentLog, async folder => folder === cwd);
  expect(await answers.hasOwnRules(cwd)).toBe(true);
  expect(await answers.hasOwnRules('/other')).toBe(false);
  await answers.save(cwd, 'one', 'allow');
  expect(await answers.hasOwnRules(cwd)).toBe(true);
});

it('takes no rules for the user’s because of sessions that began after a question', async () => {
  const answers = new ProgramAnswers(path(), silentLog, async () => true);
  await answers.save(cwd, 'one', 'decline');
  expect(await answers.hasOwnRules(cwd)).toBe(false);
});

it('takes the answer of the main worktree for the same files in a linked one', async () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd });
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'x');
  git('worktree', 'add', '--quiet', 'tree');
  const tree = { cwd: join(cwd, 'tree'), addDirs: [] };
  const one = gate();
  await one.answer({ cwd, ...brought }, 'allow');
  expect(await one.decide(tree)).toBe('allow');
  brought = { ...brought, hash: 'two' };
  await expect(one.decide(tree)).rejects.toMatchObject(refusal);
  brought = { ...brought, hash: 'one' };
  const alike = join(cwd, 'alike');
  await mkdir(alike);
  await writeFile(join(alike, '.git'), 'gitdir: ../.git');
  await expect(one.decide({ cwd: alike, addDirs: [] })).rejects.toMatchObject(refusal);
});

it('keeps rules without an error where nothing can be written, or the folder is gone', async () => {
  const one = gate();
  await one.keepRules('/nowhere', ['Bash(a)']);
  expect(await new ProgramAnswers(path(), silentLog).sharedRules('/nowhere')).toEqual(['Bash(a)']);
  const noFolder = new ProgramAnswers(join(path(), 'below', 'a file.json'), silentLog);
  await new ProgramGate(async () => brought, noFolder).keepRules(cwd, ['Bash(a)']);
});

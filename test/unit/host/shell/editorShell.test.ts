import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { silentLog } from '../../../../src/base/log';
import type { ShellRequest } from '../../../../src/core/conversation/shellRunner';
import { EditorShell, type ShellRules } from '../../../../src/host/shell/editorShell';
import { systemClock } from '../../../../src/node/systemClock';
import { collectLines } from '../../node/startScript';

let cwd: string;
let asked: string[];
let answer: boolean;
let isTrusted: boolean;

beforeEach(async () => {
  cwd = await realpath(await mkdtemp(join(tmpdir(), 'tandem-shell-')));
  await writeFile(join(cwd, 'open.txt'), 'open');
  await writeFile(join(cwd, 'denied.txt'), 'denied');
  await writeFile(join(cwd, '.env'), 'KEY=1');
  await symlink(join(cwd, '.env'), join(cwd, 'harmless'));
  await mkdir(join(cwd, 'secrets'));
  asked = [];
  answer = true;
  isTrusted = true;
});

afterEach(() => rm(cwd, { recursive: true }));

async function run(
  command: string,
  rules: Partial<ShellRules> = {},
  mode: ShellRequest['mode'] = 'default',
): Promise<string | undefined> {
  const shell = new EditorShell({
    environment: async () => ({ PATH: process.env.PATH ?? '', OWN: 'yes' }),
    rules: async () => ({ deny: [], ask: [], ...rules }),
    readRules: () => ({ deny: async path => path === join(cwd, 'denied.txt') }),
    requireTrust: () => {
      if (!isTrusted) {
        throw new UserError('trust.required', 'Not trusted.');
      }
    },
    confirm: async (line, reason) => {
      asked.push(`${line}: ${reason}`);
      return answer;
    },
    home: () => cwd,
    platform: process.platform,
    clock: systemClock,
    log: silentLog,
  });
  const process_ = await shell.start({ command, cwd, mode, addDirs: [] });
  return process_ && (await collectLines(process_)).join('\n');
}

it("runs the user's own line in the folder without a question, in every mode", async () => {
  for (const mode of ['default', 'plan', 'dontAsk'] as const) {
    expect(await run('pwd; echo $OWN; cat open.txt', {}, mode)).toBe(`${cwd}\nyes\nopen`);
  }
  expect(asked).toEqual([]);
});

it('refuses what a rule denies, and names the rule', async () => {
  const denied = run('true && rm open.txt', { deny: ['Bash(rm:*)'] });
  await expect(denied).rejects.toMatchObject({ code: 'shell.denied' });
  await expect(denied).rejects.toThrow('Bash(rm:*)');
  await expect(run('cat < denied.txt')).rejects.toThrow('deny reading denied.txt');
  await expect(run('cat --file=~/denied.txt; cat ~/denied.txt')).rejects.toThrow('denied.txt');
});

it('asks if a rule asks, and refuses where nothing is ever asked', async () => {
  const rules = { ask: ['Bash(echo *)'] };
  expect(await run('echo hi', rules)).toBe('hi');
  expect(asked).toEqual([expect.stringContaining('Bash(echo *)')]);
  answer = false;
  expect(await run('echo hi', rules)).toBeUndefined();
  await expect(run('echo hi', rules, 'dontAsk')).rejects.toMatchObject({ code: 'shell.denied' });
});

it('asks before a line shows a file that looks secret, under any name', async () => {
  for (const word of ['.env', './harmless', '~/.env']) {
    await run(`cat ${word}`);
    expect(asked.pop()).toContain('keys or passwords');
  }
  await run('ls secrets; echo .envrc');
  expect(asked).toEqual([]);
});

it('runs nothing in an untrusted workspace or a folder that is gone', async () => {
  isTrusted = false;
  await expect(run('echo hi')).rejects.toMatchObject({ code: 'trust.required' });
  isTrusted = true;
  const there = cwd;
  cwd = join(there, 'gone');
  await expect(run('echo hi')).rejects.toMatchObject({ code: 'folder.none' });
  cwd = there;
});

import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UserError } from '../../../../../../src/base/errors';
import type { ReadRules } from '../../../../../../src/cli/permissions/readRules';
import { AllowedPaths } from '../../../../../../src/host/agentTools/read/text/allowedPaths';

let folder: string;
let cwd: string;
let other: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'allowed paths ä-')));
  cwd = join(folder, 'project');
  other = join(folder, 'other');
  await mkdir(join(cwd, 'src'), { recursive: true });
  await mkdir(other);
  await mkdir(join(folder, 'project-secret'));
  await writeFile(join(cwd, 'src', 'a.ts'), '');
  await writeFile(join(cwd, '.env'), '');
  await writeFile(join(folder, 'project-secret', 'b.ts'), '');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const noRules = { deny: async () => false };
const paths = (rules: ReadRules = noRules) => new AllowedPaths(cwd, [cwd, other], rules);

test('paths are resolved relative to the folder, including additional folders', async () => {
  await expect(paths().resolve('src/a.ts')).resolves.toBe(join(cwd, 'src', 'a.ts'));
  await expect(paths().resolve('../other/new.ts')).resolves.toBe(join(other, 'new.ts'));
  await expect(paths().resolve('.')).resolves.toBe(cwd);
});

test.each(['/etc/passwd', '../project-secret/b.ts', '..', '../../x'])(
  '%s is refused',
  async path => {
    await expect(paths().resolve(path)).rejects.toMatchObject({
      code: 'file.outside',
      message: expect.stringContaining('outside of the folders of this conversation'),
    });
  },
);

test('symlinks cannot lead outside, even to files that do not exist yet', async () => {
  await symlink(join(folder, 'project-secret'), join(cwd, 'link'));
  await expect(paths().resolve('link/b.ts')).rejects.toMatchObject({ code: 'file.outside' });
  await expect(paths().resolve('link/new/c.ts')).rejects.toMatchObject({ code: 'file.outside' });
  await symlink(join(cwd, 'src'), join(cwd, 'inner'));
  await expect(paths().resolve('inner/a.ts')).resolves.toBe(join(cwd, 'inner', 'a.ts'));
});

test('a folder opened through a symlink is accepted in both spellings', async () => {
  const spelled = join(folder, 'spelled');
  await symlink(cwd, spelled);
  const linked = new AllowedPaths(spelled, [spelled], noRules);
  await expect(linked.resolve('src/a.ts')).resolves.toBe(join(spelled, 'src', 'a.ts'));
  await expect(linked.resolve(join(cwd, 'src', 'a.ts'))).resolves.toBe(join(cwd, 'src', 'a.ts'));
});

test('secret files can be named but not read, even through a symlink', async () => {
  await expect(paths().resolve('.env')).resolves.toBe(join(cwd, '.env'));
  await expect(paths().readable('.env')).rejects.toMatchObject({ code: 'file.secret' });
  await symlink(join(cwd, '.env'), join(cwd, 'plain.txt'));
  await expect(paths().readable('plain.txt')).rejects.toMatchObject({ code: 'file.secret' });
  await expect(paths().mayRead('plain.txt')).resolves.toBe(false);
  await expect(paths().mayRead('src/a.ts')).resolves.toBe(true);
});

test('paths inside the folder are shown relative to it', () => {
  expect(paths().show(join(cwd, 'src', 'a.ts'))).toBe('src/a.ts');
  expect(paths().show(cwd)).toBe('.');
  expect(paths().show(join(other, 'b.ts'))).toBe(join(other, 'b.ts'));
  expect(paths().show(`${cwd}-secret`)).toBe(`${cwd}-secret`);
});

test('a selection is shown if it is in an allowed file or an unsaved new one', async () => {
  const shown = (scheme: string, fsPath: string) => paths().mayShow({ scheme, fsPath });
  const source = join(cwd, 'src', 'a.ts');
  expect(await shown('file', source)).toBe(true);
  expect(await shown('vscode-notebook-cell', source)).toBe(true);
  expect(await shown('untitled', 'Untitled-1')).toBe(true);
  expect(await shown('untitled', join(cwd, 'new.ts'))).toBe(true);
  // A file that is about to be made.
  expect(await shown('untitled', join(cwd, '.env.local'))).toBe(false);
  expect(await shown('untitled', '/elsewhere/a.ts')).toBe(false);
  expect(await shown('file', join(cwd, '.env'))).toBe(false);
  expect(await shown('vscode-notebook-cell', '/elsewhere/a.ipynb')).toBe(false);
});

test.each(['vscode-userdata', 'git', 'output', 'debug', 'ssh'])(
  'a selection in a document of %s is not shown: agents could not read it otherwise',
  async scheme => {
    expect(await paths().mayShow({ scheme, fsPath: join(cwd, 'src', 'a.ts') })).toBe(false);
  },
);
test('files that the user denies can be named but not read', async () => {
  const rules = { deny: async (path: string) => path === join(cwd, 'src', 'a.ts') };
  await expect(paths(rules).resolve('src/a.ts')).resolves.toBe(join(cwd, 'src', 'a.ts'));
  await expect(paths(rules).readable('src/a.ts')).rejects.toMatchObject({ code: 'file.denied' });
  const all = [join(cwd, 'src', 'a.ts'), join(cwd, 'b.ts'), join(cwd, '.env')];
  await expect(paths(rules).allReadable(all)).resolves.toEqual(new Set([join(cwd, 'b.ts')]));
});

test('nothing is read while the rules are unknown', async () => {
  const failure = new UserError('settings.unreadable', 'No rules in settings.json');
  const rules = { deny: async () => Promise.reject(failure) };
  await expect(paths(rules).readable('src/a.ts')).rejects.toBe(failure);
  await expect(paths(rules).allReadable([join(cwd, 'src', 'a.ts')])).rejects.toBe(failure);
  await expect(paths(rules).mayRead('src/a.ts')).resolves.toBe(false);
});

import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { appendLine } from '../../../../../src/cli/memory/appendLine';
import { createFile } from '../../../../../src/host/sections/files/createFile';

let base: string;
let root: string;
const at = (...names: string[]) => join(base, ...names);
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'tandem-create-'));
  root = at('project');
  mkdirSync(root);
  mkdirSync(at('away', 'skills', 'one'), { recursive: true });
});
afterEach(() => rmSync(base, { recursive: true }));

const path = () => join(root, 'skills', 'one', 'SKILL.md');
const create = async () => (await createFile({ path: path(), root, text: 'x' })).undo;
const append = () => appendLine({ path: path(), root, line: 'x' });
const makers = [
  ['a new file', create],
  ['a new line', append],
] as const;

it('removes the folder that was made for a file, but nothing that others have put there', async () => {
  await (await create())?.();
  expect(readdirSync(join(root, 'skills'))).toEqual([]);
  const undo = await create();
  mkdirSync(join(root, 'skills', 'one', 'scripts'));
  await undo?.();
  expect(readdirSync(join(root, 'skills', 'one'))).toEqual(['scripts']);
});

it.each(makers)('undo of %s does not follow a folder that leads out since', async (_name, make) => {
  const undo = await make();
  renameSync(join(root, 'skills'), at('old'));
  symlinkSync(at('away', 'skills'), join(root, 'skills'));
  const theirs = at('away', 'skills', 'one', 'SKILL.md');
  renameSync(at('old', 'one', 'SKILL.md'), theirs);
  const content = readFileSync(theirs, 'utf8');
  await expect(undo?.()).rejects.toMatchObject({ code: 'settings.changed' });
  expect(readFileSync(theirs, 'utf8')).toBe(content);
});

it.skipIf(process.platform === 'win32').each(makers)(
  'undo of %s waits for no pipe',
  async (_name, make) => {
    const undo = await make();
    rmSync(path());
    execFileSync('mkfifo', [path()]);
    await expect(undo?.()).rejects.toMatchObject({ code: 'settings.changed' });
  },
);

it.each(makers)('%s makes no folder anew that is gone', async (_name, make) => {
  rmSync(root, { recursive: true });
  await expect(make()).rejects.toMatchObject({ code: 'settings.readOnly' });
  expect(existsSync(root)).toBe(false);
});

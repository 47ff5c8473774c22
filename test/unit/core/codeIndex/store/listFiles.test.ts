import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listFiles } from '../../../../../src/core/codeIndex/store/listFiles';
import { editorRipgrep } from '../../../../support/editor/editorRipgrep';

let root: string;
let ripgrep: string;
const { signal } = new AbortController();

beforeAll(async () => {
  ripgrep = (await editorRipgrep()) ?? '';
  root = await mkdtemp(join(tmpdir(), 'list-files-'));
  execFileSync('git', ['init', '--quiet', root]);
  for (const path of ['a.ts', 'out/b.ts', 'gen/c.ts', '.ci/d.yml', 'name\nof ä.ts']) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), '');
  }
  await writeFile(join(root, '.gitignore'), 'out/\n');
  // Links in a loop, and out of the folder.
  await symlink(root, join(root, 'loop'));
  await symlink(tmpdir(), join(root, 'outside'));
});
afterAll(() => rm(root, { recursive: true }));

it('lists what is neither ignored nor excluded, and follows no links', async () => {
  const { paths, isCut } = await listFiles({ root, ripgrep, excludes: ['**/gen'], signal });
  expect(paths).toEqual(['.ci/d.yml', '.gitignore', 'a.ts', 'name\nof ä.ts']);
  expect(isCut).toBe(false);
});

it('reports that a folder has too many files', async () => {
  const { paths, isCut } = await listFiles({ root, ripgrep, excludes: [], signal }, 2);
  expect([paths.length, isCut]).toEqual([2, true]);
});

it('fails without ripgrep', async () => {
  const missing = listFiles({ root, ripgrep: join(root, 'absent'), excludes: [], signal });
  await expect(missing).rejects.toThrow('The program');
});

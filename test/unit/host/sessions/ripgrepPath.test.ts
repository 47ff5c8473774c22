import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { editorRipgrep } from '../../../../src/host/sessions/ripgrepPath';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tandem-rg-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test.each([
  'node_modules/@vscode/ripgrep/bin/rg',
  'node_modules.asar.unpacked/@vscode/ripgrep/bin/rg',
  'node_modules/@vscode/ripgrep-universal/bin/linux-x64/rg',
])('finds %s', async place => {
  expect(await editorRipgrep(root, 'linux', 'x64')).toBeUndefined();
  const path = join(root, place);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '');
  expect(await editorRipgrep(root, 'linux', 'x64')).toBeUndefined();
  await chmod(path, 0o755);
  expect(await editorRipgrep(root, 'linux', 'x64')).toBe(path);
});

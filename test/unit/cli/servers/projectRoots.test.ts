import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gitRoots } from '../../../../src/cli/servers/projectRoots';

let root: string;
const at = (...names: string[]) => join(root, ...names);
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-roots-')));
});
afterEach(() => rmSync(root, { recursive: true }));

it('names the main repository of a work tree, too', async () => {
  mkdirSync(at('main', '.git', 'worktrees', 'tree'), { recursive: true });
  mkdirSync(at('tree', 'src'), { recursive: true });
  writeFileSync(at('tree', '.git'), `gitdir: ${at('main', '.git', 'worktrees', 'tree')}\n`);
  expect(await gitRoots(at('tree', 'src'))).toEqual([at('main'), at('tree')]);
});

it.skipIf(process.platform === 'win32').each([
  ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a device without an end', (path: string) => symlinkSync('/dev/zero', path)],
])('neither waits for nor reads %s in the place of .git', async (_name, make) => {
  make(at('.git'));
  expect(await gitRoots(root)).toEqual([root]);
});

import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { worktreePlace } from '../../../../src/host/folders/worktreePlace';

let top: string;
let root: string;

beforeAll(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'place-')));
  root = join(top, 'src', 'repo');
  await mkdir(join(root, '.git'), { recursive: true });
  await symlink(top, join(root, 'out'));
  await symlink(join(root, 'inner'), join(root, 'gone'));
});

afterAll(() => rm(top, { recursive: true }));

const place = (workspace: string | undefined, own = '${repo}.worktrees') =>
  worktreePlace({ own, workspace }, root, 'fix');

it('takes a folder of the workspace inside the folder that contains the repository', async () => {
  for (const folder of ['../trees', '${repo}/trees', '.trees', '..']) {
    expect(await place(folder), folder).toEqual({
      path: join(root, folder.replace('${repo}', '.'), 'fix'),
    });
  }
  expect(await place(undefined)).toEqual({ path: join(top, 'src', 'repo.worktrees', 'fix') });
});

it.each([
  '/etc',
  '../..',
  '../../trees',
  '${repo}/../../trees',
  '${repo}/out/trees',
  '${repo}/.git/hooks',
  '.GIT/hooks',
  '../.config/autostart',
])("ignores the workspace's folder %s", async folder => {
  const { path, ignored } = await place(folder, '/mine');
  expect(path).toBe(join('/mine', 'fix'));
  expect(ignored).toBe(folder);
});

it('takes no folder of the workspace where the repository lies in the root folder', async () => {
  const placed = await worktreePlace({ own: '/mine', workspace: '/etc' }, '/repo', 'fix');
  expect(placed).toEqual({ path: join('/mine', 'fix'), ignored: '/etc' });
});

it('lets the user choose any folder', async () => {
  expect(await place(undefined, dirname(top))).toEqual({ path: join(dirname(top), 'fix') });
});

import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimFolder } from '../../../../../src/core/edits/workspace/claimedFolder';

let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'claims-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

/** Leaves the mark of a window that was killed. */
async function leaveMark(slot: number): Promise<void> {
  const { pid } = spawnSync('true');
  await writeFile(join(parent, `tree-${slot}.owner-${pid}-c0ffee`), '');
}

test('a folder that is given back is claimed again', async () => {
  const first = await claimFolder(parent, 'tree');
  const second = await claimFolder(parent, 'tree');
  expect([first.path, second.path]).toEqual([join(parent, 'tree-0'), join(parent, 'tree-1')]);
  first.dispose();
  expect((await claimFolder(parent, 'tree')).path).toBe(first.path);
});

test('a folder whose window was killed is claimed, and its mark is removed', async () => {
  await leaveMark(0);
  const { path, dispose } = await claimFolder(parent, 'tree');
  expect(path).toBe(join(parent, 'tree-0'));
  expect(await readdir(parent)).toHaveLength(1);
  dispose();
  expect(await readdir(parent)).toEqual([]);
});

test('windows that claim at the same time each get a folder of their own', async () => {
  const windows = [1, 2, 3, 4, 5, 6, 7, 8];
  for (let round = 0; round < 12; round += 1) {
    await leaveMark(0);
    const claims = await Promise.all(windows.map(() => claimFolder(parent, 'tree')));
    expect(new Set(claims.map(({ path }) => path)).size).toBe(windows.length);
    for (const claim of claims) {
      claim.dispose();
    }
  }
});

test('no folder is claimed when all are taken', async () => {
  for (let slot = 0; slot < 8; slot += 1) {
    await claimFolder(parent, 'tree');
  }
  await expect(claimFolder(parent, 'tree')).rejects.toThrow('Too many windows');
  // Nothing stays behind of the failed claim.
  expect(await readdir(parent)).toHaveLength(8);
});

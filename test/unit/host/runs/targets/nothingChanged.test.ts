import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { nothingChanged } from '../../../../../src/host/runs/targets/nothingChanged';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nothing-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('says that a folder is in no repository, as a review does', async () => {
  expect(await nothingChanged([folder])).toMatchObject({
    code: 'git.noRepository',
    message: expect.stringContaining(`${folder} is not in a Git repository.`),
  });
});

it('says that nothing has changed if one of the folders is in a repository', async () => {
  const git = join(folder, 'in', '.git');
  for (const name of ['objects', 'refs']) {
    await mkdir(join(git, name), { recursive: true });
  }
  await writeFile(join(git, 'HEAD'), 'ref: refs/heads/main\n');
  expect(await nothingChanged([folder, join(folder, 'in')])).toMatchObject({
    code: 'run.noTargets',
  });
});

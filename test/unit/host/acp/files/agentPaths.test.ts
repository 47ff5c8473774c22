import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { WithheldReason } from '../../../../../src/contract/mentions';
import { AgentPaths } from '../../../../../src/host/acp/files/agentPaths';

let folder: string;
let cwd: string;
let other: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'agent paths ä-')));
  [cwd, other] = [join(folder, 'project'), join(folder, 'other')];
  for (const name of [join(cwd, 'src'), other, join(folder, 'project-2')]) {
    await mkdir(name, { recursive: true });
  }
  for (const name of [join(cwd, 'src/a.ts'), join(cwd, '.env'), join(folder, 'project-2/b.ts')]) {
    await writeFile(name, '');
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Rules {
  readonly denied?: string;
  readonly withheld?: WithheldReason;
}

function paths({ denied, withheld }: Rules = {}): AgentPaths {
  return new AgentPaths({
    ...{ cwd, roots: [cwd, other] },
    rules: { deny: async path => denied !== undefined && path.endsWith(denied) },
    reasonAgainst: async () => withheld,
  });
}

it('files of all folders of the conversation can be used, also those that do not exist', async () => {
  const path = join(cwd, 'src/a.ts');
  await expect(paths().readable(path)).resolves.toEqual({ path, real: path });
  const unborn = join(other, 'new/c.ts');
  await expect(paths().writable(join(other, 'x/../new/c.ts'))).resolves.toEqual({
    path: unborn,
    real: unborn,
  });
});

it('no spelling leads out of the folders', async () => {
  const outside = 'outside of the folders of this conversation';
  for (const path of [
    '/etc/passwd',
    join(folder, 'project-2/b.ts'),
    `${cwd}/../project-2/b.ts`,
    `${cwd}/src/../../project-2/new.ts`,
  ]) {
    for (const use of ['readable', 'writable'] as const) {
      await expect(paths()[use](path), use).rejects.toMatchObject({
        code: 'file.outside',
        message: expect.stringContaining(outside),
      });
    }
  }
  await expect(paths().readable('src/a.ts')).rejects.toMatchObject({ code: 'file.relative' });
});

it('no link leads out of the folders, even if it leads to nothing yet', async () => {
  await symlink(join(folder, 'project-2'), join(cwd, 'link'));
  await symlink(join(folder, 'project-2/unborn.ts'), join(cwd, 'dangling.ts'));
  await symlink(relative(cwd, join(folder, 'project-2/unborn.ts')), join(cwd, 'relative.ts'));
  for (const name of ['link/b.ts', 'link/new/c.ts', 'dangling.ts', 'relative.ts']) {
    const attempt = paths().writable(join(cwd, name));
    await expect(attempt, name).rejects.toMatchObject({ code: 'file.outside' });
  }
  await symlink(join(cwd, 'src'), join(cwd, 'inner'));
  await expect(paths().writable(join(cwd, 'inner/new.ts'))).resolves.toEqual({
    path: join(cwd, 'inner/new.ts'),
    real: join(cwd, 'src/new.ts'),
  });
});

it('secret files and those that a rule denies are neither read nor written', async () => {
  await symlink(join(cwd, '.env'), join(cwd, 'harmless.txt'));
  for (const name of ['.env', 'harmless.txt']) {
    const path = join(cwd, name);
    await expect(paths().readable(path)).rejects.toMatchObject({ code: 'file.secret' });
    await expect(paths().writable(path)).rejects.toMatchObject({ code: 'file.secret' });
  }
  await symlink(join(cwd, 'src/a.ts'), join(cwd, 'b.ts'));
  for (const name of ['src/a.ts', 'b.ts']) {
    const attempt = paths({ denied: 'src/a.ts' }).writable(join(cwd, name));
    await expect(attempt, name).rejects.toMatchObject({
      code: 'file.denied',
      message: expect.stringContaining('Do not read it in another way'),
    });
  }
});

it('what the user does not share is not read, except what the agent itself has written', async () => {
  const path = join(cwd, 'dist/out.js');
  const ignoring = paths({ withheld: 'ignored' });
  await expect(ignoring.readable(path)).rejects.toMatchObject({
    code: 'file.unshared',
    message: expect.stringContaining('ignored by git'),
  });
  const { real } = await ignoring.writable(path);
  ignoring.noteWritten(real);
  await expect(ignoring.readable(path)).resolves.toMatchObject({ real });
});

import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { listAgentFiles, promptFolders } from '../../../../src/cli/agentFiles/agentFolders';
import { readPrompts } from '../../../../src/cli/agentFiles/promptCommands';

let root: string;
let cwd: string;
let prompts: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'agent-folders-')));
  cwd = join(root, 'project');
  prompts = join(cwd, '.github', 'prompts');
  await mkdir(prompts, { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('reads no file through a link that leads out of the project, or to a secret', async () => {
  await writeFile(join(root, 'private.txt'), 'private');
  await writeFile(join(cwd, '.env'), 'KEY=1');
  await writeFile(join(cwd, 'shared.md'), 'Explain it.');
  await symlink(join(root, 'private.txt'), join(prompts, 'out.prompt.md'));
  await symlink('../../.env', join(prompts, 'secret.prompt.md'));
  await symlink('../../shared.md', join(prompts, 'inside.prompt.md'));
  await writeFile(join(prompts, 'turned\u202e.prompt.md'), 'Look.');
  const listed = await listAgentFiles(await promptFolders({ cwd }));
  const bodies = listed.map(({ file, failure }) => [file.name, file.body, failure !== undefined]);
  expect(bodies.sort()).toEqual([
    ['inside', 'Explain it.', false],
    ['out', '', true],
    ['secret', '', true],
    ['turned\u202e', 'Look.', false],
  ]);
  expect((await readPrompts({ cwd })).map(({ file }) => file.name)).toEqual(['inside']);
});

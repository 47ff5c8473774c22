import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { completeCommand, findAgent } from '../../../../src/host/agents/findAgent';

let root = '';
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-find-agent-')));
});
afterEach(() => rm(root, { recursive: true }));

async function program(path: string): Promise<string> {
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, '#!/bin/sh\n');
  await chmod(file, 0o755);
  return file;
}

const options = () => ({
  env: { PATH: join(root, 'bin') },
  platform: process.platform,
  ownFolder: join(root, 'own'),
});

test('a program on PATH is found with the version of the package that it links to', async () => {
  const real = await program('lib/node_modules/gemini/dist/main.js');
  await writeFile(join(root, 'lib/node_modules/gemini/dist/package.json'), '{"type":"module"}');
  const facts = JSON.stringify({ name: 'gemini', version: '0.61.0' });
  await writeFile(join(root, 'lib/node_modules/gemini/package.json'), facts);
  await mkdir(join(root, 'bin'));
  await symlink(real, join(root, 'bin/gemini'));
  expect(await findAgent('gemini', options())).toEqual({
    path: join(root, 'bin/gemini'),
    version: '0.61.0',
  });
});

test("Tandem's own installation comes before PATH", async () => {
  await program('bin/gemini');
  const own = await program('own/gemini/node_modules/.bin/gemini');
  expect((await findAgent('gemini', options()))?.path).toBe(own);
});

test('a program that belongs to no package has no version, and a broken package none either', async () => {
  await program('bin/plain');
  const broken = await program('broken/bin/agent');
  await writeFile(join(root, 'broken/package.json'), '{"name": "agent", "version": "1.0; rm"}');
  expect(await findAgent('plain', options())).toEqual({ path: join(root, 'bin/plain') });
  expect(await findAgent(broken, options())).toEqual({ path: broken });
});

test('nothing is found below the current folder', async () => {
  expect(await findAgent('./agent', options())).toBeUndefined();
  expect(await findAgent('absent', options())).toBeUndefined();
});

test('the complete command has the variables of the login shell below its own', () => {
  const command = { name: 'Mine', command: 'agent', args: ['acp'], env: { LEVEL: 'own' } };
  const env = { PATH: '/bin', LEVEL: 'shell' };
  const complete = completeCommand(command, { path: '/bin/agent' }, { env, platform: 'linux' });
  expect(complete).toEqual({
    name: 'Mine',
    command: '/bin/agent',
    args: ['acp'],
    env: { PATH: '/bin', LEVEL: 'own' },
  });
});

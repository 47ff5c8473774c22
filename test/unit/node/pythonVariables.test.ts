import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pythonEnvironmentAt, withPython } from '../../../src/node/pythonVariables';

let root: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'tandem-python-')));
  await mkdir(join(root, 'venv/bin'), { recursive: true });
  await writeFile(join(root, 'venv/pyvenv.cfg'), '');
  await mkdir(join(root, 'conda/conda-meta'), { recursive: true });
  await mkdir(join(root, `a${delimiter}b`));
  await writeFile(join(root, `a${delimiter}b`, 'pyvenv.cfg'), '');
});

afterAll(() => rm(root, { recursive: true }));

it('recognizes an environment by its folder or its interpreter', async () => {
  const venv = { kind: 'venv', prefix: join(root, 'venv') };
  expect(await pythonEnvironmentAt(join(root, 'venv'))).toEqual(venv);
  expect(await pythonEnvironmentAt(join(root, 'venv/bin/python'))).toEqual(venv);
  const conda = { kind: 'conda', prefix: join(root, 'conda') };
  expect(await pythonEnvironmentAt(join(root, 'conda/bin/python3.12'))).toEqual(conda);
});

it.each(['/usr/bin/python3', 'python', '', 'venv/bin/python'])('finds none at %s', async path => {
  expect(await pythonEnvironmentAt(path)).toBeUndefined();
});

it('takes no folder that would add others to PATH', async () => {
  expect(await pythonEnvironmentAt(join(root, `a${delimiter}b`))).toBeUndefined();
  expect(await pythonEnvironmentAt(`${join(root, 'venv')}\n`)).toBeUndefined();
});

it('puts its programs first and replaces another environment', () => {
  const env = { PATH: '/usr/bin', PYTHONHOME: '/x', CONDA_PREFIX: '/old', HOME: '/home/a' };
  expect(withPython(env, { kind: 'venv', prefix: '/v' }, 'linux')).toEqual({
    PATH: `/v/bin${delimiter}/usr/bin`,
    VIRTUAL_ENV: '/v',
    HOME: '/home/a',
  });
  expect(withPython({ VIRTUAL_ENV: '/old' }, { kind: 'conda', prefix: '/c/ml' }, 'linux')).toEqual({
    PATH: '/c/ml/bin',
    CONDA_PREFIX: '/c/ml',
    CONDA_DEFAULT_ENV: 'ml',
  });
});

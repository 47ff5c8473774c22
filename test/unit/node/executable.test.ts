import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mergeEnvironment, readVariable } from '../../../src/node/environment';
import { type FileProbe, findExecutable } from '../../../src/node/executable';
import { nodeRunner, spawnTarget } from '../../../src/node/spawnTarget';

/** Creates a file system of another platform: full path → content. */
function disk(files: Record<string, string>): FileProbe {
  const has = async (path: string) => path in files;
  return { isExecutable: has, isFile: has, readText: async path => files[path] ?? '' };
}

describe('an executable on POSIX', () => {
  let root = '';
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'tandem-path-'));
    for (const [name, mode] of [
      ['first/plain', 0o644],
      ['second/plain', 0o755],
      ['first/claude', 0o755],
      ['second/claude', 0o755],
      ['cli.mjs', 0o644],
    ] as const) {
      await mkdir(join(root, name, '..'), { recursive: true });
      await writeFile(join(root, name), '');
      await chmod(join(root, name), mode);
    }
    await mkdir(join(root, 'first', 'folder'));
  });
  afterAll(() => rm(root, { recursive: true }));

  const find = (command: string, path = `${root}/first:${root}/second`) =>
    findExecutable(command, { env: { PATH: path }, platform: 'linux' });

  it('is the first on PATH that can be executed', async () => {
    expect(await find('claude')).toBe(join(root, 'first/claude'));
    expect(await find('plain')).toBe(join(root, 'second/plain'));
    expect(await find('folder')).toBeUndefined();
    expect(await find('nothing')).toBeUndefined();
  });

  it('may be a full path, where a script need not be executable', async () => {
    expect(await find(join(root, 'first/claude'))).toBe(join(root, 'first/claude'));
    expect(await find(join(root, 'first/plain'))).toBeUndefined();
    expect(await find(join(root, 'cli.mjs'))).toBe(join(root, 'cli.mjs'));
  });

  it('is never resolved relative to the current folder', async () => {
    expect(await find('./node_modules/.bin/tsc')).toBeUndefined();
    expect(await find('tsc', ':node_modules/.bin:.')).toBeUndefined();
    expect(await find('')).toBeUndefined();
  });
});

describe('an executable on Windows', () => {
  const env = { Path: '"C:\\with space";C:\\npm', PATHEXT: '.EXE;.CMD' };
  const npmShim = `@ECHO off\r
GOTO start\r
:find_dp0\r
SET dp0=%~dp0\r
EXIT /b\r
:start\r
SETLOCAL\r
CALL :find_dp0\r
\r
IF EXIST "%dp0%\\node.exe" (\r
  SET "_prog=%dp0%\\node.exe"\r
) ELSE (\r
  SET "_prog=node"\r
  SET PATHEXT=%PATHEXT:;.JS;=;%\r
)\r
\r
endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\claude\\cli.js" %*\r
`;
  const probe = disk({
    'C:\\with space\\tool.exe': '',
    'C:\\npm\\tool.cmd': '',
    'C:\\npm\\claude': '#!/bin/sh',
    'C:\\npm\\claude.cmd': npmShim,
    'C:\\npm\\node_modules\\claude\\cli.js': '',
    'C:\\node\\node.exe': '',
    'C:\\yarn\\claude.cmd': '@"%~dp0\\..\\npm\\claude.cmd"   %*\r\n',
    'C:\\loop\\loop.cmd': '@"%~dp0\\loop.cmd" %*',
    'C:\\own\\own.bat': 'echo %1',
  });
  const options = { env, platform: 'win32', probe, execPath: 'C:\\Code\\Code.exe' } as const;

  it('is found by PATHEXT in the order of PATH', async () => {
    expect(await findExecutable('tool', options)).toBe('C:\\with space\\tool.exe');
    expect(await findExecutable('claude', options)).toBe('C:\\npm\\claude.cmd');
    expect(await findExecutable('C:\\npm\\claude', options)).toBe('C:\\npm\\claude.cmd');
    expect(await findExecutable('npm\\claude', options)).toBeUndefined();
  });

  it('is started through the program behind its batch file', async () => {
    const withNode = { ...options, env: { ...env, Path: 'C:\\node' } };
    const expected = {
      command: 'C:\\node\\node.exe',
      args: ['C:\\npm\\node_modules\\claude\\cli.js'],
      env: {},
    };
    expect(await spawnTarget('C:\\npm\\claude.cmd', withNode)).toEqual(expected);
    expect(await spawnTarget('C:\\yarn\\claude.cmd', withNode)).toEqual(expected);
  });

  it('is rejected if its batch file is no known shim or starts itself', async () => {
    for (const path of ['C:\\own\\own.bat', 'C:\\loop\\loop.cmd']) {
      await expect(spawnTarget(path, options)).rejects.toMatchObject({ code: 'spawn.batchFile' });
    }
  });

  it('is the editor itself if there is no Node to run a script', async () => {
    expect(await nodeRunner(options)).toEqual({
      command: 'C:\\Code\\Code.exe',
      args: [],
      env: { ELECTRON_RUN_AS_NODE: '1' },
    });
  });

  it('is started directly if it is an .exe', async () => {
    const command = 'C:\\with space\\tool.exe';
    expect(await spawnTarget(command, options)).toEqual({ command, args: [], env: {} });
  });
});

describe('an environment', () => {
  it('is merged by name, and undefined removes a variable', () => {
    expect(mergeEnvironment({ A: '1', B: '2' }, { B: undefined, C: '3', a: 'x' }, 'linux')).toEqual(
      {
        A: '1',
        C: '3',
        a: 'x',
      },
    );
  });

  it('has case-insensitive names on Windows', () => {
    expect(
      mergeEnvironment({ Path: 'old', x: '1' }, { PATH: 'new', X: undefined }, 'win32'),
    ).toEqual({ PATH: 'new' });
    expect(readVariable({ Path: 'p' }, 'PATH', 'win32')).toBe('p');
    expect(readVariable({ Path: 'p' }, 'PATH', 'linux')).toBeUndefined();
  });
});

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findWrapper, unansweredError, wrapped } from '../../../../src/cli/launch/wrapper';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tandem-wrapper-'));
  await writeFile(join(folder, 'wrap'), '#!/bin/sh\n');
  await chmod(join(folder, 'wrap'), 0o755);
  await writeFile(join(folder, 'text'), '');
});
afterEach(() => rm(folder, { recursive: true }));

const find = (setting: readonly unknown[] | undefined) => {
  const { platform, execPath } = process;
  return findWrapper(setting, { env: { PATH: folder }, platform, home: folder, execPath });
};

describe('the command', () => {
  it.each(['wrap', '~/wrap', () => join(folder, 'wrap')])('is found: %s', async name => {
    const word = typeof name === 'string' ? name : name();
    const wrapper = await find([word, '--to', 'a b']);
    if (!wrapper) throw new Error('It is not found');
    expect(wrapped({ command: '/claude', args: ['cli.js'], env: { A: '1' } }, wrapper)).toEqual({
      command: join(folder, 'wrap'),
      args: ['--to', 'a b', '/claude', 'cli.js'],
      env: { A: '1' },
    });
  });

  it.each([undefined, []])('is none: %s', async setting => {
    expect(await find(setting)).toBeUndefined();
  });

  it.each([
    [['nowhere'], 'nowhere is not on the PATH'],
    [['./wrap'], './wrap is not a full path'],
    [['/nowhere/wrap'], '/nowhere/wrap does not exist'],
    [['~/text'], '~/text is not executable'],
    [['wrap\0'], 'a list of strings'],
    [['wrap', 'a\0b'], 'a list of strings'],
    [['wrap', 1], 'a list of strings'],
    [[''], 'a list of strings'],
  ])('is refused: %j', async (setting, reason) => {
    await expect(find(setting)).rejects.toMatchObject({
      code: 'cli.wrapper',
      message: expect.stringContaining(reason),
    });
  });
});

describe('without an answer', () => {
  const exited = (code: number) => ({ code, signal: null });

  it.each([
    ['the time was up', undefined, '', /10 seconds.*terminal/],
    [
      'it failed',
      exited(255),
      'Hello\nno route to host',
      /exit code 255.*: no route to host\. Try/,
    ],
    ['it was killed', { code: null, signal: 'SIGKILL' as const }, '', /signal SIGKILL.*nothing/],
    ['env found no CLI', exited(127), 'env: ‘/c’: No such file or directory', /\/c does not exist/],
    ['dash found no CLI', exited(127), 'sh: 1: exec: /c: not found', /\/c does not exist/],
    ['bwrap found no CLI', exited(1), 'bwrap: execvp /c: No such file or directory', /\/c does/],
    ['another file is missing', exited(1), 'bwrap: No such file: /home', /exit code 1/],
  ])('the error says so: %s', (_what, exit, output, message) => {
    const error = unansweredError({ path: '/c', exit, output });
    expect(error).toMatchObject({ code: 'cli.wrapper', message: expect.stringMatching(message) });
  });
});

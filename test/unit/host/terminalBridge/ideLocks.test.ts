import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockFolders } from '../../../../src/host/terminalBridge/ideLocks';

const home = (name: string) => ({ HOME: name, USERPROFILE: name });
const below = (folder: string) => join(folder, 'ide');
const usual = below(join('/home/me', '.claude'));

it('uses the default folder if nothing is configured', () => {
  expect(lockFolders(home('/home/me'), home('/home/me'))).toEqual([usual]);
});

it('uses the configured folder if both environments have it', () => {
  const env = { ...home('/home/me'), CLAUDE_CONFIG_DIR: '/work' };
  expect(lockFolders(env, env)).toEqual([below('/work')]);
});

it('uses the default folder if only one environment has a folder of its own', () => {
  const env = { ...home('/home/me'), CLAUDE_CONFIG_DIR: '/work' };
  expect(lockFolders(home('/home/me'), env)).toEqual([usual]);
  expect(lockFolders(env, home('/home/me'))).toEqual([usual]);
});

it("uses two folders if neither environment reads the other's", () => {
  const env = { ...home('/home/me'), CLAUDE_CONFIG_DIR: '/work' };
  const play = { ...env, CLAUDE_CONFIG_DIR: '/play' };
  expect(lockFolders(env, play)).toEqual([below('/work'), below('/play')]);
  const other = { ...home('/home/other'), CLAUDE_CONFIG_DIR: '/work' };
  expect(lockFolders(home('/home/me'), other)).toEqual([usual, below('/work')]);
});

it('ignores a configured folder that is not absolute', () => {
  const env = { ...home('/home/me'), CLAUDE_CONFIG_DIR: '~/.claude-work' };
  expect(lockFolders(env, env)).toEqual([usual]);
});

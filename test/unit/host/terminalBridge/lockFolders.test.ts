import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lockFolders } from '../../../../src/host/terminalBridge/ideLocks';

const home = (name: string) => ({ HOME: name, USERPROFILE: name });
const below = (folder: string) => join(folder, 'ide');
const usual = below(join('/home/me', '.claude'));

it('has one folder where nothing is set', () => {
  expect(lockFolders(home('/home/me'), home('/home/me'))).toEqual([usual]);
});

it('takes the folder that is set when all look there', () => {
  const env = { ...home('/home/me'), CLAUDE_CONFIG_DIR: '/work' };
  expect(lockFolders(env, env)).toEqual([below('/work')]);
});

it('takes the one that both look into when only one has a folder of its own', () => {
  const env = { ...home('/home/me'), CLAUDE_CONFIG_DIR: '/work' };
  expect(lockFolders(home('/home/me'), env)).toEqual([usual]);
  expect(lockFolders(env, home('/home/me'))).toEqual([usual]);
});

it('has two where neither looks into that of the other', () => {
  const env = { ...home('/home/me'), CLAUDE_CONFIG_DIR: '/work' };
  const play = { ...env, CLAUDE_CONFIG_DIR: '/play' };
  expect(lockFolders(env, play)).toEqual([below('/work'), below('/play')]);
  const other = { ...home('/home/other'), CLAUDE_CONFIG_DIR: '/work' };
  expect(lockFolders(home('/home/me'), other)).toEqual([usual, below('/work')]);
});

it('leaves out a folder that is not absolute', () => {
  const env = { ...home('/home/me'), CLAUDE_CONFIG_DIR: '~/.claude-work' };
  expect(lockFolders(env, env)).toEqual([usual]);
});

import { expect, it } from 'vitest';
import type { SessionId } from '../../../../src/contract/ids';
import { findFolderUsers, type UserSources } from '../../../../src/host/folders/folderUsers';
import { shortPath } from '../../../../src/host/shortPath';

const id = (name: string) => name as SessionId;

it('finds conversations of other windows and terminals in a folder, and no others', async () => {
  const folders: Record<string, string> = { a: '/r.trees/x', b: '/r.trees/x-2', c: '/r' };
  const sources: UserSources = {
    openInWindows: async () => [id('a'), id('b'), id('fresh')],
    folderOf: async session => folders[session],
    live: async () => [
      { sessionId: id('a'), cwd: '/r.trees/x' },
      { sessionId: id('t'), cwd: '/r.trees/x/sub' },
      { sessionId: id('own'), cwd: '/r.trees/x' },
      { sessionId: id('u'), cwd: '/r' },
    ],
    foreignProcesses: async (ids, own) =>
      [...ids]
        .map((sessionId, index) => ({ sessionId, pid: index + 7, isWorking: false }))
        .filter(({ pid }) => !own.has(pid)),
    pids: () => new Set([8]),
  };
  expect(await findFolderUsers('/r.trees/x', sources)).toEqual({ windows: 1, pids: [7] });
});

it('abbreviates the home folder, but not folders with the same prefix', () => {
  expect(shortPath('/home/ann', '/home/ann')).toBe('~');
  expect(shortPath('/home/ann/x', '/home/ann')).toBe('~/x');
  expect(shortPath('/home/anna/x', '/home/ann')).toBe('/home/anna/x');
});

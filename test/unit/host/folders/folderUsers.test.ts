import { expect, it } from 'vitest';
import type { SessionId } from '../../../../src/contract/ids';
import { findFolderUsers, type UserSources } from '../../../../src/host/folders/folderUsers';
import { isLossy, removalMessage } from '../../../../src/host/folders/worktreeRemoval';
import { shortened } from '../../../../src/node/shortPath';

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

const nothing = {
  uncommitted: 0,
  unreachable: 0,
  working: 0,
  temporary: 0,
  others: { windows: 0, pids: [] },
};

it('lists what removing a worktree loses and who still uses it', () => {
  expect(removalMessage(nothing)).toEqual([]);
  expect(isLossy({ ...nothing, working: 1, others: { windows: 1, pids: [1] } })).toBe(false);
  for (const loss of [{ uncommitted: 1 }, { unreachable: 1 }, { temporary: 1 }]) {
    expect(isLossy({ ...nothing, ...loss })).toBe(true);
  }
  const others = { windows: 2, pids: [11, 12] };
  const words = removalMessage({
    uncommitted: 1,
    unreachable: 2,
    working: 1,
    temporary: 0,
    others,
  });
  expect(words).toEqual([
    '1 file has changes that are not committed: they are lost.',
    '2 commits are on no branch: they are lost.',
    '1 conversation is at work there: stopped.',
    '2 conversations are open in other windows, whose agents lose their folder.',
    'Claude Code runs there in a terminal (process 11, 12) and loses its folder.',
  ]);
});

it('abbreviates the home folder, but not folders with the same prefix', () => {
  expect(shortened('/home/ann', '/home/ann')).toBe('~');
  expect(shortened('/home/ann/x', '/home/ann')).toBe('~/x');
  expect(shortened('/home/anna/x', '/home/ann')).toBe('/home/anna/x');
});

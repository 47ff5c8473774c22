import { expect, it } from 'vitest';
import { FolderTaking } from '../../../../src/cli/permissions/folderTaking';

it('judges worktrees that were entered each time that files are taken up', async () => {
  const forbidden = new Set<string>();
  let outdated = 0;
  const mayEnter = async (folder: string) => !forbidden.has(folder);
  const onOutdated = () => {
    outdated += 1;
  };
  const taking = new FolderTaking({ mayTakeUp: async () => true, mayEnter }, { onOutdated });
  forbidden.add('/refused');
  expect(await taking.mayEnter('/refused')).toBe(false);
  expect(await taking.mayEnter('/entered')).toBe(true);
  expect([await taking.mayTakeUp(), outdated]).toEqual([true, 0]);
  forbidden.add('/entered');
  expect([await taking.mayTakeUp(), outdated]).toEqual([false, 1]);
});

it('takes up nothing if nobody can tell', async () => {
  const mayTakeUp = () => Promise.reject(new Error('EIO'));
  expect(await new FolderTaking({ mayTakeUp }, {}).mayTakeUp()).toBe(false);
  expect(await new FolderTaking({}, {}).mayTakeUp()).toBe(true);
});

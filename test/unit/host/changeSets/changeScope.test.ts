import { afterEach, beforeEach, expect, test } from 'vitest';
import { hasConflicts, hasStaged } from '../../../../src/host/changeSets/changeScope';
import { openRepository } from '../../../../src/host/changeSets/readChanges';
import { MentionBed } from '../mentions/mentionBed';

let bed: MentionBed;
beforeEach(() => {
  bed = new MentionBed();
  bed.init();
});
afterEach(() => bed.remove());

test('conflicts of a merge are seen until they are resolved and staged', async () => {
  const { read } = await openRepository(bed.reader, { cwd: bed.folder }, bed.signal);
  const commit = (text: string) => {
    bed.write('a.ts', text);
    bed.git('add', '-A');
    bed.git('commit', '-qm', text.trim());
  };
  commit('first\n');
  bed.git('checkout', '-qb', 'topic');
  commit('topic\n');
  bed.git('checkout', '-q', 'main');
  commit('main\n');
  expect(await hasConflicts(read)).toBe(false);
  expect(() => bed.git('merge', 'topic')).toThrow();
  expect(await hasConflicts(read)).toBe(true);
  bed.write('a.ts', 'both\n');
  bed.git('add', 'a.ts');
  expect([await hasConflicts(read), await hasStaged(read)]).toEqual([false, true]);
});

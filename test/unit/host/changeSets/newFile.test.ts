import { afterEach, beforeEach, expect, test } from 'vitest';
import { newFileDiff } from '../../../../src/host/changeSets/newFile';
import { MentionBed } from '../mentions/mentionBed';

let bed: MentionBed;
beforeEach(() => {
  bed = new MentionBed();
  bed.init();
});
afterEach(() => bed.remove());

test.each([
  ['lines.ts', 'one\ntwo\n'],
  ['no end.ts', 'one\ntwo'],
  ['empty.ts', ''],
  ['carriage.ts', 'one\r\ntwo\r\n'],
])('%s is shown as git shows it once it is staged', async (name, text) => {
  bed.write(name, text);
  bed.git('add', name);
  const git = bed.git('diff', '--cached', '--', name).replace(/^index .*\n/m, '');
  const { text: ours } = await newFileDiff(bed.folder, name);
  // Git names blank names with a tab, and counts one line without its number.
  expect(ours).toBe(git.replace(/\t$/gm, ''));
});

test('a binary file and one that is gone are named only', async () => {
  bed.write('a.bin', 'x\0secret');
  for (const name of ['a.bin', 'gone.ts']) {
    const { text } = await newFileDiff(bed.folder, name);
    expect(text).toContain(`Binary files /dev/null and b/${name} differ`);
    expect(text).not.toContain('secret');
  }
});

import { expect, test } from 'vitest';
import { tellsByMounts } from '../../../../../src/core/edits/workspace/folderTimes';

function mounts(...rows: readonly [point: string, kind: string][]): string {
  return rows
    .map(([point, kind], at) => `${at} 1 8:1 / ${point} rw,relatime shared:1 - ${kind} /dev/x rw\n`)
    .join('');
}

test('the file system of the nearest mount around the folder decides', () => {
  const table = mounts(['/', 'ext4'], ['/home', '9p'], ['/home/me/fast', 'xfs']);
  expect(tellsByMounts('/work', table)).toBe(true);
  expect(tellsByMounts('/home/me', mounts(['/', 'ext4'], ['/home', '9p']))).toBe(false);
  expect(tellsByMounts('/home/me/fast/a', table)).toBe(true);
  expect(tellsByMounts('/homes', table)).toBe(true);
});

test('of two mounts at one place, the later one decides', () => {
  expect(tellsByMounts('/w', mounts(['/', 'ext4'], ['/w', 'ext4'], ['/w', 'nfs4']))).toBe(false);
  expect(tellsByMounts('/w', mounts(['/', 'ext4'], ['/w', 'nfs4'], ['/w', 'ext4']))).toBe(true);
});

test('a shared folder mounted inside counts', () => {
  expect(tellsByMounts('/w', mounts(['/', 'ext4'], ['/w/data', 'fuse.sshfs']))).toBe(false);
  expect(tellsByMounts('/w', mounts(['/', 'ext4'], ['/w/data', 'tmpfs']))).toBe(true);
  expect(tellsByMounts('/w x', mounts(['/', 'ext4'], ['/w\\040x/data', 'cifs']))).toBe(false);
});

test('nothing is known from a damaged table', () => {
  expect(tellsByMounts('/w', '')).toBe(false);
  expect(tellsByMounts('/w', 'no table\n')).toBe(false);
  expect(tellsByMounts('/w', mounts(['/other', 'ext4']))).toBe(false);
});

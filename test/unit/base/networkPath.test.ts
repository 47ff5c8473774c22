import { describe, expect, it } from 'vitest';
import { isOnUnknownShare } from '../../../src/base/networkPath';
import { networkPaths } from '../../support/networkPaths';

const drive = ['C:\\work', 'd:\\other'];
const share = ['C:\\work', '\\\\Server\\Share\\work'];

describe('A path on Windows', () => {
  it.each(networkPaths)('%s is refused without being looked at', path => {
    expect(isOnUnknownShare(path, drive, 'win32')).toBe(true);
    expect(isOnUnknownShare(path, [], 'win32')).toBe(true);
  });

  it.each([
    '\\\\server\\share\\a',
    '//SERVER/share/work/../a',
    '\\/server/share',
    '\\\\?\\UNC\\server\\share\\a',
    '//./unc/server/share/a',
    '\\??\\UNC\\server\\share\\a',
    'file://server/share/a',
    'file:////server/share/a',
  ])('%s is allowed with a folder on its share', path => {
    expect(isOnUnknownShare(path, share, 'win32')).toBe(false);
  });

  it.each([
    '\\\\server\\other\\a',
    '\\\\server.example\\share\\a',
    '\\\\server',
    '\\\\?\\UNC\\server\\share\\..\\..\\evil\\x',
    '\\\\?\\C:\\work\\a',
  ])('%s is refused with a folder on another share', path => {
    expect(isOnUnknownShare(path, share, 'win32')).toBe(true);
  });

  it.each([
    ...['C:\\a', 'c:/a', 'C:a', 'a\\b', '.\\a', '..\\a', '/a', '\\a', 'a//b', 'a\\\\b', '', '~/a'],
    ...['file:///C:/a', 'file:///c%3A/a', 'file://C:\\a', 'file://localhost/C:/a', 'file:a'],
  ])('%s is on a drive', path => {
    expect(isOnUnknownShare(path, drive, 'win32')).toBe(false);
  });
});

it.each(networkPaths)('%s is no network path elsewhere', path => {
  expect(isOnUnknownShare(path, ['/work'], 'linux')).toBe(false);
  expect(isOnUnknownShare(path, ['/work'], 'darwin')).toBe(false);
});

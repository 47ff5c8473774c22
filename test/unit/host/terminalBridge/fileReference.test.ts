import { expect, test } from 'vitest';
import { fileReference } from '../../../../src/host/terminalBridge/fileReference';

test.each([
  ['/w/src/a.ts', undefined, '@src/a.ts'],
  ['/w/src/a.ts', { start: 0, end: 1 }, '@src/a.ts#L1-2'],
  ['/w/src/a.ts', { start: 4, end: 4 }, '@src/a.ts#L5'],
  ['/w/with space/ü.txt', { start: 0, end: 1 }, '@"with space/ü.txt#L1-2"'],
  ['/other/a.ts', undefined, '@../other/a.ts'],
  ['/w', undefined, '@.'],
])('%s at lines %j becomes %s', (path, lines, reference) => {
  expect(fileReference(path, '/w', lines, 'linux')).toBe(reference);
});

test('a file is named in full if the folder of the CLI is unknown', () => {
  expect(fileReference('/w/a.ts', undefined, undefined, 'linux')).toBe('@/w/a.ts');
});

test('Windows paths use slashes, and those on another drive are named in full', () => {
  const lines = { start: 1, end: 2 };
  expect(fileReference('C:\\w\\src\\a.ts', 'C:\\w', lines, 'win32')).toBe('@src/a.ts#L2-3');
  expect(fileReference('D:\\x y\\a.ts', 'C:\\w', undefined, 'win32')).toBe('@"D:\\x y\\a.ts"');
});

test.each(['/w/a"b.txt', '/w/a#b.txt', '/w/a\nb.txt'])('%j cannot be referenced', path => {
  expect(() => fileReference(path, '/w', undefined, 'linux')).toThrow('cannot be mentioned');
});

import { describe, expect, it } from 'vitest';
import { absolutePath } from '../../../../src/terminalServer/tools/absolutePath';

function read(
  given: string,
  platform: NodeJS.Platform,
  there: readonly string[] = [],
  cwd?: string,
) {
  const home = platform === 'win32' ? 'C:\\Users\\me' : '/home/me';
  const exists = (path: string) => there.includes(path);
  return absolutePath(given, { platform, home, cwd, folders: ['\\\\Server\\share\\w'], exists });
}

describe('on Linux and macOS', () => {
  it.each([
    ['/w/a.txt', '/w/a.txt'],
    ['/w/a b/ü $x.txt', '/w/a b/ü $x.txt'],
    ['/w/../x//a.txt', '/x/a.txt'],
    ['~/a.txt', '/home/me/a.txt'],
    ['~', '/home/me'],
    ['file:///w/a.txt', '/w/a.txt'],
    ['file://localhost/w/a.txt', '/w/a.txt'],
    ['FILE:///w/a.txt', '/w/a.txt'],
    ['file:///w/a b ü.txt', '/w/a b ü.txt'],
    ['file:///w/a%20b%20%C3%BC.txt', '/w/a b ü.txt'],
    ['file:///w/a 100%.txt', '/w/a 100%.txt'],
    ['file:///w/a b%20c.txt', '/w/a b%20c.txt'],
    ['/w/a%20b.txt', '/w/a%20b.txt'],
    ['/w/C:\\a.txt', '/w/C:\\a.txt'],
  ])('reads %s', (given, path) => {
    expect(read(given, 'linux')).toBe(path);
  });

  it('prefers the existing file if a URI is ambiguous', () => {
    expect(read('file:///w/a%20b.txt', 'linux', ['/w/a%20b.txt'])).toBe('/w/a%20b.txt');
    expect(read('file:///w/a%20b.txt', 'linux', ['/w/a b.txt'])).toBe('/w/a b.txt');
    expect(read('file:///w/ü%20b.txt', 'linux', ['/w/ü b.txt'])).toBe('/w/ü b.txt');
  });

  it("resolves against the client's folder, if that is known", () => {
    expect(read('src/a.ts', 'linux', [], '/w')).toBe('/w/src/a.ts');
    expect(read('../a.ts', 'linux', [], '/w')).toBe('/a.ts');
    expect(() => read('src/a.ts', 'linux')).toThrow(/absolute path is needed/);
  });

  it.each([
    ['', /path is needed/],
    ['/w/a\0b', /path is needed/],
    ['~other/a.txt', /absolute path/],
    ['https://example.com/a', /not a file on this computer/],
    ['vscode-remote://ssh/w/a', /not a file on this computer/],
    ['untitled:Untitled-1', /not a file on this computer/],
    ['file://server/share/a', /not a file on this computer/],
    ['file://~/a', /not a file on this computer/],
  ])('rejects %j with an explanation', (given, words) => {
    expect(() => read(given, 'linux', [], '/w')).toThrow(words);
  });
});

describe('on Windows', () => {
  it.each([
    ['C:\\w\\a.txt', 'C:\\w\\a.txt'],
    ['c:/w/a b ü.txt', 'c:\\w\\a b ü.txt'],
    ['\\\\server\\share\\a.txt', '\\\\server\\share\\a.txt'],
    ['//server/share/a.txt', '\\\\server\\share\\a.txt'],
    ['file:///C:/w/a.txt', 'C:\\w\\a.txt'],
    ['file:///c%3A/w/a%20b.txt', 'c:\\w\\a b.txt'],
    ['file://C:\\w\\a b.txt', 'C:\\w\\a b.txt'],
    ['file://server/share/a.txt', '\\\\server\\share\\a.txt'],
    ['~\\a.txt', 'C:\\Users\\me\\a.txt'],
    ['~/a.txt', 'C:\\Users\\me\\a.txt'],
  ])('reads %s', (given, path) => {
    expect(read(given, 'win32')).toBe(path);
  });

  it("resolves against the client's folder", () => {
    expect(read('src\\a.ts', 'win32', [], 'C:\\w')).toBe('C:\\w\\src\\a.ts');
  });

  it.each(['C:a.txt', '\\a.txt', '/a.txt', '\\\\.\\pipe\\x', '\\\\?\\C:\\a'])(
    'rejects %s with an explanation',
    given => {
      expect(() => read(given, 'win32', [], 'C:\\w')).toThrow(/absolute path/);
    },
  );
});

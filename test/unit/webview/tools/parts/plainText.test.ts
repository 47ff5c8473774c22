import { describe, expect, it } from 'vitest';
import { fileTarget, urlTarget } from '../../../../../webview/tools/parts/clickTargets';
import { lineCount } from '../../../../../webview/tools/parts/counts';
import { durationOf, linesOf, sizeOf } from '../../../../../webview/tools/parts/plainText';

describe('Number formatting', () => {
  it.each([
    [0, '0 s'],
    [9_999, '9 s'],
    [65_000, '1 min 5 s'],
    [7_380_000, '2 h 3 min'],
  ])('formats %i ms', (milliseconds, words) => {
    expect(durationOf(milliseconds)).toBe(words);
  });

  it('formats the length of a text', () => {
    expect([820, 12_345, 3_400_000].map(sizeOf)).toEqual(['820 characters', '12 KB', '3.4 MB']);
  });

  it('uses singular and plural', () => {
    expect([lineCount(1), lineCount(6222)]).toEqual(['1 line', '6,222 lines']);
  });
});

describe('linesOf', () => {
  it.each([
    ['', ['']],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\n\n', ['a', '']],
  ])('splits %j', (text, lines) => {
    expect(linesOf(text)).toEqual(lines);
  });
});

describe('Locations', () => {
  it.each([
    'javascript:alert(1)',
    'command:x',
    'data:text/html,x',
    'file:///etc/passwd',
    'a.ts',
    '',
  ])('are undefined for the address %j', url => {
    expect(urlTarget(url)).toBeUndefined();
  });

  it('are web addresses as they will be opened', () => {
    expect(urlTarget('HTTPS://a.example/x')).toEqual({ kind: 'url', url: 'https://a.example/x' });
  });

  it('are files, with a range only if there is a line', () => {
    expect(fileTarget('')).toBeUndefined();
    expect(fileTarget('/a.ts', undefined, 9)).toEqual({
      kind: 'file',
      location: { path: '/a.ts' },
    });
    expect(fileTarget('/a.ts', 3, 9)).toEqual({
      kind: 'file',
      location: { path: '/a.ts', line: 3, endLine: 9 },
    });
  });
});

import { expect, test } from 'vitest';
import { literalPlace, readPattern } from '../../../../src/cli/permissions/readRule';

const unix = { base: '/base', home: '/home/u', platform: 'linux' } as const;
const windows = { base: 'C:\\base', home: 'C:\\Users\\u', platform: 'win32' } as const;

test.each([
  ['Read(//etc/**)', { root: '/', pattern: '/etc' }],
  ['Read(~/.ssh/**)', { root: '/home/u', pattern: '/.ssh' }],
  ['Read(/private/*.txt)', { root: '/base', pattern: '/private/*.txt' }],
  ['Read(./a.txt)', { pattern: 'a.txt' }],
  ['Read(a//b)', { pattern: 'a/b' }],
  ['Read(**/.env)', { pattern: '**/.env' }],
  ['Read(/**)', { root: '/base', pattern: '**' }],
  ['Read(round \\(1\\).txt)', { pattern: 'round (1).txt' }],
  ['Read(#a)', { pattern: '\\#a' }],
  ['Read(a\\)', { pattern: '**' }],
  ['Read( )', { pattern: '**' }],
])('%s is a pattern below its folder', (rule, expected) => {
  expect(readPattern(rule, unix)).toEqual(expected);
});

test.each(['Read', ' Read ', 'Read()', 'Read(*)', 'Read(a'])('%s forbids all', rule => {
  expect(readPattern(rule, unix)).toBe('all');
});

test.each(['Edit(a)', 'Bash(cat Read(a))', 'mcp__x__Read', 'ReadFile(a)', 'read(a)', ''])(
  '"%s" is no rule on reading',
  rule => {
    expect(readPattern(rule, unix)).toBeUndefined();
  },
);

test.each([
  ['Read(//c/keys/**)', { root: 'C:\\', pattern: '/keys' }],
  ['Read(D:\\keys\\a.txt)', { root: 'D:\\', pattern: '/keys/a.txt' }],
  ['Read(~\\keys)', { root: 'C:\\Users\\u', pattern: '/keys' }],
  ['Read(/keys)', { root: 'C:\\base', pattern: '/keys' }],
])('%s is understood on Windows', (rule, expected) => {
  expect(readPattern(rule, windows)).toEqual(expected);
});

test('the part of a pattern before its first wildcard is one place', () => {
  expect(literalPlace('/', '/a/b/*.txt')).toMatchObject({ rest: '*.txt' });
  expect(literalPlace('/', '/a/b')).toMatchObject({ rest: '' });
  expect(literalPlace('/', '/*/b')).toBeUndefined();
  expect(literalPlace('/', 'a')).toBeUndefined();
});

import { expect, it } from 'vitest';
import { cliPath, splitLines } from '../../../../../src/host/mentions/files/cliPath';

it.each([
  ['src/a.ts', undefined, '@src/a.ts'],
  ['src/a.ts', { start: 5, end: 10 }, '@src/a.ts#L5-10'],
  ['src/a.ts', { start: 5, end: 5 }, '@src/a.ts#L5'],
  ['a b.ts', { start: 1, end: 2 }, '@"a b.ts#L1-2"'],
  ['a b/', undefined, '@"a b/"'],
  ['ümläut (1).ts', undefined, '@"ümläut (1).ts"'],
  ["it's.ts", undefined, "@it's.ts"],
  ['a"b.ts', undefined, '@a"b.ts'],
  ['__proto__', undefined, '@__proto__'],
  ['a#b.ts', undefined, undefined],
  ['{a}.ts', undefined, undefined],
  ['end.', undefined, '@"end."'],
  ['copy (1)', undefined, '@"copy (1)"'],
  ['[a](b).ts', { start: 2, end: 2 }, '@"[a](b).ts#L2"'],
  ['app/[slug]/page.tsx', undefined, '@"app/[slug]/page.tsx"'],
  ['src/', undefined, '@src/'],
  ['../other/a.ts', undefined, '@../other/a.ts'],
  ['../other dir/', undefined, '@"../other dir/"'],
  ['/abs/a b/c.ts', { start: 1, end: 9 }, '@"/abs/a b/c.ts#L1-9"'],
  ['~/notes.md', undefined, '@~/notes.md'],
  ['~/my notes/', undefined, '@"~/my notes/"'],
  ['a"b.', undefined, undefined],
  ['a "b".ts', undefined, undefined],
  ['a\nb.ts', undefined, undefined],
  ['a\u2028b', undefined, undefined],
  ['a\u0000b', undefined, undefined],
  ['', undefined, undefined],
])('%j %j is %j', (path, lines, expected) => {
  expect(cliPath(path, lines)).toBe(expected);
});

it.each([
  ['a.ts', { path: 'a.ts' }],
  ['a.ts#5', { path: 'a.ts', lines: { start: 5, end: 5 } }],
  ['a.ts#L5-L10', { path: 'a.ts', lines: { start: 5, end: 10 } }],
  ['a.ts:12', { path: 'a.ts', lines: { start: 12, end: 12 } }],
  ['a.ts#9-3', { path: 'a.ts', lines: { start: 9, end: 9 } }],
  ['a#b', { path: 'a#b' }],
  ['#5', { path: '#5' }],
  ['a.ts#0', { path: 'a.ts#0' }],
])('the word %j means %j', (word, expected) => {
  expect(splitLines(word)).toEqual(expected);
});

import { expect, it } from 'vitest';
import { type Nearness, PathIndex } from '../../../../src/core/pathIndex/pathIndex';

const files = [
  'README.md',
  'package.json',
  'src/app/main.ts',
  'src/app/mainMenu.ts',
  'src/domain/index.ts',
  'src/other/deep/main.ts',
  'docs/remains.md',
  'src/app/Großes Kino.ts',
  '__proto__',
  'constructor/toString.ts',
  '日本語/ファイル.txt',
];

function indexOf(paths: readonly string[] = files): PathIndex {
  const index = new PathIndex();
  index.load(paths);
  return index;
}

const names = (word: string, nearness: Nearness = {}, index = indexOf()) =>
  index.find(word, nearness, 5).map(({ path }) => path);

it.each([
  ['main', 'src/app/main.ts'],
  ['main.ts', 'src/app/main.ts'],
  ['MAIN', 'src/app/main.ts'],
  ['app/main', 'src/app/main.ts'],
  ['mainm', 'src/app/mainMenu.ts'],
  ['readme', 'README.md'],
  ['groß', 'src/app/Großes Kino.ts'],
  ['kino', 'src/app/Großes Kino.ts'],
  ['__proto__', '__proto__'],
  ['tostr', 'constructor/toString.ts'],
  ['ファイ', '日本語/ファイル.txt'],
  ['srcdomindex', 'src/domain/index.ts'],
  ['app', 'src/app/'],
])('"%s" finds %s first', (word, path) => {
  expect(names(word)[0]).toBe(path);
});

it('finds nothing for nothing, and for what is not there', () => {
  expect(names('')).toEqual([]);
  expect(names('   ')).toEqual([]);
  expect(names('zzz')).toEqual([]);
  expect(names('a(b[c*')).toEqual([]);
});

it('prefers what is beside the active editor, and what was used', () => {
  expect(names('main', { folder: 'src/other/deep' })[0]).toBe('src/other/deep/main.ts');
  expect(names('main', { used: { 'src/app/mainMenu.ts': 5 } })[0]).toBe('src/app/mainMenu.ts');
});

it('marks what matches, in the name where it can', () => {
  const [found] = indexOf().find('main', {}, 1);
  expect(found).toEqual({ path: 'src/app/main.ts', isFolder: false, matches: [8, 12] });
});

it('narrows while a word grows, and starts again when it shrinks', () => {
  const index = indexOf();
  expect(names('m', {}, index)).toContain('src/app/main.ts');
  expect(names('ma', {}, index)).toContain('docs/remains.md');
  expect(names('mainz', {}, index)).toEqual([]);
  expect(names('main', {}, index)[0]).toBe('src/app/main.ts');
});

it('follows files that come and go, with their folders', () => {
  const index = indexOf();
  index.change(['new/place/fresh.ts'], ['src/app/main.ts']);
  expect(names('fresh', {}, index)).toEqual(['new/place/fresh.ts']);
  expect(names('new/', {}, index)).toContain('new/place/');
  expect(names('main', {}, index)).not.toContain('src/app/main.ts');
  index.change([], ['src/app']);
  expect(names('mainmenu', {}, index)).toEqual([]);
});

it('prefers what is near and used among very many matches, too', () => {
  const many = Array.from({ length: 50_000 }, (_, at) => `lib${at % 90}/m${at}.ts`);
  const index = indexOf([...many, 'here/my.ts', 'there/mine.ts']);
  const used = { 'there/mine.ts': 20 };
  const found = index.find('m', { folder: 'here', used }, 2).map(({ path }) => path);
  expect(found.toSorted()).toEqual(['here/my.ts', 'there/mine.ts']);
});

it('finds words with gaps beside the few that contain the whole word', () => {
  expect(names('idx', {}, indexOf(['notes.idx.bak', 'src/index.ts']))).toEqual([
    'notes.idx.bak',
    'src/index.ts',
  ]);
});

it('stays within its bounds', () => {
  const index = indexOf(Array.from({ length: 20_000 }, (_, at) => `folder${at % 50}/file${at}.ts`));
  expect(index.find('file', {}, 50)).toHaveLength(50);
  expect(index.find('file19999', {}, 50)[0]?.path).toBe('folder49/file19999.ts');
  expect(index.isCut).toBe(false);
});

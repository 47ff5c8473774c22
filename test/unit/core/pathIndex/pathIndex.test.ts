import { expect, it } from 'vitest';
import type { Nearness } from '../../../../src/core/pathIndex/foundPath';
import { PathIndex } from '../../../../src/core/pathIndex/pathIndex';

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

it('offers the first level before there is a word', () => {
  const first = ['README.md', '__proto__', 'constructor/', 'docs/', 'package.json'];
  expect(names('')).toEqual(first);
  expect(names('   ')).toEqual(first);
});

it('finds nothing for what is not there', () => {
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

it.each([
  ['an umlaut in two parts', 'gro\u0308\u00dfe', 'docs/Gr\u00f6\u00dfe.ts', []],
  ['an umlaut in one part', 'gr\u00f6\u00dfe', 'docs/Gro\u0308\u00dfe.ts', []],
  ['a capital whose small form is longer', 'stan', 'docs/\u0130stanbul.ts', []],
  ['a line break', 'two', 'docs/one\ntwo.ts', [9, 12]],
  ['an emoji', '\u{1f600}', 'docs/a\u{1f600}b.ts', [6, 8]],
])('finds %s', (_, word, path, matches) => {
  const index = indexOf(['other/file.ts', path, 'zz/last.ts']);
  const [found] = index.find(word, {}, 1);
  expect(found?.path).toBe(path);
  // Marks are left out where the text that is searched has another length.
  expect(found?.matches).toEqual(path.includes('Gr\u00f6') ? [5, 10] : matches);
});

it('keeps apart what only begins alike', () => {
  const index = indexOf(['src/app/a.ts', 'src/apple/a.ts', 'src/app.ts', 'src/app/b/c.ts']);
  index.change([], ['src/app']);
  expect(index.find('a', {}, 9).map(({ path }) => path)).toEqual([
    'src/apple/a.ts',
    'src/app.ts',
    'src/apple/',
  ]);
});

it('takes a path only once, and knows what was chosen after a change, too', () => {
  const index = indexOf();
  index.change(['src/app/main.ts', 'src/app/again.ts'], []);
  const all = index.find('src/app/', {}, 50).map(({ path }) => path);
  expect(all).toHaveLength(new Set(all).size);
  const used = { 'src/app/again.ts': 3, 'gone.ts': 3 };
  expect(index.find('a', { used }, 1)[0]?.path).toBe('src/app/again.ts');
  index.change([], ['src/app/again.ts']);
  expect(names('again', { used }, index)).toEqual([]);
  index.change(['zz/filler.ts', 'gone.ts'], []);
  expect(index.find('o', { used }, 1)[0]?.path).toBe('gone.ts');
});

it('puts names before folders, and words before mere letters', () => {
  const index = indexOf(['menu/x.ts', 'a/mymenu.ts', 'b/menubar.ts', 'c/menu.ts', 'd/m_e_n_u.ts']);
  expect(index.find('menu', { folder: 'd' }, 9).map(({ path }) => path)).toEqual([
    'menu/',
    'c/menu.ts',
    'b/menubar.ts',
    'a/mymenu.ts',
    'menu/x.ts',
    'd/m_e_n_u.ts',
  ]);
});

it('is cut at its bound, and says so', () => {
  const index = new PathIndex(100);
  index.load(Array.from({ length: 100 }, (_, at) => `${at}.ts`));
  expect(index.isCut).toBe(false);
  index.change(['one/more.ts'], []);
  expect(index.isCut).toBe(true);
  expect(index.find('more', {}, 1)).toEqual([]);
  index.change(['more.ts'], ['7.ts']);
  expect(index.find('more', {}, 1)).toHaveLength(1);
  index.load(Array.from({ length: 101 }, (_, at) => `${at}.ts`));
  expect(index.isCut).toBe(true);
  expect(index.size).toBe(100);
});

it('stays within its bounds', () => {
  const index = indexOf(Array.from({ length: 20_000 }, (_, at) => `folder${at % 50}/file${at}.ts`));
  expect(index.find('file', {}, 50)).toHaveLength(50);
  expect(index.find('file19999', {}, 50)[0]?.path).toBe('folder49/file19999.ts');
  expect(index.isCut).toBe(false);
});

import { expect, it } from 'vitest';
import {
  hasPlaces,
  isFromEditor,
  pastedPlaces,
  placesOf,
} from '../../../../../webview/composer/box/droppedPaths';

function transfer(data: Readonly<Record<string, string>>): Pick<DataTransfer, 'getData' | 'types'> {
  return { types: Object.keys(data), getData: type => data[type] ?? '' };
}

it.each([
  [
    'text/uri-list',
    'file:///a%20b.ts\r\n# comment\r\nfile:///c%.ts',
    ['file:///a%20b.ts', 'file:///c%.ts'],
  ],
  ['application/vnd.code.uri-list', 'file:///a.ts\r\nfile:///b', ['file:///a.ts', 'file:///b']],
  ['resourceurls', '["file:///a.ts","file:///a.ts",3]', ['file:///a.ts']],
  ['codefiles', '["/work/a#1.ts","/work/new\\nline"]', ['/work/a#1.ts', '/work/new\nline']],
  [
    'codeeditors',
    '[{"resource":"file:///a.ts"},{"resource":{"scheme":"file","path":"/a #.ts"}}]',
    ['file:///a.ts', 'file:///a%20%23.ts'],
  ],
  ['codeeditors', '[{"resource":{"scheme":"http","path":"/a"}},null,"x"]', []],
  ['resourceurls', 'no json', []],
  ['codefiles', '{"length":1}', []],
])('reads the places in %s %j', (type, data, places) => {
  expect(placesOf(transfer({ [type]: data }))).toEqual(places);
});

it('takes the best format that names something', () => {
  const data = { resourceurls: '[]', 'text/uri-list': 'file:///a.ts' };
  expect(placesOf(transfer(data))).toEqual(['file:///a.ts']);
});

it('takes a limited number of places, none of them endless', () => {
  const many = Array.from({ length: 600 }, (_, index) => `/file ${index}`);
  expect(placesOf(transfer({ codefiles: JSON.stringify(many) }))).toHaveLength(500);
  expect(placesOf(transfer({ codefiles: JSON.stringify(['x'.repeat(16_385)]) }))).toEqual([]);
});

it('tells drags of the editor from those of other programs', () => {
  expect([{ types: ['codefiles'] }, { types: ['text/uri-list'] }].map(isFromEditor)).toEqual([
    true,
    false,
  ]);
  expect(hasPlaces({ types: ['text/plain'] })).toBe(false);
});

it.each([
  [{ 'text/plain': 'file:///w/a%20b.ts\r\nfile:///w/c.ts\r\n' }, 2],
  [{ 'text/uri-list': '# copied\r\nfile:///w/a.ts\r\n' }, 1],
  [{ 'text/plain': 'vscode-remote://ssh-remote+a/w/a.ts' }, 1],
  [{ 'text/plain': 'see file:///w/a.ts' }, 0],
  [{ 'text/plain': 'file:///w/a.ts\nand more' }, 0],
  [{ 'text/plain': 'https://a.example/' }, 0],
  [{ 'text/plain': 'words', 'text/uri-list': 'file:///w/a.ts' }, 0],
  [{ 'text/uri-list': 'https://a.example/' }, 0],
  [{}, 0],
])('%j pastes %i places of files', (data: Readonly<Record<string, string>>, count) => {
  expect(pastedPlaces(transfer(data))).toHaveLength(count);
});

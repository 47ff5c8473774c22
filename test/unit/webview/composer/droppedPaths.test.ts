import { expect, it } from 'vitest';
import { pathsOf } from '../../../../webview/composer/droppedPaths';

it.each([
  ['file:///work/src/a.ts', '/work', ['src/a.ts']],
  [
    'file:///work/src/a%20b.ts\r\n# comment\r\nfile:///work/c%.ts',
    '/work',
    ['src/a b.ts', 'c%.ts'],
  ],
  ['file:///workshop/a.ts', '/work', ['/workshop/a.ts']],
  ['file:///c:/Work/src/a.ts', 'c:\\Work', ['src/a.ts']],
  ['vscode-remote://ssh-remote+host/work/a.ts', '/work', ['a.ts']],
  ['file:///a.ts', undefined, ['/a.ts']],
  ['https://example.com/a.ts\nnonsense', '/work', []],
])('reads the paths in %j', (list, cwd, paths) => {
  expect(pathsOf(list, cwd)).toEqual(paths);
});

import { homedir } from 'node:os';
import { expect, test } from 'vitest';
import { pathFrom, shortPath } from '../../../src/host/shortPath';

test('the home folder is shortened', () => {
  expect(shortPath('/home/me/work', '/home/me')).toBe('~/work');
  expect(shortPath('/home/me', '/home/me')).toBe('~');
  expect(shortPath('/home/meredith', '/home/me')).toBe('/home/meredith');
});

test.each([
  ['/w/.claude/settings.json', '.claude/settings.json'],
  ['/w/..env', '..env'],
  ['/w', '/w'],
  ['/outside/a', '/outside/a'],
  [`${homedir()}/.claude/settings.json`, '~/.claude/settings.json'],
])('%s is shown from a folder as %s', (path, shown) => {
  expect(pathFrom('/w', path)).toBe(shown);
});

test('without a folder, a path is only shortened', () => {
  expect(pathFrom(undefined, '/w/a')).toBe('/w/a');
});

import { expect, it } from 'vitest';
import { typedPaths } from '../../../../../src/host/mentions/files/typedPaths';

const mention = {
  token: '@src/a.ts',
  label: 'a.ts',
  target: { kind: 'file', path: 'src/a.ts' },
} as const;

it.each([
  ['look at @.env', ['.env']],
  ['@.env#L1-3 now', ['.env#L1-3', '.env']],
  ['@a#b/.env and @"a#b/.env"', ['a#b/.env', 'a', 'a#b/.env', 'a']],
  ['@@scope/.env', ['@scope/.env']],
  ['x,@.env', ['.env']],
  ['@" .env\n"', [' .env\n', '.env']],
  ['@"x @.env "', ['x @.env ', 'x @.env', '.env']],
  ['@.env\u2014 @.env* @.env\u200b', ['.env\u2014', '.env', '.env*', '.env', '.env\u200b', '.env']],
  ['@.env\u00e4', ['.env\u00e4', '.env']],
  ['\u3002@.env', ['.env']],
  ['@"my keys/id_rsa" and @../.env.', ['my keys/id_rsa', '../.env.', '../.env']],
  ['(see @src/a.ts)', ['src/a.ts)', 'src/a.ts']],
  ['mail me@host.com', []],
  ['@ alone', []],
  ['@src/a.ts please', []],
])('%j means the files %j', (text, paths) => {
  expect(typedPaths(text, text.endsWith('please') ? [mention] : [])).toEqual(paths);
});

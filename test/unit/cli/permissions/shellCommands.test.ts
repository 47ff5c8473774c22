import { expect, it } from 'vitest';
import { simpleCommands } from '../../../../src/cli/permissions/shellCommands';

it.each([
  ['a b', [['a', 'b']]],
  ['a && b || c; d | e & f\ng', [['a'], ['b'], ['c'], ['d'], ['e'], ['f'], ['g']]],
  [`a 'b; c' "d && e" f\\;g`, [['a', 'b; c', 'd && e', 'f;g']]],
  ['a > f 2>&1 < g', [['a']]],
  ['a $(b "c d" $(e))', [['a', '$(b "c d" $(e))'], ['b', 'c d', '$(e)'], ['e']]],
  [
    'a "`b c`"',
    [
      ['a', '`b c`'],
      ['b', 'c'],
    ],
  ],
  ['diff <(a) >(b)', [['diff', '<(a)', '>(b)'], ['a'], ['b']]],
  ['(a; b) { c; }', [['a'], ['b'], ['c']]],
  ["sh -c 'a; b c'", [['sh', '-c', 'a; b c'], ['a'], ['b', 'c']]],
  ['a{1,2} #b', [['a{1,2}']]],
  ['a # b; c', [['a']]],
  ["a 'open", [['a', 'open']]],
  ['a $(open', [['a', '$(open'], ['open']]],
])('splits %s', (line, words) => {
  expect(simpleCommands(line).map(one => one.words)).toEqual(words);
});

it('finds the files that a command is redirected to', () => {
  expect(simpleCommands('a >"b c" 2>d <e')).toEqual([{ words: ['a'], files: ['b c', 'd', 'e'] }]);
});

it('ends with a line that nests without end', () => {
  expect(simpleCommands('$('.repeat(5_000)).length).toBeLessThan(20);
});

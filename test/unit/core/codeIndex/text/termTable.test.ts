import { expect, it, test } from 'vitest';
import { stemsOf, TermTable, termOf } from '../../../../../src/core/codeIndex/text/termTable';

test.each([
  ['redirects', ['redirect']],
  ['followRedirections', ['follow', 'redirect', 'followredirect']],
  ['the', []],
  ['x', []],
  ['1234567', []],
  ['a'.repeat(81), []],
])('%s has its stems', (word, stems) => {
  expect(stemsOf(word)).toEqual(stems);
});

it('finds the same terms for a word and for a part of an identifier', () => {
  const terms: number[] = [];
  new TermTable().each('maxRedirections = 20;', found => terms.push(...found));
  expect(terms).toContain(termOf('redirect'));
  expect(terms).toContain(termOf('maxredirect'));
});

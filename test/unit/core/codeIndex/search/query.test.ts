import { expect, it } from 'vitest';
import { queryWords } from '../../../../../src/core/codeIndex/search/query';
import { termOf } from '../../../../../src/core/codeIndex/text/termTable';

it('keeps what a question is about', () => {
  const words = queryWords('Where is the code that follows a redirect?').map(({ word }) => word);
  expect(words).toEqual(['follows', 'redirect']);
});

it('takes an identifier as a whole and by its parts, and a word with those that replace it', () => {
  const [whole, ...parts] = queryWords('deleteSession');
  expect(whole).toEqual({
    word: 'deletesession',
    terms: [{ term: termOf('deletesess'), weight: 1 }],
  });
  expect(parts.map(({ word }) => word)).toEqual(['delet', 'session']);
  const [word] = queryWords('delete');
  expect(word?.terms[0]).toEqual({ term: termOf('delet'), weight: 1 });
  expect(word?.terms).toContainEqual({ term: termOf('remov'), weight: 0.5 });
});

it('is bounded', () => {
  const text = Array.from({ length: 500 }, (_, at) => `word${at}`).join(' ');
  expect(queryWords(text).length).toBe(24);
  expect(queryWords('the of and')).toEqual([]);
});

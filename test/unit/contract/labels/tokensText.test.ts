import { expect, test } from 'vitest';
import { aboutTokens } from '../../../../src/contract/labels/tokensText';

test.each([
  [0, 'about 0 tokens'],
  [1, 'about 1 token'],
  [1_200, 'about 1,200 tokens'],
])('%d tokens are %s', (tokens, text) => {
  expect(aboutTokens(tokens)).toBe(text);
});

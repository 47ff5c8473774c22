import { expect, test } from 'vitest';
import { identifierParts } from '../../../../../src/core/codeIndex/text/identifierParts';

test.each([
  ['parseHTTPHeader', ['parse', 'http', 'header']],
  ['max_redirect_count', ['max', 'redirect', 'count']],
  ['XMLHttpRequest', ['xml', 'http', 'request']],
  ['utf8Decode2', ['utf', '8', 'decode', '2']],
  ['userIDs', ['user', 'ids']],
  ['SCREAMING_CASE', ['screaming', 'case']],
  ['$scope', ['scope']],
  ['größteZahl', ['größte', 'zahl']],
  ['読み込み中', ['読み', 'み込', '込み', 'み中']],
  ['___', []],
])('%s is split where its writer would', (identifier, parts) => {
  expect(identifierParts(identifier)).toEqual(parts);
});

import { expect, test } from 'vitest';
import { codeSpan } from '../../../../src/host/nativeText/codeSpan';

test.each([
  ['npm test', '`npm test`'],
  ['a `b` c', '``a `b` c``'],
  ['`b`', '`` `b` ``'],
  ['a\n\n**b**', '`a **b**`'],
  ['a\u202eb', '`a b`'],
  [' ', ''],
])('%j is inline code', (text, markdown) => {
  expect(codeSpan(text)).toBe(markdown);
});

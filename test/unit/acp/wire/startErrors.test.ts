import { expect, it } from 'vitest';
import { otherProtocol } from '../../../../src/acp/wire/startErrors';

it.each([
  [2, 'speaks version 2 of'],
  [undefined, 'speaks version undefined of'],
  ['2025-06\u202e\n', 'speaks version 2025-06 of'],
  [{ toString: 1, valueOf: 1 }, 'speaks version {"toString":1,"valueOf":1} of'],
])('names the version %j, whatever it is', (version, words) => {
  expect(otherProtocol('Helper', version).message).toContain(words);
});

it('shortens a version', () => {
  expect(otherProtocol('Helper', 'x'.repeat(9_999_999)).message.length).toBeLessThan(400);
});

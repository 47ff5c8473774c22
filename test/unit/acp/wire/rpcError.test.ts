import { expect, it } from 'vitest';
import { toRpcError, wordsOf } from '../../../../src/acp/wire/rpcError';

it.each([
  [{ code: -32000, message: 'Sign in' }, -32000, 'Sign in'],
  [{ code: 'E', message: '' }, -32603, 'Unknown error'],
  [7, -32603, 'Unknown error'],
  [{ code: -32603, message: 'Internal error', data: { details: 'No model' } }, -32603, 'No model'],
  [{ code: -32603, message: 'Internal error', data: 'No key' }, -32603, 'No key'],
  [{ code: -32602, message: 'Bad path', data: { details: 'x' } }, -32602, 'Bad path'],
])('reads the error %j', (wire, code, words) => {
  const error = toRpcError(wire);
  expect([error.code, wordsOf(error)]).toEqual([code, words]);
});

it('cuts texts that are too long for a conversation', () => {
  const long = 'x'.repeat(10_000_000);
  expect(toRpcError({ code: 1, message: long }).message).toHaveLength(2_001);
  const inside = toRpcError({ code: 1, message: 'Internal error', data: long });
  expect(wordsOf(inside)).toHaveLength(2_001);
});

import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../../src/acp/wire/readMessage';

describe('readMessage', () => {
  it.each([
    ['{"jsonrpc":"2.0","method":"m","params":1}', { kind: 'notification', method: 'm', params: 1 }],
    ['{"method":"m"}', { kind: 'notification', method: 'm' }],
    ['{"id":0,"method":"m"}', { kind: 'request', id: 0 }],
    ['{"id":null,"method":"m"}', { kind: 'request', id: null }],
    ['{"id":"a","result":null}', { kind: 'response', message: { id: 'a', result: null } }],
    ['{"id":1,"result":{},"error":null}', { kind: 'response', message: { id: 1, result: {} } }],
    ['{"id":1,"error":{"code":1}}', { kind: 'response', message: { error: { code: 1 } } }],
    ['  \r', { kind: 'blank' }],
  ])('reads %s', (line, expected) => {
    expect(readMessage(line)).toMatchObject(expected);
  });

  it.each([
    ['Loading…', 'stdout: Loading…'],
    ['{"method"', 'stdout: {"method"'],
    ['[{"method":"m"}]', 'batch: [{"method":"m"}]'],
    ['"text"', 'message: "text"'],
    ['{"id":1}', 'message: {"id":1}'],
    ['{"id":[],"method":"m"}', 'request: {"id":[],"method":"m"}'],
    ['{"id":1,"method":5}', 'message: {"id":1,"method":5}'],
  ])('keeps a note of %s', (line, what) => {
    expect(readMessage(line)).toEqual({ kind: 'noise', what });
  });

  it('shortens what it notes', () => {
    const note = readMessage('x'.repeat(5_000));
    expect(note).toEqual({ kind: 'noise', what: `stdout: ${'x'.repeat(200)}…` });
  });
});

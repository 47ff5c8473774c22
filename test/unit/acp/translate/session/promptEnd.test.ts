import { expect, test } from 'vitest';
import { outcomeOf, usageOf } from '../../../../../src/acp/translate/session/promptEnd';

const answered = (result: unknown) => outcomeOf({ kind: 'answered', result }, 'Helper');
const failed = (error: unknown) => outcomeOf({ kind: 'failed', error }, 'Helper');

test.each([
  ['end_turn', { kind: 'completed' }],
  ['cancelled', { kind: 'interrupted' }],
  ['max_turn_requests', { kind: 'maxTurns' }],
  ['max_tokens', { kind: 'error', reason: 'execution' }],
  ['refusal', { kind: 'error', reason: 'execution' }],
  ['something_new', { kind: 'completed' }],
  [undefined, { kind: 'completed' }],
  [{}, { kind: 'completed' }],
])('the stop reason %s', (stopReason, expected) => {
  expect(answered({ stopReason })).toMatchObject(expected);
});

test.each([
  [
    'a sign-in that is missing',
    { code: -32_000, message: 'Authentication required' },
    'authentication',
  ],
  ['a name', { code: -32_603, message: 'x', data: { errorKind: 'rate_limit' } }, 'rateLimit'],
  [
    'a billing name',
    { code: -32_603, message: 'x', data: { errorKind: 'billing_error' } },
    'billing',
  ],
  ['a name of the prototype', { message: 'x', data: { errorKind: 'constructor' } }, 'unknown'],
  ['a status', { code: -32_603, message: 'x', data: { status: 429 } }, 'rateLimit'],
  ['a status in the words', { message: 'API Error: 529 {"type":"error"}' }, 'overloaded'],
  [
    'a vague name and a status in the words',
    { message: 'Internal error: API Error: 529 x', data: { errorKind: 'server_error' } },
    'overloaded',
  ],
  [
    'a vague name and a status',
    { message: 'x', data: { errorKind: 'invalid_request', status: 413 } },
    'requestTooLarge',
  ],
  [
    'a vague name and words',
    { message: 'Connection closed mid-response', data: { errorKind: 'server_error' } },
    'connection',
  ],
  ['a vague name alone', { message: 'x', data: { errorKind: 'api_error' } }, 'server'],
  ['a lost session', { code: -32_002, message: 'Session not found' }, 'execution'],
  ['a connection', { message: 'fetch failed' }, 'connection'],
  ['a key', new Error('Invalid API key'), 'authentication'],
  ['nothing known', { code: 7 }, 'unknown'],
  ['no object', 'oops', 'unknown'],
  ['nothing', undefined, 'unknown'],
])('an error with %s', (_name, error, reason) => {
  expect(failed(error)).toMatchObject({ kind: 'error', reason });
});

test.each([
  [{ message: 'Internal error', data: { details: 'The disk is full' } }, 'The disk is full'],
  [{ message: 'Internal error', data: 'The disk is full' }, 'The disk is full'],
  [{ message: 'Plain' }, 'Plain'],
  [{}, 'Helper reported an error without a message.'],
])('the words of %j', (error, message) => {
  expect(failed(error)).toMatchObject({ message });
});

test('a request that the user stopped is no error', () => {
  expect(failed({ code: -32_800, message: 'cancelled' })).toEqual({ kind: 'interrupted' });
});

test('a process that is gone is lost', () => {
  expect(outcomeOf({ kind: 'lost', message: 'gone' }, 'Helper')).toEqual({
    ...{ kind: 'lost', message: 'gone' },
  });
});

test.each([
  [
    { inputTokens: 3, outputTokens: 4, cachedWriteTokens: 5 },
    { input: 3, output: 4, cacheWritten: 5, cacheRead: 0 },
  ],
  [
    { inputTokens: -3, outputTokens: 4.4, cachedReadTokens: 'x' },
    { input: 0, output: 4, cacheWritten: 0, cacheRead: 0 },
  ],
])('the usage %j', (usage, main) => {
  expect(usageOf({ kind: 'answered', result: { usage } })).toEqual({ main });
});

test.each([undefined, null, {}, { usage: null }, { usage: { inputTokens: 0 } }])(
  'there is no usage in %j',
  result => {
    expect(usageOf({ kind: 'answered', result })).toBeUndefined();
  },
);

import { describe, expect, it } from 'vitest';
import { recordedHeaders, recordedPath } from '../../../src/base/recordedHead';
import { maskSecrets } from '../../../src/base/secrets';
import { withoutUserId } from '../../../src/base/userIds';

describe('The head of a recorded call', () => {
  it('keeps only headers that are known to be harmless', () => {
    const names = [
      ...['Authorization', 'X-Api-Key', 'Cookie', 'Set-Cookie', 'Proxy-Authorization'],
      ...['X-Goog-Api-Key', 'Api-Key', 'X-Amz-Security-Token', 'X-Forwarded-For', '__proto__'],
      ...['Anthropic-Organization-Id', 'X-Claude-Code-Session-Id', 'Host', 'X-Custom'],
    ];
    const all = Object.fromEntries(names.map(name => [name, 'abc']));
    expect(recordedHeaders({ ...all, 'Anthropic-Version': '1' }, maskSecrets)).toEqual({
      'anthropic-version': '1',
    });
    expect(recordedHeaders({ via: ['a', 'b'], date: 1 }, maskSecrets)).toEqual({ via: 'a, b' });
    const long = Object.fromEntries(
      Array.from({ length: 900 }, (_, at) => [`x-stainless-${at}`, 'x'.repeat(9_000)]),
    );
    const kept = recordedHeaders(long, maskSecrets);
    expect(Object.keys(kept)).toHaveLength(100);
    expect(kept['x-stainless-0']).toHaveLength(4_000);
  });

  it('keeps no header whose name holds a secret, and no value of a name that says so', () => {
    const headers = {
      'x-stainless-sk-tandem-abcdefghijkl': 'a',
      'x-stainless-api-key': 'abc-not-known-by-its-form',
      'x-stainless-lang': 'js',
    };
    expect(recordedHeaders(headers, maskSecrets)).toEqual({
      'x-stainless-api-key': '***',
      'x-stainless-lang': 'js',
    });
  });

  it.each([
    ['/v1/messages', '/v1/messages'],
    ['/v1/messages?beta=true', '/v1/messages?beta=true'],
    ['/v1/messages?api_key=abc&beta=true&x', '/v1/messages?api_key=***&beta=true&x=***'],
    ['/v1/messages?a=b?c=secret', '/v1/messages?a=***'],
    ['/v1/messages#secret', '/v1/messages'],
    ['/sk-tandem-abcdefghijkl/v1/messages', '/***/v1/messages'],
    ['/%73k-tandem-abcdefghijkl/v1/messages?%73k-tandem-abcdefghijkl', '/***/v1/messages?***=***'],
    ['/v1/messages%3Fa%20b', '/v1/messages%3Fa%20b'],
    ['', '/'],
  ])('has a path without secrets: %s', (path, expected) => {
    expect(recordedPath(path, maskSecrets)).toBe(expected);
  });

  it('has no user id, also where the request breaks off in it', () => {
    const whole = `{"metadata":{"user_id":"{\\"device_id\\":\\"abc\\"}"},"a":"b"}`;
    expect(withoutUserId(whole)).toBe('{"metadata":{"user_id":"…"},"a":"b"}');
    for (let end = whole.indexOf('abc'); end < whole.indexOf('}"}'); end += 1) {
      expect(withoutUserId(whole.slice(0, end))).toBe('{"metadata":{"user_id":"…"');
    }
    const escaped = whole.replace('"user', '"\\u0075s\\u0065r').replace('_id"', '\\u005Fid"');
    expect(withoutUserId(escaped)).not.toContain('abc');
    const hostile = `{"user_id":"${'\\"'.repeat(3e6)}`;
    expect(withoutUserId(hostile)).toBe('{"user_id":"…"');
  });
});

import { expect, it } from 'vitest';
import {
  answerHeaders,
  requestHeaders,
  withoutCredentials,
} from '../../../../src/gateway/forward/headers';

const sent = [
  ...[
    'Host',
    '127.0.0.1:9',
    'X-Stainless-Lang',
    'js',
    'x-app',
    'cli',
    'User-Agent',
    'claude-cli/2',
  ],
  ...[
    'anthropic-beta',
    'a-2025, b-2025',
    'anthropic-version',
    '2023-06-01',
    'Accept-Encoding',
    'br',
  ],
  ...['Authorization', 'Bearer nonce', 'X-Api-Key', 'nonce', 'Cookie', 'a=b', 'X-Many', '1'],
  ...['x-many', '2', 'Content-Length', '5', '__proto__', 'x'],
];

it('passes all headers of a request in their order and spelling, except the host', () => {
  const headers = requestHeaders(sent, 'api.example:8443', undefined);
  expect(Object.entries(headers)).toEqual([
    ...[
      ['Host', 'api.example:8443'],
      ['X-Stainless-Lang', 'js'],
      ['x-app', 'cli'],
    ],
    ...[
      ['User-Agent', 'claude-cli/2'],
      ['anthropic-beta', 'a-2025, b-2025'],
    ],
    ...[
      ['anthropic-version', '2023-06-01'],
      ['Accept-Encoding', 'br'],
    ],
    ...[
      ['Authorization', 'Bearer nonce'],
      ['X-Api-Key', 'nonce'],
      ['Cookie', 'a=b'],
    ],
    ...[
      ['X-Many', ['1', '2']],
      ['Content-Length', '5'],
      ['__proto__', 'x'],
    ],
  ]);
});

it('replaces every credential by the key', () => {
  const key = { 'x-api-key': 'real', 'x-team': 'blue' };
  const headers = requestHeaders([...sent, 'X-Team', 'red'], 'api.example', key);
  expect(JSON.stringify(headers)).not.toMatch(/nonce|a=b|red/);
  expect(headers).toMatchObject(key);
});

const hops = [
  ...['Connection', 'keep-alive, X-Hop, Content-Length', 'Keep-Alive', 'timeout=5', 'X-Hop', '1'],
  ...['Proxy-Authorization', 'Basic x', 'Proxy-Connection', 'keep-alive', 'TE', 'trailers'],
  ...['Trailer', 'X-End', 'Upgrade', 'h2c', 'Expect', '100-continue', 'Content-Length', '5'],
  ...['Request-Id', 'req_1'],
];

it('drops what is about the connection, and keeps the framing', () => {
  expect(requestHeaders(hops, 'h', undefined)).toEqual({
    ...{ Host: 'h', 'Content-Length': '5', 'Request-Id': 'req_1' },
  });
  expect(answerHeaders(hops)).toEqual(['Content-Length', '5', 'Request-Id', 'req_1']);
  const chunked = ['Transfer-Encoding', 'chunked', 'Connection', 'transfer-encoding'];
  expect(requestHeaders(chunked, 'h', undefined)).toEqual({
    ...{ Host: 'h', 'Transfer-Encoding': 'chunked' },
  });
});

it('shows an observer no credentials', () => {
  const headers = { authorization: 'a', 'x-api-key': 'b', cookie: 'c', 'proxy-authorization': 'd' };
  expect(withoutCredentials({ ...headers, 'user-agent': 'claude' })).toEqual({
    'user-agent': 'claude',
  });
});

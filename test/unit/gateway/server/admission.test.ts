import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { admit } from '../../../../src/gateway/server/admission';
import { type Lease, Leases } from '../../../../src/gateway/server/leases';
import {
  bodyOf,
  type GatewayBed,
  gatewayBed,
  send,
  sendRaw,
} from '../../../support/gateway/gatewayBed';

let bed: GatewayBed;
let observed: Lease;
let keyed: Lease;

beforeEach(async () => {
  bed = await gatewayBed();
  observed = bed.lease();
  keyed = bed.lease({
    key: { headers: async () => ({ 'x-api-key': 'real' }), refused: () => undefined },
  });
});
afterEach(() => bed.close());

interface Head {
  readonly line?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

/** Fills in the right values for `{host}`, `{port}`, `{path}` and `{key}`. */
function filled(text: string): string {
  return text
    .replaceAll('{host}', `127.0.0.1:${bed.gateway.port}`)
    .replaceAll('{port}', `${bed.gateway.port}`)
    .replaceAll('{path}', observed.nonce)
    .replaceAll('{key}', keyed.nonce);
}

function attempt({ line = 'POST /{path}/v1/messages HTTP/1.1', headers, body = '' }: Head) {
  const all = headers ?? ['Host: {host}', 'Content-Length: 0'];
  const head = [line, ...all, 'Connection: close'].join('\r\n');
  return sendRaw(bed.gateway.port, filled(`${head}\r\n\r\n${body}`));
}

const refused = 'HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\nConnection: close\r\n\r\n';
const host = 'Host: {host}';
const empty = 'Content-Length: 0';
const bare = 'POST /v1/messages HTTP/1.1';

describe('a request', () => {
  it.each<[string, Head, string]>([
    ['its nonce in the path', {}, '/v1/messages'],
    ['a query', { line: 'POST /{path}/v1/messages?beta=true HTTP/1.1' }, '/v1/messages?beta=true'],
    ['nothing after its nonce', { line: 'HEAD /{path} HTTP/1.1' }, '/'],
    ['an unknown path', { line: 'DELETE /{path}/v1/new%20thing HTTP/1.1' }, '/v1/new%20thing'],
    [
      'its nonce as the key',
      { line: bare, headers: [host, empty, 'X-Api-Key: {key}'] },
      '/v1/messages',
    ],
    [
      'its nonce as a token',
      { line: bare, headers: [host, empty, 'authorization: bearer {key}'] },
      '/v1/messages',
    ],
  ])('with %s passes', async (_, head, path) => {
    expect(await attempt(head)).toMatch(/^HTTP\/1\.1 200 /);
    expect(bed.reached.map(({ url }) => url)).toEqual([path]);
  });

  it.each<[string, Head]>([
    ['no nonce', { line: bare }],
    ['an empty nonce', { line: 'POST //v1/messages HTTP/1.1' }],
    ['another nonce', { line: `POST /sk-tandem-${'A'.repeat(43)}/v1/messages HTTP/1.1` }],
    ['a longer nonce', { line: 'POST /{path}x/v1/messages HTTP/1.1' }],
    ['half a nonce', { line: 'POST /sk-tandem-/v1/messages HTTP/1.1' }],
    ['an encoded nonce', { line: 'POST /%73k{path}/v1/messages HTTP/1.1' }],
    ['an encoded slash after its nonce', { line: 'POST /{path}%2fv1/messages HTTP/1.1' }],
    [
      'the nonce of the path as the key',
      { line: bare, headers: [host, empty, 'x-api-key: {path}'] },
    ],
    ['the nonce of the key in the path', { line: 'POST /{key}/v1/messages HTTP/1.1' }],
    ['an empty key', { line: bare, headers: [host, empty, 'x-api-key:'] }],
    ['two keys', { line: bare, headers: [host, empty, 'x-api-key: a', 'x-api-key: {key}'] }],
    [
      'its nonce as basic authorization',
      { line: bare, headers: [host, empty, 'authorization: Basic {key}'] },
    ],
    ['its nonce in the query', { line: 'POST /v1/messages?key={key} HTTP/1.1' }],
    ['its nonce as a cookie', { line: bare, headers: [host, empty, 'cookie: x-api-key={key}'] }],
    ['another host', { headers: ['Host: evil.example', empty] }],
    ['another host with the port', { headers: ['Host: evil.example:{port}', empty] }],
    ['another name for the host', { headers: ['Host: localhost:{port}', empty] }],
    ['another port', { headers: ['Host: 127.0.0.1:1', empty] }],
    ['no port', { headers: ['Host: 127.0.0.1', empty] }],
    ['no host', { headers: [empty] }],
    ['two hosts', { headers: [host, 'Host: evil.example', empty] }],
    ['the same host twice', { headers: [host, host, empty] }],
    ['an origin', { headers: [host, empty, 'Origin: https://evil.example'] }],
    ['an empty origin', { headers: [host, empty, 'Origin:'] }],
    ['a browser’s header', { headers: [host, empty, 'Sec-Fetch-Site: cross-site'] }],
    ['a whole address as its target', { line: 'POST http://{host}/{path}/v1/messages HTTP/1.1' }],
    ['another address as its target', { line: 'GET http://evil.example/{path}/ HTTP/1.1' }],
    ['a target for CONNECT', { line: 'CONNECT evil.example:443 HTTP/1.1' }],
    ['a star as its target', { line: 'OPTIONS * HTTP/1.1' }],
    ['an upgrade', { headers: [host, empty, 'Upgrade: websocket', 'Connection: Upgrade'] }],
    ['an unknown expectation', { headers: [host, empty, 'Expect: more'] }],
    [
      'both framings',
      { headers: [host, 'Content-Length: 4', 'Transfer-Encoding: chunked'], body: '0\r\n\r\n' },
    ],
    ['two lengths', { headers: [host, 'Content-Length: 4', 'Content-Length: 5'], body: 'abcde' }],
    ['the same length twice', { headers: [host, empty, empty] }],
    ['a length with a sign', { headers: [host, 'Content-Length: +4'], body: 'abcd' }],
    [
      'another encoding',
      { headers: [host, 'Transfer-Encoding: gzip, chunked'], body: '0\r\n\r\n' },
    ],
    ['an encoding that is none', { headers: [host, 'Transfer-Encoding: xchunked'], body: 'abcd' }],
    [
      'two encodings',
      { headers: [host, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'] },
    ],
    ['a space before a colon', { headers: [host, 'Content-Length : 4'], body: 'abcd' }],
    ['a folded header', { headers: [host, empty, 'X-A: 1\r\n Host: evil.example'] }],
    ['a bare line feed in a header', { headers: [host, empty, 'X-A: 1\nX-B: 2\rY: 3'] }],
    ['a segment that leads up', { line: 'POST /{path}/../v1/messages HTTP/1.1' }],
    ['one at the end', { line: 'POST /{path}/v1/.. HTTP/1.1' }],
    ['an encoded one', { line: 'POST /{path}/%2e%2E/v1/messages HTTP/1.1' }],
    ['one encoded twice', { line: 'POST /{path}/%252e%252e/v1/messages HTTP/1.1' }],
    ['one behind an encoded slash', { line: 'POST /{path}/a%2f..%2fb HTTP/1.1' }],
    ['one behind a backslash', { line: 'POST /{path}/a%5c..%5cb HTTP/1.1' }],
    ['a dot alone', { line: 'POST /{path}/./v1/messages HTTP/1.1' }],
    ['a backslash', { line: 'POST /{path}\\..\\v1 HTTP/1.1' }],
    ['a fragment', { line: 'POST /{path}/v1/messages#a HTTP/1.1' }],
    ['a control character', { line: 'POST /{path}/v1/\x01 HTTP/1.1' }],
    ['a byte beyond ASCII', { line: 'POST /{path}/v1/\xe9 HTTP/1.1' }],
    ['no HTTP at all', { line: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' }],
  ])('with %s is refused in the same words', async (_, head) => {
    expect(await attempt(head)).toBe(refused);
    expect(bed.reached).toEqual([]);
  });

  it('is refused when its lease has ended, and others go on', async () => {
    observed.dispose();
    expect(await attempt({})).toBe(refused);
    const other = bed.lease();
    const answer = await send(`${bed.gateway.addressFor(other)}/v1/messages`);
    expect([answer.statusCode, String(await bodyOf(answer))]).toEqual([200, 'ok']);
    keyed.dispose();
    expect(await attempt({ line: bare, headers: [host, empty, 'x-api-key: {key}'] })).toBe(refused);
  });

  it('hides no second one in its body', async () => {
    const body = filled('GET /{path}/v1/smuggled HTTP/1.1\r\nHost: {host}\r\n\r\n');
    await attempt({ headers: [host, `Content-Length: ${body.length}`], body });
    expect(bed.reached.map(({ url }) => url)).toEqual(['/v1/messages']);
  });
});

it.each([
  [['Content-Length', '1', 'Content-Length', '1']],
  [['Content-Length', '1', 'Transfer-Encoding', 'chunked']],
  [['Transfer-Encoding', 'gzip, chunked']],
])('relies on no parser to refuse %j', framing => {
  const leases = new Leases();
  const { nonce } = leases.add({ upstream: bed.upstream });
  const admitted = (more: readonly string[]) => {
    const request = { url: `/${nonce}/v1`, rawHeaders: ['Host', 'h', ...more], headers: {} };
    return admit(request as unknown as IncomingMessage, 'h', leases);
  };
  expect(admitted([])?.path).toBe('/v1');
  expect(admitted(framing)).toBeUndefined();
});

it('has no two leases with the same nonce, and none that logs would show', () => {
  const nonces = Array.from({ length: 50 }, () => bed.lease().nonce);
  expect(new Set(nonces).size).toBe(50);
  for (const nonce of nonces) expect(nonce).toMatch(/^sk-tandem-[\w-]{43}$/);
});

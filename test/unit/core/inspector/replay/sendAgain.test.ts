import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../../../../src/base/clock';
import { maskSecrets } from '../../../../../src/base/secrets';
import { callsOf } from '../../../../../src/core/inspector/exchange/importedCalls';
import { loopbackAddress } from '../../../../../src/core/inspector/replay/loopbackAddress';
import { sendAgain } from '../../../../../src/core/inspector/replay/sendAgain';
import { recount } from '../../../../../src/gateway/accounting/recount';
import { systemClock } from '../../../../../src/node/systemClock';
import { answered } from '../../../../support/gateway/observedExchange';
import { recording } from '../../../../support/inspector/recordings';

const mask = maskSecrets;
const clock = systemClock;
const body = {
  model: 'm',
  stream: true,
  tools: [{ name: 'Read', input_schema: {} }],
  messages: [{ role: 'user', content: 'é' }],
};
let seen: { incoming: IncomingMessage; body: string }[];
let answer: (response: ServerResponse) => void;
let address: URL;
let close: () => Promise<void>;

beforeEach(async () => {
  seen = [];
  answer = response => response.end();
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    seen.push({ incoming, body: Buffer.concat(chunks).toString() });
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = loopbackAddress(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  close = async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  };
});
afterEach(() => close());

describe('A recorded call that is sent again', () => {
  it('gets an error where the server wants another protocol', async () => {
    answer = ({ socket }) => {
      socket?.write(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      );
    };
    await expect(sendAgain(recording({ body }), address, { clock, mask })).rejects.toMatchObject({
      code: 'inspector.noAnswer',
    });
  });

  it('has times that lead forward, also while the clock goes back', async () => {
    answer = response => {
      response.write('{');
      setImmediate(() => response.end('}'));
    };
    let now = 1e12;
    const backwards: Clock = { ...clock, now: () => (now -= 1_000) };
    const sent = await sendAgain(recording({ body }), address, { clock: backwards, mask });
    expect(sent.endedAt).toBeGreaterThanOrEqual(sent.startedAt);
    expect(sent.response?.times.every(([, ms]) => ms >= 0)).toBe(true);
  });

  it('has times up to its end, however many pieces come', async () => {
    let more = (): unknown => expect.fail('There is no answer yet.');
    let left = 2_500;
    answer = response => {
      more = () => {
        left -= 1;
        return left > 0 ? response.write('x') : response.end('x');
      };
      more();
    };
    let now = 1e12;
    const ticking: Clock = { ...clock, now: () => (now += 1) };
    const { response } = await sendAgain(recording({ body }), address, {
      ...{ clock: ticking, mask },
      onProgress: () => left > 0 && more(),
    });
    expect(response?.body).toBe('x'.repeat(2_500));
    expect(response?.times.length).toBeLessThanOrEqual(2_000);
    expect(response?.times.at(-1)?.[0]).toBeGreaterThan(2_490);
  });

  it('has the same bytes and no key, and its answer counts like any other', async () => {
    answer = response => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': 'a=b' });
      const text = Buffer.from(
        answered({ input_tokens: 4, output_tokens: 2 }).replace('Hello', 'é'),
      );
      response.write(text.subarray(0, text.indexOf(0xa9)));
      setImmediate(() => response.end(text.subarray(text.indexOf(0xa9))));
    };
    const { request = expect.fail(), ...rest } = recording({ body });
    const headers = {
      ...request.headers,
      authorization: 'Bearer abcdefghij',
      'x-api-key': 'k',
      'accept-encoding': 'gzip',
      'user-agent': 'é x',
    };
    const lengths: number[] = [];
    const exchange = await sendAgain({ ...rest, request: { ...request, headers } }, address, {
      clock,
      mask,
      onProgress: length => lengths.push(length),
    });
    expect(seen[0]?.body).toBe(JSON.stringify(body));
    const sent = seen[0]?.incoming.headers ?? {};
    expect([sent.authorization, sent['x-api-key'], sent['accept-encoding']]).toEqual([
      undefined,
      undefined,
      'identity',
    ]);
    expect([sent['anthropic-version'], seen[0]?.incoming.url]).toEqual([
      '2023-06-01',
      '/v1/messages?beta=true',
    ]);
    expect(exchange.response).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream' },
    });
    expect(exchange.response?.body).toContain('"text":"é"');
    expect(exchange.response?.headers['set-cookie']).toBeUndefined();
    expect(lengths.at(-1)).toBe(exchange.response?.body.length);
    const counted = await recount([exchange], { onError: error => expect.fail(String(error)) });
    const [call] = callsOf([exchange], counted, 'replay', () => 'replay-1', mask);
    expect(call?.inspected).toMatchObject({
      ...{ key: 'replay-1', source: 'replay', hasBodies: true },
      call: { kind: 'main', usage: { input: 4, output: 2 }, end: 'complete' },
    });
  });

  it('keeps what came of an answer that breaks off, and errors as answers', async () => {
    answer = response => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('data: 1\n\n', () => response.destroy());
    };
    const broken = await sendAgain(recording({ body }), address, { clock, mask });
    expect([broken.end, broken.response?.body]).toEqual(['upstreamFailed', 'data: 1\n\n']);
    answer = response => response.writeHead(529).end('{"type":"error"}');
    expect((await sendAgain(recording({ body }), address, { clock, mask })).response).toMatchObject(
      { status: 529 },
    );
    answer = response => response.writeHead(307, { location: 'http://example.com/' }).end();
    expect((await sendAgain(recording({ body }), address, { clock, mask })).response?.status).toBe(
      307,
    );
    expect(seen).toHaveLength(3);
  });

  it('is no failure because its answer is too long', async () => {
    answer = response => response.write('x\n'.repeat(9 * 1024 * 1024));
    const { end, response } = await sendAgain(recording({ body }), address, { clock, mask });
    expect([end, response?.isCut]).toEqual(['clientClosed', true]);
  });

  it('can be cancelled before and while the answer comes', async () => {
    const before = AbortSignal.abort(new Error('No'));
    await expect(
      sendAgain(recording({ body }), address, { clock, mask, signal: before }),
    ).rejects.toThrow('No');
    const control = new AbortController();
    answer = response => response.write('data: 1\n\n');
    const sending = sendAgain(recording({ body }), address, {
      clock,
      mask,
      signal: control.signal,
      onProgress: () => control.abort(new Error('Stop')),
    });
    await expect(sending).rejects.toThrow('Stop');
  });

  it('gives up when nothing comes for a time', async () => {
    let fire: (() => void) | undefined;
    const stopped: Clock = {
      now: () => 1,
      setTimeout: expired => {
        fire = expired;
        return { dispose: () => undefined };
      },
    };
    answer = () => fire?.();
    await expect(sendAgain(recording({ body }), address, { clock: stopped, mask })).rejects.toEqual(
      expect.objectContaining({
        code: 'inspector.noAnswer',
        message: expect.stringContaining('120 s'),
      }),
    );
  });

  it('says what is wrong where nobody listens, or what was recorded is not whole', async () => {
    const { request = expect.fail(), ...rest } = recording({ body });
    const code = (expected: string) => expect.objectContaining({ code: expected });
    const cut = { ...rest, request: { ...request, isCut: true } };
    await expect(sendAgain(cut, address, { clock, mask })).rejects.toEqual(code('inspector.cut'));
    await expect(sendAgain(rest, address, { clock, mask })).rejects.toEqual(
      code('inspector.notRecorded'),
    );
    const elsewhere = new URL('http://192.0.2.1/');
    await expect(sendAgain(recording({ body }), elsewhere, { clock, mask })).rejects.toEqual(
      code('inspector.address'),
    );
    await close();
    await expect(sendAgain(recording({ body }), address, { clock, mask })).rejects.toEqual(
      code('inspector.noAnswer'),
    );
  });
});

describe('The address of a replay', () => {
  it.each([
    'http://127.0.0.1:8080',
    ' http://localhost:1/base ',
    'http://[::1]:80/',
    'http://127.1:9',
  ])('may be %s', text => {
    expect(['127.0.0.1', 'localhost', '[::1]']).toContain(loopbackAddress(text).hostname);
  });

  it.each([
    ...[
      '',
      'x',
      'https://127.0.0.1',
      'http://127.0.0.2',
      'http://example.com',
      'http://localhost.evil.com',
    ],
    ...[
      'http://0.0.0.0',
      'http://[::]',
      'http://a:b@127.0.0.1',
      'http://127.0.0.1@evil.com',
      'file:///etc',
    ],
    ...['http://127.0.0.1/?a=b', 'http://[::ffff:8.8.8.8]', 'http://2130706434'],
  ])('is never elsewhere: %s', text => {
    expect(() => loopbackAddress(text)).toThrow(
      expect.objectContaining({ code: 'inspector.address' }),
    );
  });
});

import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { closeServer } from '../../../support/gateway/closeServer';
import {
  bodyOf,
  type GatewayBed,
  gatewayBed,
  Observed,
  send,
  sendRaw,
} from '../../../support/gateway/gatewayBed';
import { testInFull } from '../../../support/inFull';
import { FakeClock } from '../../node/fakeClock';

let bed: GatewayBed;
let clock: FakeClock;

beforeEach(async () => {
  clock = new FakeClock();
  bed = await gatewayBed({ clock });
});
afterEach(() => bed.close());

/** Lets the API answer by hand. */
function answering(): Promise<{ incoming: IncomingMessage; response: ServerResponse }> {
  return new Promise(resolve => {
    bed.answer = (incoming, response) => {
      incoming.resume();
      resolve({ incoming, response });
    };
  });
}

function open(observed = new Observed()) {
  const lease = bed.lease({ observe: observed.observe });
  return { observed, lease, address: `${bed.gateway.addressFor(lease)}/v1/messages` };
}

const event = (name: string) => `event: ${name}\ndata: {"type":"${name}"}\n\n`;

describe('an answer', () => {
  it('arrives event by event, byte for byte, as it is written', async () => {
    const { address, observed } = open();
    const api = answering();
    const outgoing = send(address, { body: '{"stream":true}' });
    const { response } = await api;
    const headers = { 'Content-Type': 'text/event-stream', 'Request-Id': 'req_1', 'X-Odd': 'é' };
    response.writeHead(200, 'Fine', headers);
    response.write(Buffer.alloc(0));
    const answer = await outgoing;
    expect([answer.statusCode, answer.statusMessage]).toEqual([200, 'Fine']);
    expect(answer.headers).toMatchObject({ 'request-id': 'req_1', 'x-odd': 'é' });
    // An event cut inside of a character must not wait for its other half.
    const pieces = ['message_start', 'ping'].map(event).concat('data: "\u00c3');
    for (const piece of pieces) {
      response.write(Buffer.from(piece, 'latin1'));
      const [chunk] = (await once(answer, 'data')) as [Buffer];
      expect(chunk.toString('latin1')).toBe(piece);
    }
    response.end(Buffer.from([0xa9]));
    expect((await bodyOf(answer)).at(-1)).toBe(0xa9);
    expect(await observed.ended()).toBe('complete');
    expect(observed.heads).toEqual([200]);
    expect(Buffer.concat(observed.chunks).toString()).toBe(
      `${pieces.slice(0, 2).join('')}data: "é`,
    );
    expect(String(Buffer.concat(observed.request))).toBe('{"stream":true}');
  });

  it.each([
    ['gzip', gzipSync('text')],
    ['br', brotliCompressSync('text')],
  ])('stays compressed with %s', async (encoding, body) => {
    bed.answer = (incoming, response) => {
      incoming.resume();
      response.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length });
      response.end(body);
    };
    const { address, observed } = open();
    const answer = await send(address, { headers: { 'accept-encoding': 'gzip, br' } });
    expect([answer.headers['content-encoding'], answer.headers['content-length']]).toEqual([
      ...[encoding, String(body.length)],
    ]);
    expect(await bodyOf(answer)).toEqual(body);
    expect(Buffer.concat(observed.chunks)).toEqual(body);
    expect(bed.reached[0]?.headers['accept-encoding']).toBe('gzip, br');
  });

  it('has the date, the status and the headers of the API, whatever they are', async () => {
    bed.answer = (incoming, response) => {
      incoming.resume();
      response.sendDate = false;
      response.writeHead(529, ['Retry-After', '3', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']);
      response.end('{}');
    };
    const answer = await send(open().address);
    const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...rest } = answer.headers;
    expect([answer.statusCode, rest]).toEqual([
      ...[529, { 'retry-after': '3', 'set-cookie': ['a=1', 'b=2'] }],
    ]);
  });

  it.each(['HEAD', 'GET', 'DELETE', 'OPTIONS', 'PUT', 'PATCH'])('to %s passes', async method => {
    bed.answer = (incoming, response) => {
      incoming.resume();
      const length = { 'content-length': 4 };
      response
        .writeHead(200, method === 'OPTIONS' ? {} : length)
        .end(method === 'HEAD' ? '' : 'text');
    };
    const answer = await send(`${open().address}/batch_1?a=%2F`, { method });
    expect(String(await bodyOf(answer))).toBe(method === 'HEAD' ? '' : 'text');
    expect(bed.reached.map(one => [one.method, one.url])).toEqual([
      [method, '/v1/messages/batch_1?a=%2F'],
    ]);
  });

  it.each([204, 304])('without a body passes with status %s', async status => {
    bed.answer = (incoming, response) => {
      incoming.resume();
      response.writeHead(status).end();
    };
    const answer = await send(open().address, { method: 'GET' });
    expect([answer.statusCode, (await bodyOf(answer)).length]).toEqual([status, 0]);
  });

  it.each([0, 1, 2, 3])('that the API cuts after %s events is cut there', async count => {
    const { address, observed } = open();
    const api = answering();
    const outgoing = send(address);
    const { response } = await api;
    if (count === 0) {
      response.destroy();
      const answer = await outgoing;
      expect([answer.statusCode, JSON.parse(String(await bodyOf(answer)))]).toEqual([
        ...[502, { type: 'error', error: { type: 'api_error', message: expect.any(String) } }],
      ]);
    } else {
      response.write(event('message_start'));
      const answer = await outgoing;
      const chunks: Buffer[] = [];
      answer.on('data', chunk => chunks.push(chunk));
      const cut = once(answer, 'error');
      for (let index = 1; index < count; index += 1) response.write(event('ping'));
      response.socket?.end();
      response.destroy();
      await cut;
      const all = event('message_start') + event('ping').repeat(count - 1);
      expect(String(Buffer.concat(chunks))).toBe(all);
    }
    expect(await observed.ended()).toBe('upstreamFailed');
  });

  it('that comes before the whole request passes', async () => {
    bed.answer = (_incoming, response) => {
      response.writeHead(413).end('too large');
    };
    const { address, observed } = open();
    const outgoing = request(address, { method: 'POST', headers: { 'content-length': 1e9 } });
    outgoing.on('error', () => undefined);
    outgoing.write(Buffer.alloc(1e6));
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect([answer.statusCode, String(await bodyOf(answer))]).toEqual([413, 'too large']);
    expect(await observed.ended()).toBe('complete');
    outgoing.destroy();
  });

  it('that comes before the whole request leaves the connection to the next one', async () => {
    bed.answer = (incoming, response) => {
      if (bed.reached.length > 1) incoming.resume();
      response.writeHead(413).end('too large');
    };
    const { address } = open();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const body = Buffer.alloc(20 * 1024 * 1024, 'x');
    for (const sent of [body, 'next']) {
      const outgoing = request(address, { method: 'POST', agent });
      outgoing.end(sent);
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
      expect([answer.statusCode, String(await bodyOf(answer))]).toEqual([413, 'too large']);
    }
    expect(bed.reached).toHaveLength(2);
    agent.destroy();
  });
});

it.each([
  ['switches to another protocol', '101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x'],
  ['has a control character in its status', '200 O\u0001K\r\nContent-Length: 0'],
])('an answer that %s is an error', async (_, head) => {
  const server = createServer(socket => {
    socket.once('data', () => socket.end(`HTTP/1.1 ${head}\r\n\r\n`));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const lease = bed.lease({ upstream: new URL(`http://127.0.0.1:${port}`) });
  const answer = await send(`${bed.gateway.addressFor(lease)}/v1/messages`);
  expect([answer.statusCode, answer.statusMessage]).toEqual([502, 'Bad Gateway']);
  await new Promise(resolve => server.close(resolve));
});

describe('a request', () => {
  it('of 50 MB passes, no faster than the API reads it', async () => {
    const { address, observed } = open();
    let read = 0;
    const started = new Promise<IncomingMessage>(resolve => {
      bed.answer = (incoming, response) => {
        incoming.once('end', () => response.end(`${read}`));
        resolve(incoming);
      };
    });
    const size = 50 * 1024 * 1024;
    const outgoing = request(address, { method: 'POST', headers: { 'content-length': size } });
    const block = Buffer.alloc(1024 * 1024, 'x');
    let written = 0;
    const write = () => {
      while (written < size) {
        written += block.length;
        if (!outgoing.write(block)) return;
      }
      outgoing.end();
    };
    outgoing.on('drain', write);
    write();
    const incoming = await started;
    // Nobody reads: what is on the way fits into the buffers of sockets and streams.
    await expect.poll(() => outgoing.writableNeedDrain).toBe(true);
    const seen = () => observed.request.reduce((sum, { length }) => sum + length, 0);
    let before = -1;
    while (before !== seen()) {
      before = seen();
      await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
    }
    expect(seen()).toBeLessThan(20 * 1024 * 1024);
    incoming.on('data', (chunk: Buffer) => {
      read += chunk.length;
    });
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(String(await bodyOf(answer))).toBe(`${size}`);
    expect(seen()).toBe(size);
  }, 30_000);

  testInFull(
    'waits for a slow reader of its answer',
    async () => {
      const { address, observed } = open();
      const api = answering();
      const outgoing = send(address);
      const { response } = await api;
      const block = Buffer.alloc(1024 * 1024, 'y');
      let written = 0;
      const write = () => {
        while (written < 50) {
          written += 1;
          if (!response.write(block)) return;
        }
        response.end();
      };
      response.on('drain', write);
      write();
      const answer = await outgoing;
      await expect.poll(() => response.writableNeedDrain).toBe(true);
      const seen = () => observed.chunks.reduce((sum, { length }) => sum + length, 0);
      let before = -1;
      while (before !== seen()) {
        before = seen();
        await new Promise(resolve => setImmediate(() => setImmediate(resolve)));
      }
      expect(seen()).toBeLessThan(20 * 1024 * 1024);
      expect((await bodyOf(answer)).length).toBe(50 * block.length);
    },
    30_000,
  );

  it('in chunks stays in chunks, and one of GET with a body keeps it', async () => {
    const bodies: string[] = [];
    bed.answer = async (incoming, response) => {
      bodies.push(`${incoming.headers['transfer-encoding']} ${await bodyOf(incoming)}`);
      response.end();
    };
    const { address } = open();
    for (const method of ['POST', 'GET']) {
      const headers = { 'transfer-encoding': 'chunked' };
      await bodyOf(await send(address, { method, headers, body: 'abc' }));
    }
    expect(bodies).toEqual(['chunked abc', 'chunked abc']);
  });

  it('that waits for 100 Continue is asked for its body', async () => {
    bed.answer = async (incoming, response) => {
      response.end(`${await bodyOf(incoming)} ${incoming.headers.expect}`);
    };
    const outgoing = request(open().address, {
      method: 'POST',
      headers: { expect: '100-continue' },
    });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    outgoing.end('body');
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(String(await bodyOf(answer))).toBe('body undefined');
  });

  it('that the client cancels is cancelled at the API at once, before and in the answer', async () => {
    for (const hasAnswer of [false, true]) {
      const { address, observed } = open();
      const api = answering();
      const outgoing = request(address, { method: 'POST', agent: false });
      outgoing.on('error', () => undefined);
      outgoing.end('{}');
      const { response } = await api;
      if (hasAnswer) {
        response.write(event('message_start'));
        await once(outgoing, 'response');
      }
      const gone = once(response, 'close');
      outgoing.destroy();
      await gone;
      expect(response.writableFinished).toBe(false);
      expect(await observed.ended()).toBe('clientClosed');
    }
  });

  it('whose body breaks off reaches the API as one that breaks off', async () => {
    const { lease, observed } = open();
    const api = new Promise<IncomingMessage>(resolve => {
      bed.answer = incoming => resolve(incoming);
    });
    const socket = connect(bed.gateway.port, '127.0.0.1');
    const host = `127.0.0.1:${bed.gateway.port}`;
    socket.write(
      `POST /${lease.nonce}/v1 HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 9\r\n\r\nab`,
    );
    const incoming = await api;
    incoming.resume();
    const broken = once(incoming, 'error');
    socket.destroy();
    await broken;
    expect(await observed.ended()).toBe('clientClosed');
  });

  it('to an address with a path stays below it', async () => {
    const upstream = new URL('/team/a/', bed.upstream);
    const { nonce } = bed.lease({ upstream });
    await bodyOf(await send(`${bed.gateway.address}/${nonce}/v1/messages?b=1`));
    await bodyOf(await send(`${bed.gateway.address}/${nonce}`));
    expect(bed.reached.map(({ url }) => url)).toEqual(['/team/a/v1/messages?b=1', '/team/a']);
  });

  testInFull(
    'of 200 at the same time each get their own answer, over connections that are used again',
    async () => {
      bed.answer = async (incoming, response) => {
        const body = String(await bodyOf(incoming));
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(event(`start${body}`));
        setImmediate(() => response.end(event(`end${body}`)));
      };
      const { address } = open();
      const all = Array.from({ length: 200 }, async (_, index) => {
        const answer = await send(address, { body: `${index}` });
        expect(String(await bodyOf(answer))).toBe(event(`start${index}`) + event(`end${index}`));
      });
      await Promise.all(all);
      const used = bed.sockets.size;
      for (let index = 0; index < 5; index += 1) await bodyOf(await send(address, { body: 'x' }));
      expect(bed.sockets.size).toBe(used);
    },
  );
});

describe('a limit', () => {
  it('ends a request that gets no answer after 600 s', async () => {
    const { address, observed } = open();
    const api = answering();
    const outgoing = send(address, { body: '{}' });
    const { response } = await api;
    await expect.poll(() => clock.waiting).toEqual([600_000]);
    clock.advance(599_999);
    clock.advance(1);
    const answer = await outgoing;
    expect(answer.statusCode).toBe(504);
    expect(String(await bodyOf(answer))).toContain('timeout_error');
    expect(await observed.ended()).toBe('timedOut');
    if (!response.destroyed) await once(response, 'close');
  });

  it('cuts an answer that has stopped for 300 s', async () => {
    const { address, observed } = open();
    const api = answering();
    const outgoing = send(address);
    const { response } = await api;
    response.write(event('message_start'));
    const answer = await outgoing;
    await once(answer, 'data');
    clock.advance(200_000);
    response.write(event('ping'));
    await once(answer, 'data');
    clock.advance(299_999);
    expect(answer.destroyed).toBe(false);
    const cut = once(answer, 'error');
    clock.advance(1);
    await cut;
    expect(await observed.ended()).toBe('timedOut');
    expect(clock.waiting).toEqual([]);
  });
});

describe('a key', () => {
  it('is put in at the edge, asked for each request, and told when it was refused', async () => {
    let count = 0;
    const refused: number[] = [];
    const key = {
      headers: async () => {
        count += 1;
        return { 'x-api-key': `real ${count}` };
      },
      refused: () => void refused.push(count),
    };
    const { nonce } = bed.lease({ key });
    const statuses = [200, 401, 200];
    bed.answer = (incoming, response) => {
      incoming.resume();
      response.writeHead(statuses.shift() ?? 500).end();
    };
    for (const wanted of [200, 401, 200]) {
      const headers = { 'x-api-key': nonce, authorization: 'Bearer other' };
      const answer = await send(`${bed.gateway.address}/v1/messages`, { headers });
      await bodyOf(answer);
      expect(answer.statusCode).toBe(wanted);
    }
    const sent = bed.reached.map(({ headers }) => [headers['x-api-key'], headers.authorization]);
    expect(sent).toEqual([1, 2, 3].map(number => [`real ${number}`, undefined]));
    expect(refused).toEqual([2]);
  });

  it('that is not to be had is told in the words of the API, and nothing is asked', async () => {
    const observed = new Observed();
    const key = {
      headers: () => Promise.reject(new UserError('profile.command', 'Run the helper by hand.')),
      refused: () => undefined,
    };
    const { nonce } = bed.lease({ key, observe: observed.observe });
    const headers = { 'x-api-key': nonce };
    const answer = await send(`${bed.gateway.address}/v1/messages`, { headers });
    expect([answer.statusCode, JSON.parse(String(await bodyOf(answer)))]).toEqual([
      403,
      { type: 'error', error: { type: 'permission_error', message: 'Run the helper by hand.' } },
    ]);
    expect([await observed.ended(), bed.reached]).toEqual(['refused', []]);
  });
});

it('names an API that cannot be reached, without its path', async () => {
  const upstream = new URL('http://127.0.0.1:1/secret');
  const { nonce } = bed.lease({ upstream });
  const answer = await send(`${bed.gateway.address}/${nonce}/v1/messages`);
  const body = String(await bodyOf(answer));
  expect(answer.statusCode).toBe(502);
  expect(body).toContain('http://127.0.0.1:1 could not be reached');
  expect(body).not.toContain('secret');
});

it('goes on whatever an observer throws, and asks it no more', async () => {
  let asked = 0;
  const fail = () => {
    asked += 1;
    throw new Error('It must not disturb.');
  };
  const { nonce } = bed.lease({
    observe: () => ({ requestChunk: fail, response: fail, responseChunk: fail, end: fail }),
  });
  const other = bed.lease({ observe: fail });
  for (const one of [nonce, other.nonce]) {
    const answer = await send(`${bed.gateway.address}/${one}/v1/messages`, { body: 'text' });
    expect(String(await bodyOf(answer))).toBe('ok');
  }
  expect(asked).toBe(2);
});

it('shows an observer the request without nonce and credentials', async () => {
  const seen: unknown[] = [];
  const { nonce } = bed.lease({
    observe: one => {
      seen.push(one);
      return undefined;
    },
  });
  const headers = { 'x-api-key': 'sk-ant-own', 'x-app': 'cli' };
  await bodyOf(await send(`${bed.gateway.address}/${nonce}/v1/messages?beta=true`, { headers }));
  expect(seen).toMatchObject([
    { id: 1, method: 'POST', path: '/v1/messages?beta=true', at: 0, headers: { 'x-app': 'cli' } },
  ]);
  expect(JSON.stringify(seen)).not.toMatch(/sk-/);
  expect(bed.reached[0]?.headers['x-api-key']).toBe('sk-ant-own');
});

describe('the end', () => {
  it('of a lease cuts its exchanges, and no others', async () => {
    const [one, two] = [open(), open()];
    const responses: ServerResponse[] = [];
    bed.answer = (incoming, response) => {
      incoming.resume();
      responses.push(response);
      response.write(event('message_start'));
    };
    const cutAnswer = await send(one.address);
    const other = await send(two.address);
    const cut = once(cutAnswer, 'error');
    cutAnswer.resume();
    one.lease.dispose();
    await cut;
    expect(await one.observed.ended()).toBe('clientClosed');
    responses[1]?.end('rest');
    expect(String(await bodyOf(other))).toBe(`${event('message_start')}rest`);
  });

  it('of the gateway closes every connection on both sides, and frees its port', async () => {
    const { address } = open();
    // The second connection to the API stays unused.
    await Promise.all([send(address), send(address)].map(async one => bodyOf(await one)));
    bed.answer = (_incoming, response) => void response.write('x');
    const open_ = await send(address);
    open_.on('error', () => undefined);
    const idle = connect(bed.gateway.port, '127.0.0.1');
    await once(idle, 'connect');
    expect(bed.sockets.size).toBeGreaterThan(0);
    let died = 0;
    bed.gateway.onDied(() => {
      died += 1;
    });
    const closed = once(idle, 'close');
    idle.resume();
    bed.gateway.dispose();
    bed.gateway.dispose();
    await closed;
    await expect.poll(() => bed.sockets.size).toBe(0);
    const again = connect(bed.gateway.port, '127.0.0.1');
    const [error] = await once(again, 'error');
    expect([(error as NodeJS.ErrnoException).code, died]).toEqual(['ECONNREFUSED', 0]);
  });

  it('that nobody asked for is reported, and no nonce is of use then', async () => {
    const { lease } = open();
    let died = 0;
    bed.gateway.onDied(() => {
      died += 1;
    });
    closeServer(bed.gateway.port);
    await expect.poll(() => died).toBe(1);
    const host = `127.0.0.1:${bed.gateway.port}`;
    const text = `GET /${lease.nonce} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    expect(await sendRaw(bed.gateway.port, text)).toBe('');
  });
});

import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import type { IdeAddress } from '../../../src/terminalServer/editor/connection';
import { rowsOf } from '../../support/extent';
import { type IdeBed, type IdeBedOptions, ideBed } from '../../support/ide/ideBed';
import { attempt, type ConnectOptions, IdeTestClient } from '../../support/ide/ideTestClient';
import { testInFull } from '../../support/inFull';
import { FakeClock } from '../node/fakeClock';

const beds: IdeBed[] = [];

afterEach(() => {
  for (const bed of beds.splice(0)) bed.server.dispose();
});

async function start(options?: IdeBedOptions): Promise<IdeBed> {
  const bed = await ideBed(options);
  beds.push(bed);
  return bed;
}

const proposal = {
  old_file_path: '/workspace/a.txt',
  new_file_path: '/workspace/a.txt',
  new_file_contents: 'new',
  tab_name: 'witness',
};

/** Starts a client with an open diff. The returned function checks that the client still works. */
async function witness({ address, editor }: IdeBed): Promise<() => Promise<void>> {
  const client = await IdeTestClient.connect(address, 1);
  const answer = client.texts('openDiff', proposal);
  const diff = await editor.diff(0);
  return async () => {
    expect(diff.signal.aborted).toBe(false);
    expect(await client.ask('ping')).toMatchObject({ result: {} });
    diff.answer({ kind: 'accepted', contents: 'new' });
    expect(await answer).toEqual(['FILE_SAVED', 'new']);
    await client.close();
  };
}

/** Opens a socket without the library and upgrades it. */
async function rawClient({ port, token }: IdeAddress): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const lines = [
    'GET / HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol: mcp',
    `x-CLAUDE-code-IDE-authorization: ${token}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 101 [\s\S]*sec-websocket-protocol: mcp/i);
  return socket;
}

describe('admission', () => {
  it.each<[string, ConnectOptions, 'open' | number]>([
    ['the right token', {}, 'open'],
    ['one of several protocols', { protocols: ['other', 'mcp'] }, 'open'],
    ['no token', { token: undefined }, 401],
    ['an empty token', { token: '' }, 401],
    ['a short token', { token: 'x' }, 401],
    ['a long token', { token: 'x'.repeat(8_000) }, 401],
    ['an origin', { headers: { Origin: 'https://example.com' } }, 403],
    ['an empty origin', { headers: { Origin: '' } }, 403],
    ['the origin of an extension page', { headers: { Origin: 'vscode-webview://x' } }, 403],
    ['another host', { headers: { Host: 'example.com' } }, 403],
    ['another port', { headers: { Host: '127.0.0.1:1' } }, 403],
    ['no protocol', { protocols: [] }, 400],
    ['another protocol', { protocols: ['chat'] }, 400],
  ])('is decided correctly for %s', async (_, options, expected) => {
    const { address, log } = await start();
    expect(await attempt(address, options)).toBe(expected);
    const lines = log.lines.filter(line => line.level === 'warn');
    expect(lines).toHaveLength(expected === 'open' ? 0 : 1);
    expect(JSON.stringify(log.lines)).not.toContain(address.token);
  });

  it('is denied for a truncated or extended token', async () => {
    const { address } = await start();
    for (const token of [address.token.slice(0, -1), `${address.token}x`]) {
      expect(await attempt(address, { token })).toBe(401);
    }
  });

  it('requires a WebSocket upgrade', async () => {
    const { address } = await start();
    const response = await fetch(`http://127.0.0.1:${address.port}/`);
    expect(response.status).toBe(426);
    expect(await response.text()).toBe('');
  });

  it('is limited to the loopback interface', async () => {
    const { address } = await start();
    const elsewhere = connect(address.port, '127.0.0.2');
    const [error] = await once(elsewhere, 'error');
    expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('survives a flood of unauthorized requests, which is logged in a few lines', async () => {
    const bed = await start({ clock: new FakeClock(), limits: { refusals: 3 } });
    const outcomes: unknown[] = [];
    for (let index = 0; index < 40; index += 1) {
      outcomes.push(await attempt(bed.address, { token: 'wrong' }));
    }
    expect(outcomes.filter(outcome => outcome === 401)).toHaveLength(3);
    expect(bed.log.lines).toHaveLength(10);
    expect(await attempt(bed.address)).toBe('open');
  });

  it('is limited to a number of attempts', async () => {
    const clock = new FakeClock();
    const { address } = await start({ clock, limits: { attempts: 3 } });
    const outcomes = [];
    for (let index = 0; index < 5; index += 1) outcomes.push(await attempt(address));
    expect(outcomes).toEqual(['open', 'open', 'open', 429, 429]);
    clock.advance(1_000);
    expect(await attempt(address)).toBe('open');
  });
});

describe('strangers', () => {
  /** Beginnings of requests that never end, and requests that are refused. */
  const openings = [
    '',
    'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n',
    'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ];

  async function stranger({ port }: IdeAddress, text = ''): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.resume().write(text);
    await once(socket, 'connect');
    return socket;
  }

  it.each(
    rowsOf(
      [{ count: 1_032, texts: [''] }],
      [
        { count: 1_032, texts: [''] },
        { count: 10_000, texts: openings },
      ],
    ),
  )('do not keep clients out: $count of them', { timeout: 60_000 }, async ({ count, texts }) => {
    const bed = await start();
    const rest = await witness(bed);
    const sockets: Socket[] = [];
    while (sockets.length < count) {
      const together = Array.from({ length: Math.min(200, count - sockets.length) }, (_, index) =>
        stranger(bed.address, texts[index % texts.length]),
      );
      sockets.push(...(await Promise.all(together)));
      expect(await attempt(bed.address)).toBe('open');
    }
    await rest();
    for (const socket of sockets) socket.destroy();
  });

  it('give way to newer ones', async () => {
    const bed = await start({ clock: new FakeClock(), limits: { waiting: 2 } });
    const rest = await witness(bed);
    const oldest = await stranger(bed.address);
    const closed = once(oldest, 'close');
    const others = [await stranger(bed.address), await stranger(bed.address)];
    await closed;
    expect(await attempt(bed.address)).toBe('open');
    expect(bed.reasons()).toEqual(['Too many wait.', 'Too many wait.']);
    await rest();
    for (const socket of others) socket.destroy();
  });

  it.each(openings.slice(0, 3))('have little time to ask: %j', async text => {
    const clock = new FakeClock();
    const bed = await start({ clock });
    const idle = await stranger(bed.address, text);
    const closed = once(idle, 'close');
    // Connections are accepted in order.
    const client = await IdeTestClient.connect(bed.address);
    clock.advance(3_000);
    await closed;
    expect(await client.ask('ping')).toMatchObject({ result: {} });
    await client.close();
  });
});

describe('port and token', () => {
  it('are reused', async () => {
    const first = await start();
    first.server.dispose();
    const again = await start({ preferred: first.address });
    expect(again.address).toEqual(first.address);
    expect(await attempt(first.address)).toBe('open');
  });

  it('are reused if they become free a little later', async () => {
    const first = await start();
    const again = start({ preferred: first.address });
    await attempt(first.address);
    first.server.dispose();
    expect((await again).address).toEqual(first.address);
  });

  it('are new if the port is taken', async () => {
    const clock = new FakeClock();
    const first = await start();
    const again = start({ preferred: first.address, clock });
    let address: IdeAddress | undefined;
    void again.then(bed => {
      address = bed.address;
    });
    while (!address) {
      clock.advance(50);
      await new Promise(resolve => setImmediate(resolve));
    }
    expect(address.port).not.toBe(first.address.port);
    expect(address.token).not.toBe(first.address.token);
  });

  it.each([
    { port: 0, token: 'x'.repeat(43) },
    { port: 80_000, token: 'x'.repeat(43) },
    { port: 40_000, token: 'weak' },
  ])('are new if the stored ones are %j', async preferred => {
    const { address } = await start({ preferred });
    expect(address.token).toMatch(/^[\w-]{43}$/);
    expect(address).not.toEqual(preferred);
  });
});

describe('a client', () => {
  it('is listed from its introduction until it disconnects', async () => {
    const { address, server, until } = await start();
    const silent = await IdeTestClient.open(address);
    expect(server.connections).toEqual([]);
    const client = await IdeTestClient.connect(address, 99, '/work space');
    await until(() => server.connections[0]?.cwd !== undefined);
    expect(server.connections).toEqual([
      {
        id: expect.any(Number),
        since: expect.any(Number),
        pid: 99,
        cwd: '/work space',
        clientVersion: '2.1.329',
      },
    ]);
    await client.close();
    await until(() => server.connections.length === 0);
    await silent.close();
  });

  testInFull('is listed without a process id a little later', async () => {
    const { address, server, until } = await start();
    const client = await IdeTestClient.open(address);
    await client.ask('initialize', { protocolVersion: '2025-03-26' });
    client.tell('notifications/initialized');
    await until(() => server.connections.length === 1);
    expect(server.connections[0]?.pid).toBeUndefined();
    await client.close();
  });

  it.each([[{ pid: 'x' }], [{ pid: -1 }], [{}], [undefined]])(
    'may send an invalid process id: %j',
    async params => {
      const { address, server } = await start();
      const client = await IdeTestClient.open(address);
      await client.ask('initialize', {});
      client.tell('ide_connected', params);
      expect(await client.ask('ping')).toMatchObject({ result: {} });
      expect(server.connections).toMatchObject([{ id: 1 }]);
      expect(server.connections[0]?.pid).toBeUndefined();
      await client.close();
    },
  );

  it('is disconnected with a code that forbids reconnecting', async () => {
    const { address, server } = await start();
    const client = await IdeTestClient.connect(address);
    server.disconnect(server.connections[0]?.id ?? -1);
    expect(await client.closed).toBe(1008);
    server.disconnect(12_345);
  });

  it('may reconnect after the server ends', async () => {
    const { address, server } = await start();
    const client = await IdeTestClient.connect(address);
    server.dispose();
    expect([1001, 1006]).toContain(await client.closed);
  });

  it('is disconnected if it does not introduce itself', async () => {
    const clock = new FakeClock();
    const bed = await start({ clock });
    const rest = await witness(bed);
    const silent = await IdeTestClient.open(bed.address);
    silent.tell('ide_connected', { pid: 5 });
    // Requests are answered in order, so the server has processed the notification.
    silent.socket.ping();
    await once(silent.socket, 'pong');
    clock.advance(10_000);
    expect(await silent.closed).toBe(1008);
    expect(bed.server.connections).toHaveLength(1);
    await rest();
  });
});

describe('the service for other clients', () => {
  it('continues when a client sends invalid messages', async () => {
    const bed = await start();
    const rest = await witness(bed);
    const client = await IdeTestClient.connect(bed.address);
    client.send('no json');
    client.send('[{"jsonrpc":"2.0","id":9,"method":"ping"}]');
    client.send('"text"');
    client.send('{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}');
    expect(await client.ask('ping')).toMatchObject({ result: {} });
    const errors = client.heard.flatMap(({ error }) => (error ? [error] : []));
    expect(errors).toMatchObject([
      { code: -32700 },
      { code: -32600 },
      { code: -32600 },
      { code: -32600 },
    ]);
    await rest();
  });

  it('continues when a client sends binary data', async () => {
    const bed = await start();
    const rest = await witness(bed);
    const client = await IdeTestClient.connect(bed.address);
    client.socket.send(Buffer.from([1, 2, 3]));
    expect(await client.closed).toBe(1003);
    await rest();
  });

  testInFull('continues when a client sends 100 MB', async () => {
    const bed = await start();
    const rest = await witness(bed);
    const client = await IdeTestClient.connect(bed.address);
    client.send('x'.repeat(100 << 20));
    expect([1006, 1009]).toContain(await client.closed);
    expect(bed.reasons()).toEqual([expect.stringMatching(/max payload/i)]);
    await rest();
  });

  it('continues when a client sends an endless fragmented message', async () => {
    const bed = await start({ limits: { messageBytes: 1_000_000 } });
    const rest = await witness(bed);
    const client = await IdeTestClient.connect(bed.address);
    for (let part = 0; part < 30; part += 1) {
      client.socket.send('x'.repeat(100_000), { fin: false });
    }
    expect([1006, 1009]).toContain(await client.closed);
    await rest();
  });

  it('continues when a client sends garbage before and after the upgrade', async () => {
    const bed = await start();
    const rest = await witness(bed);
    const before = connect(bed.address.port, '127.0.0.1');
    before.on('error', () => undefined);
    before.write('\u0000\u0001 garbage\r\n\r\n');
    const [answer] = await once(before, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
    await once(before, 'close');
    const after = await rawClient(bed.address);
    const closed = once(after, 'close');
    after.write(Buffer.alloc(5_000, 0xff));
    after.resume();
    await closed;
    expect(bed.reasons()).toHaveLength(2);
    await rest();
  });

  it('continues when a client sends too many messages', async () => {
    const bed = await start();
    const rest = await witness(bed);
    const client = await IdeTestClient.connect(bed.address);
    for (let index = 0; index < 400; index += 1) client.tell('anything');
    expect(await client.ask('ping')).toMatchObject({ result: {} });
    for (let index = 0; index < 3_000; index += 1) client.tell('anything');
    expect(await client.closed).toBe(1008);
    expect(bed.reasons()).toEqual(['It sends too much.']);
    await rest();
  });

  it('continues when a client makes too many requests at once', async () => {
    const bed = await start({ limits: { calls: 5 } });
    const rest = await witness(bed);
    const client = await IdeTestClient.connect(bed.address);
    for (let index = 0; index < 6; index += 1) {
      void client.call('openDiff', { ...proposal, tab_name: `${index}` });
    }
    expect(await client.closed).toBe(1008);
    expect(bed.reasons()).toEqual(['It asks too much.']);
    await bed.editor.until(() => bed.editor.diffs.slice(1).every(diff => diff.signal.aborted));
    await rest();
  });

  it('continues when a client does not answer a ping', async () => {
    const bed = await start({ limits: { ping: 100 } });
    const rest = await witness(bed);
    const halfOpen = await IdeTestClient.connect(bed.address, 2);
    halfOpen.socket.pause();
    await bed.until(() => bed.server.connections.every(({ pid }) => pid === 1));
    expect(bed.reasons()).toEqual(['It does not answer.']);
    halfOpen.socket.resume();
    await halfOpen.closed;
    await rest();
  });

  it('continues when a client does not read its responses', async () => {
    const bed = await start({ limits: { unsentBytes: 1 << 20 } });
    const rest = await witness(bed);
    bed.editor.output = [{ type: 'text', text: 'x'.repeat(4 << 20) }];
    const slow = await IdeTestClient.connect(bed.address, 2);
    slow.socket.pause();
    for (let index = 0; index < 20; index += 1) void slow.call('executeCode', { code: '1' });
    await bed.until(() => bed.server.connections.every(({ pid }) => pid === 1));
    expect(bed.reasons()).toEqual(['It does not read what it gets.']);
    slow.socket.resume();
    await slow.closed;
    await rest();
  });

  it('continues when a client disconnects while awaiting an answer', async () => {
    const bed = await start();
    const rest = await witness(bed);
    const client = await IdeTestClient.connect(bed.address);
    void client.call('openDiff', { ...proposal, tab_name: 'other' });
    const diff = await bed.editor.diff(1);
    await client.close();
    await bed.editor.until(() => diff.signal.aborted);
    diff.answer({ kind: 'accepted', contents: 'late' });
    await rest();
    expect(bed.log.lines.filter(line => line.level === 'error')).toEqual([]);
  });
});

describe('server resources', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = async () => {
    // Closed objects are released in later turns of the event loop.
    for (let turn = 0; turn < 10; turn += 1) await new Promise(resolve => setImmediate(resolve));
    collect();
    const descriptors = process.platform === 'linux' ? (await readdir('/proc/self/fd')).length : 0;
    const sockets = process.getActiveResourcesInfo().filter(name => name.startsWith('TCP')).length;
    return { descriptors, sockets, megabytes: process.memoryUsage().heapUsed / (1 << 20) };
  };

  it.each(rowsOf([2_000], [10_000]))(
    'are released after %i connections in sequence',
    { timeout: 120_000 },
    async count => {
      const bed = await start({ limits: { attempts: 1e9 } });
      const rest = await witness(bed);
      for (let index = 0; index < 200; index += 1) await attempt(bed.address);
      const before = await held();
      for (let index = 0; index < count - 200; index += 1) {
        if ((await attempt(bed.address)) !== 'open') throw new Error(`${index} was not let in.`);
      }
      const after = await held();
      expect(after.descriptors).toBeLessThanOrEqual(before.descriptors);
      expect(after.sockets).toBeLessThanOrEqual(before.sockets);
      // The full run's connections would add up to ten at one kilobyte each.
      expect(after.megabytes - before.megabytes).toBeLessThan(5);
      await rest();
    },
  );

  testInFull(
    'are released after 500 concurrent connections, of which 32 are admitted',
    async () => {
      const bed = await start({ limits: { attempts: 1e9 } });
      const rest = await witness(bed);
      const before = await held();
      const { address } = bed;
      const outcomes = await Promise.all(
        Array.from({ length: 500 }, () =>
          IdeTestClient.open(address).then(
            client => client,
            (error: Error) => error.message,
          ),
        ),
      );
      const clients = outcomes.filter(outcome => outcome instanceof IdeTestClient);
      expect(clients).toHaveLength(31);
      const refused = outcomes.filter(outcome => outcome === 'Unexpected server response: 429');
      expect(refused).toHaveLength(469);
      await Promise.all(clients.map(client => client.close()));
      expect(await attempt(address)).toBe('open');
      const after = await held();
      expect(after.descriptors).toBeLessThanOrEqual(before.descriptors);
      expect(after.sockets).toBeLessThanOrEqual(before.sockets);
      await rest();
    },
  );

  it('are released when the server ends', async () => {
    const before = await held();
    const bed = await start();
    const clients = await Promise.all(
      [1, 2, 3].map(pid => IdeTestClient.connect(bed.address, pid)),
    );
    const idle = connect(bed.address.port, '127.0.0.1');
    await once(idle, 'connect');
    const idleClosed = once(idle.resume(), 'close');
    bed.server.dispose();
    await Promise.all(clients.map(client => client.closed));
    await idleClosed;
    const after = await held();
    expect(after.descriptors).toBeLessThanOrEqual(before.descriptors);
    expect(after.sockets).toBeLessThanOrEqual(before.sockets);
    expect(await attempt(bed.address)).toBe(0);
  });
});

import { once } from 'node:events';
import { createConnection } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { silentLog } from '../../../src/base/log';
import { systemClock } from '../../../src/node/systemClock';
import { folderHeader, tokenHeader, toolsPath } from '../../../src/protocol/ideNames';
import type { IdeAddress } from '../../../src/terminalServer/editor/connection';
import { IdeServer, type IdeServerOptions } from '../../../src/terminalServer/ideServer';
import { McpServer } from '../../../src/terminalServer/mcp/mcpServer';
import { type McpTool, textResult } from '../../../src/terminalServer/mcp/tool';
import { IdeTestClient } from '../../support/ide/ideTestClient';
import { ScriptedEditor } from '../../support/ide/scriptedEditor';

const servers: IdeServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.dispose();
});

/** Starts a server with the tools `where` and `wait` for agents. */
async function start(options: Partial<IdeServerOptions> = {}) {
  const waits: AbortSignal[] = [];
  const started = new Set<() => void>();
  const tool = (name: string, run: McpTool['run']): McpTool => ({
    ...{ name, description: name, inputSchema: () => ({ type: 'object' }), run },
  });
  const connect = (folder: string | undefined) =>
    new McpServer({
      ...{ name: 'agents', version: '1', log: silentLog },
      tools: () => [
        tool('where', async () => textResult(String(folder))),
        tool('wait', async (_, { signal }) => {
          waits.push(signal);
          for (const wake of started) wake();
          await new Promise<void>(resolve => signal.addEventListener('abort', () => resolve()));
          return textResult('aborted');
        }),
      ],
    });
  const server = new IdeServer({
    ...{ editor: new ScriptedEditor(), version: '1', clock: systemClock, log: silentLog },
    agents: async () => connect,
    ...options,
  });
  servers.push(server);
  const waiting = async (index: number) => {
    while (!waits[index]) {
      await new Promise<void>(resolve => started.add(resolve));
    }
    return waits[index];
  };
  return { server, address: await server.listen(), waiting };
}

/** Connects as an agent; `ask` resolves with the next message of the server. */
async function connect({ port, token }: IdeAddress, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${toolsPath}`, ['mcp'], {
    headers: { [tokenHeader]: token, ...headers },
  });
  socket.on('error', () => undefined);
  const closed = new Promise<number>(resolve => socket.once('close', code => resolve(code)));
  await once(socket, 'open');
  const send = (message: unknown) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  const ask = async (message: unknown) => {
    send(message);
    const [data] = await once(socket, 'message');
    return JSON.parse(String(data));
  };
  const call = (id: unknown, name: string) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call', params: { name } },
  });
  return { socket, closed, send, ask, call };
}

it('offers an agent its own tools and folder, while CLIs get theirs', async () => {
  const { server, address } = await start();
  const folder = encodeURIComponent('/work/ä b');
  const { ask, call } = await connect(address, { [folderHeader]: folder });
  const { result } = await ask({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(result.tools.map(({ name }: McpTool) => name)).toEqual(['where', 'wait']);
  expect((await ask(call(2, 'where'))).result.content).toEqual([
    { type: 'text', text: '/work/ä b' },
  ]);
  const cli = await IdeTestClient.connect(address);
  const listed = (await cli.ask('tools/list')).result as unknown as { tools: McpTool[] };
  expect(listed.tools.map(({ name }) => name)).toContain('openDiff');
  expect(server.connections).toHaveLength(1);
  await cli.close();
});

it('hears no news of the editor', async () => {
  const { server, address } = await start();
  const { ask, call } = await connect(address);
  await ask(call(1, 'where'));
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
  server.selectionChanged({ path: '/a', text: 'x', range });
  // The next message is the answer.
  expect(await ask(call(2, 'where'))).toMatchObject({ id: 2 });
  expect(server.mention({ path: '/a' })).toBe('queued');
});

it.each(['%', '%E0%A4%A', ''])('takes an agent whose folder is spelled %j', async folder => {
  const { address } = await start();
  const { ask, call } = await connect(address, { [folderHeader]: folder });
  expect((await ask(call(1, 'where'))).result.content[0].text).toMatch(/^(undefined|)$/);
});

it('needs the token', async () => {
  const { address } = await start();
  const wrong = new WebSocket(`ws://127.0.0.1:${address.port}${toolsPath}`, ['mcp'], {
    headers: { [tokenHeader]: `${address.token}x` },
  });
  wrong.on('error', () => undefined);
  const [, { statusCode }] = await once(wrong, 'unexpected-response');
  expect(statusCode).toBe(401);
  wrong.terminate();
});

it('aborts calls that are cancelled, and those of an agent that is gone', async () => {
  const { address, waiting } = await start();
  const one = await connect(address);
  one.send(one.call(1, 'wait'));
  one.send(one.call(2, 'wait'));
  const [first, second] = [await waiting(0), await waiting(1)];
  one.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  expect((await one.ask(one.call(3, 'where'))).id).toBe(3);
  expect([first?.aborted, second?.aborted]).toEqual([true, false]);
  const aborted = once(second as AbortSignal, 'abort');
  one.socket.terminate();
  await aborted;
});

it('survives hostile messages', async () => {
  const { address } = await start();
  const { ask, call, socket, closed } = await connect(address);
  for (const message of ['{', '[]', 'null', '"x"', '{"jsonrpc":"2.0"}', '\u0000']) {
    expect(await ask(message), message).toMatchObject({ error: { code: expect.any(Number) } });
  }
  expect(await ask(call(1, '__proto__'))).toMatchObject({ error: { code: -32602 } });
  expect(await ask(call(2, 'where'))).toMatchObject({ result: {} });
  socket.send('x'.repeat(17 << 20));
  expect(await closed).toBe(1009);
  const next = await connect(address);
  expect(await next.ask(next.call(1, 'where'))).toMatchObject({ id: 1 });
});

it('limits agents and their calls, and leaves room for terminals', async () => {
  const { address, waiting } = await start({ limits: { agents: 1, calls: 2 } });
  const one = await connect(address);
  const other = await connect(address);
  expect(await other.closed).toBe(1013);
  const cli = await IdeTestClient.connect(address);
  await cli.close();
  one.send(one.call(1, 'wait'));
  one.send(one.call(2, 'wait'));
  await waiting(1);
  one.send(one.call(3, 'where'));
  expect(await one.closed).toBe(1008);
  const later = await connect(address);
  expect(await later.ask(later.call(1, 'where'))).toMatchObject({ id: 1 });
});

it('survives broken frames of an agent that is one too many', async () => {
  const { address } = await start({ limits: { agents: 0 } });
  const socket = createConnection(address.port, '127.0.0.1');
  const lines = [
    `GET ${toolsPath} HTTP/1.1`,
    `Host: 127.0.0.1:${address.port}`,
    `${tokenHeader}: ${address.token}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol: mcp',
  ];
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.resume();
  socket.write(
    Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.alloc(64, 0xff)]),
  );
  await closed;
});

it('tries again to load the editor after that has failed', async () => {
  let tries = 0;
  const { address } = await start({
    editor: async () => {
      tries += 1;
      if (tries === 1) throw new Error('No luck');
      return new ScriptedEditor();
    },
  });
  await expect(IdeTestClient.open(address)).rejects.toThrow();
  await (await IdeTestClient.open(address)).close();
});

it('tries again to load the tools after that has failed', async () => {
  let tries = 0;
  const { address } = await start({
    agents: async () => {
      tries += 1;
      if (tries === 1) throw new Error('No luck');
      return () => new McpServer({ name: 'a', version: '1', tools: () => [], log: silentLog });
    },
  });
  await expect(connect(address)).rejects.toThrow();
  const { ask } = await connect(address);
  expect(await ask({ jsonrpc: '2.0', id: 1, method: 'ping' })).toMatchObject({ result: {} });
});

import { expect, it } from 'vitest';
import { Deferred } from '../../../../src/base/deferred';
import { UserError } from '../../../../src/base/errors';
import type { JsonObject } from '../../../../src/base/json';
import { silentLog } from '../../../../src/base/log';
import * as z from '../../../../src/base/schema';
import { McpServer } from '../../../../src/terminalServer/mcp/mcpServer';
import { defineTool, type McpTool, textResult } from '../../../../src/terminalServer/mcp/tool';

const greet = defineTool({
  name: 'greet',
  description: 'Greets somebody.',
  input: z.object({ who: z.string(), times: z._default(z.number(), 1) }),
  hints: { readOnlyHint: true },
  run: async ({ who, times }, { toolUseId }) =>
    textResult(`${`hello ${who} `.repeat(times)}${toolUseId ?? ''}`),
});

function serve(tools: readonly McpTool[] = [greet]) {
  const told: [string, JsonObject][] = [];
  const server = new McpServer({
    name: 'editor',
    version: '1',
    tools: () => tools,
    onNotification: (method, params) => told.push([method, params]),
    log: silentLog,
  });
  const ask = (method: string, params: JsonObject = {}, id: string | number = 0) =>
    server.handle({ jsonrpc: '2.0', id, method, params });
  return { server, ask, told };
}

it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'speaks version %s on request, with 0 as an id',
  async protocolVersion => {
    const { ask } = serve();
    expect(await ask('initialize', { protocolVersion, capabilities: {} })).toMatchObject({
      id: 0,
      result: { protocolVersion, serverInfo: { name: 'editor', version: '1' } },
    });
  },
);

it('offers the newest version if an unknown one is requested', async () => {
  const { ask } = serve();
  for (const protocolVersion of ['1999-01-01', 7]) {
    expect(await ask('initialize', { protocolVersion })).toMatchObject({
      result: { protocolVersion: '2025-11-25' },
    });
  }
});

it('lists tools with their input schemas', async () => {
  const { ask } = serve();
  expect(await ask('tools/list')).toMatchObject({
    result: {
      tools: [
        {
          name: 'greet',
          annotations: { readOnlyHint: true },
          inputSchema: {
            type: 'object',
            properties: { who: { type: 'string' }, times: { type: 'number', default: 1 } },
            required: ['who'],
            additionalProperties: false,
          },
        },
      ],
    },
  });
});

it('runs a tool and passes it the id of the tool call', async () => {
  const { ask } = serve();
  const _meta = { progressToken: 2, 'claudecode/toolUseId': 'toolu_1' };
  expect(await ask('tools/call', { name: 'greet', arguments: { who: 'you' }, _meta })).toEqual({
    jsonrpc: '2.0',
    id: 0,
    result: { content: [{ type: 'text', text: 'hello you toolu_1' }] },
  });
});

it('explains what is wrong with an input', async () => {
  const { ask } = serve();
  const call = { name: 'greet', arguments: { who: 1, times: 'x' } };
  const text = expect.stringMatching(/^greet cannot .* who: .*expected string.*; times: .*number/);
  expect(await ask('tools/call', call)).toMatchObject({
    result: { isError: true, content: [{ text }] },
  });
});

it.each([
  ['an unknown method', { id: 1, method: 'resources/list' }, -32601],
  ['an unknown tool', { id: 1, method: 'tools/call', params: { name: 'x' } }, -32602],
  ['a call without a name', { id: 1, method: 'tools/call', params: {} }, -32602],
])('rejects %s', async (_, message, code) => {
  const { server } = serve();
  expect(await server.handle({ jsonrpc: '2.0', ...message })).toMatchObject({
    id: 1,
    error: { code },
  });
});

it.each([[[]], ['x'], [null], [{ id: 1, method: 'ping' }], [{ jsonrpc: '2.0' }]])(
  'rejects %j as an invalid message',
  async message => {
    const { server } = serve();
    expect(await server.handle(message)).toMatchObject({ id: null, error: { code: -32600 } });
  },
);

it('reports client info and responses', async () => {
  const clients: unknown[] = [];
  const answers: unknown[] = [];
  const server = new McpServer({
    name: 'editor',
    version: '1',
    tools: () => [],
    onInitialize: client => clients.push(client),
    onAnswer: (id, result) => answers.push([id, result]),
    log: silentLog,
  });
  const clientInfo = { name: 'claude-code', version: '2' };
  await server.handle({ jsonrpc: '2.0', id: 0, method: 'initialize', params: { clientInfo } });
  await server.handle({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { clientInfo: 7 } });
  await server.handle({ jsonrpc: '2.0', id: 'roots', result: { roots: [] } });
  await server.handle({ jsonrpc: '2.0', id: 'roots', error: { code: 1, message: 'no' } });
  expect(clients).toEqual([clientInfo, {}]);
  expect(answers).toEqual([
    ['roots', { roots: [] }],
    ['roots', undefined],
  ]);
});

it('rejects a second request with an id that is still in use', async () => {
  const slow = new Deferred<void>();
  const waits = defineTool({
    name: 'waits',
    description: 'Waits.',
    input: z.object({}),
    run: async () => {
      await slow.promise;
      return textResult('done');
    },
  });
  const { ask } = serve([waits]);
  const first = ask('tools/call', { name: 'waits' }, 4);
  expect(await ask('ping', {}, 4)).toMatchObject({ id: 4, error: { code: -32600 } });
  slow.resolve();
  expect(await first).toMatchObject({ id: 4, result: { content: [{ text: 'done' }] } });
});

it('does not respond to notifications and responses', async () => {
  const { server, told } = serve();
  const connected = { jsonrpc: '2.0', method: 'ide_connected', params: { pid: 7 } };
  expect(await server.handle(connected)).toBeUndefined();
  expect(await server.handle({ jsonrpc: '2.0', id: 5, result: {} })).toBeUndefined();
  expect(told).toEqual([['ide_connected', { pid: 7 }]]);
});

it('reports why a tool failed', async () => {
  const fails = defineTool({
    name: 'fails',
    description: 'Fails.',
    input: z.object({}),
    run: async () => {
      throw new UserError('file.absent', 'There is no such file.');
    },
  });
  const { ask } = serve([fails]);
  expect(await ask('tools/call', { name: 'fails' })).toMatchObject({
    result: { isError: true, content: [{ text: 'There is no such file.' }] },
  });
});

it.each(['cancelled', 'given up', 'gone'])(
  'aborts a call that is %s, without an answer',
  async how => {
    const begun = new Deferred<AbortSignal>();
    const waits = defineTool({
      name: 'waits',
      description: 'Waits.',
      input: z.object({}),
      run: async (_, { signal }) => {
        begun.resolve(signal);
        await new Promise(resolve => signal.addEventListener('abort', resolve));
        return textResult('late');
      },
    });
    const { server } = serve([waits]);
    const given = new AbortController();
    const call = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'waits' } };
    const answer = server.handle(call, given.signal);
    await begun.promise;
    if (how === 'cancelled') {
      const params = { requestId: 3 };
      await server.handle({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
    } else if (how === 'given up') {
      given.abort();
    } else {
      server.dispose();
    }
    expect((await begun.promise).aborted).toBe(true);
    expect(await answer).toBeUndefined();
  },
);

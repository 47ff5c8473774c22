import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { text } from '../../../support/api/reply';
import { ScriptedApi } from '../../../support/api/scriptedApi';
import { VendorNetwork, vendorHost } from '../../../support/api/vendorNetwork';

let api: ScriptedApi;
let network: VendorNetwork;

beforeEach(async () => {
  api = await ScriptedApi.start();
  network = await VendorNetwork.start(api);
});
afterEach(async () => {
  await network.close();
  await api.close();
});

/** Opens a tunnel through the proxy; resolves with the proxy's status and the socket. */
function tunnel(host: string): Promise<{ status: number | undefined; socket: Socket }> {
  return new Promise((resolve, reject) => {
    const connect = request(network.env.HTTPS_PROXY ?? '', { method: 'CONNECT', path: host });
    connect.on('connect', ({ statusCode }, socket) => resolve({ status: statusCode, socket }));
    connect.on('error', reject).end();
  });
}

async function ask(method: string, path: string, body?: object): Promise<string> {
  const { socket } = await tunnel(`${vendorHost}:443`);
  const ca = await readFile(network.env.NODE_EXTRA_CA_CERTS ?? '');
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked = request(`http://${vendorHost}${path}`, {
      method,
      createConnection: () => secure({ socket, servername: vendorHost, ca }),
    });
    asked.on('response', resolve).on('error', reject);
    asked.end(body && JSON.stringify(body));
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

it('answers for the host of the API, with a certificate that a child can trust', async () => {
  api.onPrompt('hello', [text('Hello yourself.')]);
  const tools = [{ name: 'Read', input_schema: {} }];
  const messages = [{ role: 'user', content: 'hello' }];
  expect(await ask('POST', '/v1/messages', { model: 'm', tools, messages })).toContain(
    'Hello yourself.',
  );
  expect(await ask('GET', '/api/claude_code/policy_limits')).toBe('{"restrictions":{}}');
  expect(api.otherRequests).toMatchObject([{ path: '/api/claude_code/policy_limits' }]);
});

it('reaches no other host, and lists those that were asked for', async () => {
  const { status, socket } = await tunnel('statsig.example:443');
  socket.destroy();
  const plain = await new Promise<IncomingMessage>(resolve =>
    request(network.env.HTTP_PROXY ?? '', { path: 'http://plain.example/' }, resolve).end(),
  );
  plain.resume();
  expect([status, plain.statusCode]).toEqual([403, 403]);
  expect(network.refused).toEqual(['statsig.example:443', 'http://plain.example/']);
});

it('removes its certificate', async () => {
  const file = network.env.NODE_EXTRA_CA_CERTS ?? '';
  expect(existsSync(file)).toBe(true);
  await network.close();
  expect(existsSync(file)).toBe(false);
  network = await VendorNetwork.start(api);
});

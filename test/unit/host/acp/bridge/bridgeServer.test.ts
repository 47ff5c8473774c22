import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BridgeBed, bridgeBed, type Reply, send } from '../../../../support/acp/bridgeBed';
import { FakeClock } from '../../../node/fakeClock';
import { until } from '../../../node/startScript';

let bed: BridgeBed;
let clock: FakeClock;
beforeEach(async () => {
  clock = new FakeClock();
  bed = await bridgeBed(clock);
});
afterEach(() => bed.close());

const initialize = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a' } },
};
const callOf = (name: string, args = {}, id: number | string = 1) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name, arguments: args },
});

/** Begins a session. @returns the header that names it */
async function session(): Promise<Record<string, string>> {
  const { status, headers } = await send(bed.access, initialize);
  expect(status).toBe(200);
  return { 'mcp-session-id': String(headers['mcp-session-id']) };
}

const resultOf = ({ text }: Reply) => JSON.parse(text).result.content[0].text;

describe('with a token', () => {
  it('a client gets a session, lists the tools and calls one', async () => {
    const headers = await session();
    const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await send(bed.access, ready, { headers })).toMatchObject({ status: 202, text: '' });
    const list = { jsonrpc: '2.0', id: 'b', method: 'tools/list' };
    const { text } = await send(bed.access, list, { headers });
    const { id, result } = JSON.parse(text);
    expect([id, result.tools.map(({ name }: { name: string }) => name)]).toEqual([
      'b',
      ['echo', 'wait'],
    ]);
    const reply = await send(bed.access, callOf('echo', { text: 'ä' }), { headers });
    expect(resultOf(reply)).toBe('ä');
    const batch = await send(bed.access, [callOf('echo', { text: '1' }), ready], { headers });
    expect(JSON.parse(batch.text)).toHaveLength(1);
  });

  it('clients do not disturb each other, whatever their ids are', async () => {
    const [one, two] = [await session(), await session()];
    const slow = send(bed.access, callOf('wait'), { headers: one });
    await until(() => bed.waits.length === 1);
    const reply = await send(bed.access, callOf('echo', { text: 'quick' }), { headers: two });
    expect(resultOf(reply)).toBe('quick');
    bed.goOn();
    expect(resultOf(await slow)).toBe('went on');
  });

  it('a slow answer becomes a stream with signs of life, if the client can read one', async () => {
    const headers = { ...(await session()), accept: 'application/json, text/event-stream' };
    const slow = send(bed.access, callOf('wait'), { headers });
    await until(() => bed.waits.length === 1);
    clock.advance(15_000);
    clock.advance(15_000);
    bed.goOn();
    const { headers: head, text } = await slow;
    expect(head['content-type']).toBe('text/event-stream');
    expect(text.split(': still working\n\n')).toHaveLength(3);
    const [, data = ''] = /^event: message\ndata: (.*)$/m.exec(text) ?? [];
    expect(JSON.parse(data).result.content[0].text).toBe('went on');
    expect(clock.waiting).toEqual([]);
  });

  it('a call is aborted when its client is gone, or cancels it', async () => {
    const headers = await session();
    const cancelled = send(bed.access, callOf('wait', {}, 7), { headers });
    await until(() => bed.waits.length === 1);
    const cancel = { ...{ jsonrpc: '2.0', method: 'notifications/cancelled' } };
    await send(bed.access, { ...cancel, params: { requestId: 7 } }, { headers });
    expect(await cancelled).toMatchObject({ status: 202, text: '' });
    expect(bed.waits[0]?.aborted).toBe(true);
    const { url, token } = bed.access;
    const all = {
      ...headers,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    };
    const gone = request(url, { method: 'POST', headers: all });
    gone.on('error', () => undefined);
    gone.end(JSON.stringify(callOf('wait')));
    await until(() => bed.waits.length === 2);
    gone.destroy();
    await until(() => bed.waits[1]?.aborted === true);
  });

  it('explains what is wrong with a request', async () => {
    const headers = await session();
    const statusOf = async (...args: Parameters<typeof send>) => (await send(...args)).status;
    const { access } = bed;
    expect(await statusOf(access, '{', { headers })).toBe(400);
    expect(await statusOf(access, callOf('echo'))).toBe(400);
    expect(await statusOf(access, callOf('echo'), { headers: { 'mcp-session-id': 'x' } })).toBe(
      404,
    );
    expect(await statusOf(access, '', { method: 'GET' })).toBe(405);
    const plain = { 'content-type': 'text/plain' };
    expect(await statusOf(access, callOf('echo'), { headers: plain })).toBe(415);
    expect(await statusOf(access, 'x'.repeat(8 * 1024 * 1024 + 1), { headers })).toBe(413);
    expect(await statusOf(access, '', { method: 'DELETE', headers })).toBe(200);
    expect(await statusOf(access, callOf('echo'), { headers })).toBe(404);
  });
});

describe('refused without a word are', () => {
  const port = () => new URL(bed.access.url).port;
  it.each<[string, () => Parameters<typeof send>[2] & { readonly token?: string }]>([
    ['requests without a token', () => ({ headers: { authorization: undefined } })],
    ['an empty token', () => ({ token: '' })],
    ['another token', () => ({ token: 'a'.repeat(43) })],
    ['basic authorization', () => ({ headers: { authorization: `Basic ${bed.access.token}` } })],
    ['pages', () => ({ headers: { origin: 'http://127.0.0.1' } })],
    ['navigation', () => ({ headers: { 'sec-fetch-site': 'none' } })],
    ['other names of the host', () => ({ headers: { host: `localhost:${port()}` } })],
    ['other paths', () => ({ path: '/' })],
    ['paths with a query', () => ({ path: '/mcp?a' })],
  ])('%s', async (_name, make) => {
    const { token = bed.access.token, ...options } = make() ?? {};
    const reply = await send({ ...bed.access, token }, initialize, options);
    expect(reply).toMatchObject({ status: 401, text: '' });
  });

  it('requests after the conversation has ended, whose running calls end', async () => {
    const headers = await session();
    const slow = send(bed.access, callOf('wait'), { headers });
    await until(() => bed.waits.length === 1);
    bed.access.dispose();
    expect((await slow).status).toBe(202);
    expect(await send(bed.access, initialize)).toMatchObject({ status: 401 });
  });
});

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { ProxyMessage } from '../support/gateway/proxyProcess';
import type { Benchmark, BenchmarkResult } from './benchmark';

/**
 * The gateway's cost, compared with a passthrough of 20 lines; each runs in a process of its own, so
 * that its CPU is known. Times are what the proxy adds to a request without one, in the same run.
 */

const requests = 150;
const events = 1_000;
const streams = 200;
const event =
  'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello, "}}\n\n';
const body = JSON.stringify({
  model: 'm',
  messages: [{ role: 'user', content: 'x'.repeat(60_000) }],
});

type Kind = 'direct' | 'bare' | 'gateway';
const kinds: readonly Kind[] = ['direct', 'bare', 'gateway'];

export const bench: Benchmark = {
  name: 'the gateway beside a bare passthrough',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
    const api = await startApi();
    const proxies = await startProxies(folder, api.url);
    try {
      const addresses = {
        direct: api.url,
        bare: proxies.bare.address,
        gateway: proxies.gateway.address,
      };
      return [
        await firstBytes(addresses),
        await perEvent(addresses, api),
        await cpu(proxies, api),
        await memory(proxies, api),
      ];
    } finally {
      for (const { child } of Object.values(proxies)) child.kill();
      api.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

type Addresses = Readonly<Record<Kind, string>>;

async function firstBytes(addresses: Addresses): Promise<BenchmarkResult> {
  const times = timesOf(kinds);
  for (let round = -20; round < requests; round += 1) {
    for (const kind of kinds) {
      const start = performance.now();
      const answer = await ask(`${addresses[kind]}/short`);
      const ended = once(answer, 'end');
      await once(answer, 'data');
      if (round >= 0) times[kind].push(performance.now() - start);
      await ended;
    }
  }
  return overhead('time to first byte', times);
}

/** Writes each event when the one before has arrived. */
async function perEvent(addresses: Addresses, api: Api): Promise<BenchmarkResult> {
  const times = timesOf(kinds);
  const open: { kind: Kind; answer: IncomingMessage; response: ServerResponse }[] = [];
  for (const kind of kinds) {
    open.push({ kind, ...(await hold(addresses[kind], api)) });
  }
  for (let round = -200; round < events; round += 1) {
    for (const { kind, answer, response } of open) {
      const start = performance.now();
      const arrived = once(answer, 'data');
      response.write(event);
      await arrived;
      if (round >= 0) times[kind].push(performance.now() - start);
    }
  }
  for (const { response, answer } of open) {
    response.end();
    answer.destroy();
  }
  return overhead('time per event', times);
}

async function cpu(proxies: Proxies, api: Api): Promise<BenchmarkResult> {
  const used = timesOf(kinds);
  for (let round = -1; round < 5; round += 1) {
    for (const kind of ['bare', 'gateway'] as const) {
      const before = await stateOf(proxies[kind]);
      const { answer, response } = await hold(proxies[kind].address, api);
      for (let count = 0; count < events; count += 1) {
        const arrived = once(answer, 'data');
        response.write(event);
        await arrived;
      }
      const ended = once(answer, 'end');
      response.end();
      await ended;
      const { cpu: after } = await stateOf(proxies[kind]);
      if (round >= 0) used[kind].push(((after - before.cpu) * 1_000) / events);
    }
  }
  const [ours, bare] = [median(used.gateway), median(used.bare)];
  const detail = `${ours.toFixed(1)} ms of CPU for 1,000 events; the passthrough ${bare.toFixed(1)} ms`;
  return { what: 'CPU', measured: ours / bare, limit: 1.3, unit: '×', detail };
}

async function memory(proxies: Proxies, api: Api): Promise<BenchmarkResult> {
  const grown = { bare: 0, gateway: 0 };
  for (const kind of ['bare', 'gateway'] as const) {
    const before = await stateOf(proxies[kind]);
    const open = await Promise.all(
      Array.from({ length: streams }, async () => {
        const stream = api.next();
        const answer = await ask(`${proxies[kind].address}/held`);
        answer.resume();
        return { answer, response: await stream };
      }),
    );
    for (let count = 0; count < 20; count += 1) {
      for (const { response } of open) response.write(event);
      await new Promise(resolve => setImmediate(resolve));
    }
    grown[kind] = (await stateOf(proxies[kind])).memory - before.memory;
    for (const { answer, response } of open) {
      response.end();
      answer.destroy();
    }
  }
  const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1);
  const detail = `${streams} streams take ${megabytes(grown.gateway)} MB; in the passthrough ${megabytes(grown.bare)} MB`;
  const kilobytes = grown.gateway / streams / 1024;
  return { what: 'memory of a stream', measured: kilobytes, limit: 200, unit: 'KB', detail };
}

function overhead(what: string, times: Record<Kind, number[]>): BenchmarkResult {
  const [direct, bare, ours] = kinds.map(kind => median(times[kind])) as [number, number, number];
  const added = (time: number) => `${((time - direct) * 1_000).toFixed(0)} µs`;
  const detail = `adds ${added(ours)} to ${(direct * 1_000).toFixed(0)} µs; the passthrough adds ${added(bare)}`;
  return { what, measured: (ours - direct) / (bare - direct), limit: 1.3, unit: '×', detail };
}

interface Api {
  readonly url: string;
  /** Resolves with the next answer that is held open. */
  next(): Promise<ServerResponse>;
  close(): void;
}

async function startApi(): Promise<Api> {
  const waiting: ((response: ServerResponse) => void)[] = [];
  const server = createServer((incoming, response) => {
    incoming.resume();
    incoming.once('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (incoming.url?.endsWith('/short')) {
        response.end(event);
      } else {
        // The passthrough sends its head with the first byte only.
        response.write(event);
        waiting.shift()?.(response);
      }
    });
  });
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: () => new Promise(resolve => waiting.push(resolve)),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Proxy {
  readonly child: ChildProcess;
  readonly address: string;
}

type Proxies = Readonly<Record<'bare' | 'gateway', Proxy>>;

async function startProxies(folder: string, url: string): Promise<Proxies> {
  const outfile = join(folder, 'proxy.cjs');
  const entry = join(__dirname, '..', 'support', 'gateway', 'proxyProcess.ts');
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', target: 'node20' });
  const start = async (kind: string): Promise<Proxy> => {
    const child = fork(outfile, [kind, url], { execArgv: ['--expose-gc'] });
    const [message] = (await once(child, 'message')) as [ProxyMessage];
    return { child, address: 'address' in message ? message.address : '' };
  };
  return { bare: await start('bare'), gateway: await start('gateway') };
}

async function stateOf({ child }: Proxy): Promise<{ cpu: number; memory: number }> {
  const answer = once(child, 'message');
  child.send('state');
  const [message] = (await answer) as [ProxyMessage];
  return 'cpu' in message ? message : { cpu: Number.NaN, memory: Number.NaN };
}

/** Opens a stream whose first event has arrived. One at a time, so that both ends belong together. */
async function hold(address: string, api: Api) {
  const stream = api.next();
  const answer = await ask(`${address}/held`);
  await once(answer, 'data');
  return { answer, response: await stream };
}

async function ask(address: string): Promise<IncomingMessage> {
  const outgoing = request(address, { method: 'POST' });
  outgoing.end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return answer;
}

function timesOf(all: readonly Kind[]): Record<Kind, number[]> {
  return Object.fromEntries(all.map(kind => [kind, []])) as unknown as Record<Kind, number[]>;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

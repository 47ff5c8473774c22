import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLog } from '../../../src/base/log';
import { ownAgents } from '../../../src/gateway/forward/upstream';
import { Gateway } from '../../../src/gateway/server/gateway';
import { systemClock } from '../../../src/node/systemClock';

/** Messages to the process that asked: first the address, then an answer for each question. */
export type ProxyMessage =
  | { readonly address: string }
  /** CPU in milliseconds, memory in bytes. */
  | { readonly cpu: number; readonly memory: number };

/** Passes requests on in as few lines as possible, for comparison. */
function bare(upstream: URL): Promise<string> {
  const { agents: agent } = { agents: ownAgents().http };
  const server = createServer((client, answer) => {
    const { method, url: path, headers } = client;
    const { hostname, port } = upstream;
    const sent = request({ hostname, port, method, path, headers, agent }, response => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
      answer.once('close', () => response.destroy());
    });
    sent.once('error', () => answer.destroy());
    client.pipe(sent);
  });
  return new Promise(resolve => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });
}

async function ours(upstream: URL): Promise<string> {
  const options = { agents: ownAgents(), clock: systemClock, log: silentLog };
  const gateway = await Gateway.start(options);
  return gateway.addressFor(gateway.lease({ upstream }));
}

async function main([kind, url = '']: readonly string[]): Promise<void> {
  const tell = (message: ProxyMessage) => process.send?.(message);
  process.on('message', () => {
    globalThis.gc?.();
    const { user, system } = process.cpuUsage();
    tell({ cpu: (user + system) / 1_000, memory: process.memoryUsage.rss() });
  });
  process.once('disconnect', () => process.exit());
  tell({ address: await (kind === 'bare' ? bare : ours)(new URL(url)) });
}

void main(process.argv.slice(2));

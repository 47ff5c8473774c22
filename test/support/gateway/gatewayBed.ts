import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Clock } from '../../../src/base/clock';
import type { Log } from '../../../src/base/log';
import { silentLog } from '../../../src/base/log';
import type { ExchangeEnd, ExchangeObserver, ObserveExchange } from '../../../src/gateway/exchange';
import { ownAgents } from '../../../src/gateway/forward/upstream';
import { Gateway } from '../../../src/gateway/server/gateway';
import type { Lease, LeaseOptions } from '../../../src/gateway/server/leases';
import { systemClock } from '../../../src/node/systemClock';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface GatewayBed {
  readonly gateway: Gateway;
  /** Address of the API behind it. */
  readonly upstream: URL;
  /** Requests that have reached the API, with their connections. */
  readonly reached: IncomingMessage[];
  readonly sockets: ReadonlySet<Socket>;
  /** Answers the next requests. */
  answer: Handler;
  lease(options?: Partial<LeaseOptions>): Lease;
  close(): Promise<void>;
}

/** Starts a gateway with an API behind it, both on 127.0.0.1. */
export async function gatewayBed(
  options: { readonly clock?: Clock; readonly log?: Log } = {},
): Promise<GatewayBed> {
  const reached: IncomingMessage[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((incoming, response) => {
    reached.push(incoming);
    bed.answer(incoming, response);
  });
  server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const upstream = new URL(`http://127.0.0.1:${port}`);
  const gateway = await Gateway.start({
    ...{ clock: systemClock, log: silentLog, agents: ownAgents() },
    ...options,
  });
  const bed: GatewayBed = {
    ...{ gateway, upstream, reached, sockets },
    answer: (incoming, response) => {
      incoming.resume();
      response.end('ok');
    },
    lease: lease => gateway.lease({ upstream, ...lease }),
    close: async () => {
      gateway.dispose();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  return bed;
}

/** Sends text as it is. @returns everything that comes back until the connection is closed */
export async function sendRaw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('error', () => undefined);
  socket.write(text, 'latin1');
  await new Promise(resolve => socket.once('close', resolve));
  return Buffer.concat(chunks).toString('latin1');
}

export interface ClientOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Buffer;
}

/** Sends a request. Resolves with the head of the answer. */
export async function send(
  address: string,
  { method = 'POST', headers = {}, body = '' }: ClientOptions = {},
): Promise<IncomingMessage> {
  const outgoing = request(address, { method, headers: { ...headers }, agent: false });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return response;
}

export async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Records what an observer is shown. */
export class Observed implements ExchangeObserver {
  readonly request: Buffer[] = [];
  readonly chunks: Buffer[] = [];
  readonly heads: number[] = [];
  private readonly waiters = new Set<(end: ExchangeEnd) => void>();
  private last: ExchangeEnd | undefined;

  readonly observe: ObserveExchange = () => this;

  requestChunk(chunk: Buffer): void {
    this.request.push(chunk);
  }

  response(status: number): void {
    this.heads.push(status);
  }

  responseChunk(chunk: Buffer): void {
    this.chunks.push(chunk);
  }

  end(end: ExchangeEnd): void {
    this.last = end;
    for (const wake of this.waiters) wake(end);
  }

  ended(): Promise<ExchangeEnd> {
    const { last } = this;
    return last ? Promise.resolve(last) : new Promise(resolve => this.waiters.add(resolve));
  }
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { Forward } from '../forward/forward';
import { withoutCredentials } from '../forward/headers';
import { usualLimits } from '../forward/limits';
import { safeObserver } from '../forward/safeObserver';
import type { Agents } from '../forward/upstream';
import { type Admitted, admit } from './admission';
import { type Lease, type LeaseOptions, Leases } from './leases';

export interface GatewayOptions {
  /** Connections to the API; absent: those of Node or the editor, which closes them itself. */
  readonly agents?: Agents | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Milliseconds for the head of a request. */
const timeForHead = 60_000;

/** Proxy for the Messages API on the loopback interface. Only leases let requests pass. */
export class Gateway implements Disposable {
  private readonly leases = new Leases();
  private readonly died = new Emitter<void>();
  private isDisposed = false;
  private requests = 0;

  /** Fires when the server has ended although nobody asked it to. Its leases are of no use then. */
  readonly onDied = this.died.event;

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private readonly options: GatewayOptions,
  ) {
    const pass = (client: IncomingMessage, answer: ServerResponse) => this.receive(client, answer);
    server.on('request', pass);
    server.on('checkContinue', (client, answer) => this.receive(client, answer, true));
    server.on('checkExpectation', (_client, answer) => refuse(answer));
    server.on('upgrade', (_request, socket) => refuseSocket(socket));
    server.on('connect', (_request, socket) => refuseSocket(socket));
    server.on('clientError', (_error, socket: Socket) =>
      // A client that has an answer already gets no second one.
      socket.bytesWritten > 0 ? socket.destroy() : refuseSocket(socket),
    );
    const end = () => this.end();
    server.on('error', error => {
      options.log.error('The gateway has failed', { error: messageOf(error) });
      end();
    });
    server.once('close', end);
  }

  /** @throws Error if no port can be had */
  static async start(options: GatewayOptions): Promise<Gateway> {
    const server = createServer({
      ...{ noDelay: true, keepAlive: true },
      // Node would answer in its own words.
      requireHostHeader: false,
    });
    // An idle client's connection stays: its next request could meet the closing otherwise.
    server.keepAliveTimeout = 0;
    server.headersTimeout = timeForHead;
    // Long bodies are limited by their silence, not by their length.
    server.requestTimeout = 0;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    options.log.info(`The gateway listens on 127.0.0.1:${port}`);
    return new Gateway(server, port, options);
  }

  get address(): string {
    return `http://${this.host}`;
  }

  /** Requests that were let through so far. */
  get calls(): number {
    return this.requests;
  }

  lease(options: LeaseOptions): Lease {
    return this.leases.add(options);
  }

  /** Value of `ANTHROPIC_BASE_URL` for the process with this lease. */
  addressFor({ place, nonce }: Lease): string {
    return place === 'path' ? `${this.address}/${nonce}` : this.address;
  }

  /** Ends all exchanges, and closes all connections of its own. */
  dispose(): void {
    this.isDisposed = true;
    this.end();
    this.server.close();
    this.server.closeAllConnections();
    this.options.agents?.http.destroy();
    this.options.agents?.https.destroy();
  }

  private get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  private end(): void {
    const isUnasked = !this.isDisposed;
    this.isDisposed = true;
    if (isUnasked) {
      this.died.fire();
    }
    this.leases.dispose();
  }

  private receive(client: IncomingMessage, answer: ServerResponse, waits = false): void {
    answer.sendDate = false;
    const admitted = admit(client, this.host, this.leases);
    if (!admitted) {
      refuse(answer);
      return;
    }
    if (waits) {
      answer.writeContinue();
    }
    this.forward(client, answer, admitted);
  }

  private forward(client: IncomingMessage, answer: ServerResponse, admitted: Admitted): void {
    const { clock, log, agents } = this.options;
    const { lease, path } = admitted;
    const { upstream, key, observe, limits } = lease.options;
    this.requests += 1;
    lease.calls += 1;
    const request = {
      ...{ id: this.requests, method: client.method ?? 'GET', path, at: clock.now() },
      headers: withoutCredentials(client.headers),
    };
    const forward = new Forward({
      ...{ client, answer, upstream, path, key, agents, clock },
      observer: safeObserver(observe, request, log),
      limits: { ...usualLimits, ...limits },
      onEnded: () => release(),
    });
    const release = lease.own(forward);
    void forward.start();
  }
}

/** Refuses a request in the same words whatever is wrong with it. */
function refuse(answer: ServerResponse): void {
  answer.sendDate = false;
  answer.shouldKeepAlive = false;
  answer.writeHead(401, { 'content-length': 0 });
  answer.end();
}

function refuseSocket(socket: Duplex): void {
  const lines = ['HTTP/1.1 401 Unauthorized', 'content-length: 0', 'Connection: close'];
  socket.on('error', () => socket.destroy());
  socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}

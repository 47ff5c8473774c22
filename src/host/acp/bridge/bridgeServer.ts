import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { BridgeSessions, type ConnectTools } from './bridgeSessions';
import { answerRequest } from './httpTransport';

/** Path of the MCP endpoint. */
const endpoint = '/mcp';
/** Milliseconds for the head of a request, and for all of it. */
const timeForHead = 30_000;
const timeForRequest = 120_000;

/** Right of one conversation to use the server. It ends with `dispose`. */
export interface BridgeAccess extends Disposable {
  readonly url: string;
  /** Bearer token. */
  readonly token: string;
}

/**
 * MCP server on the loopback interface, for agents that cannot reach the editor's tools over their own
 * wire. Each conversation has a token; what comes without one learns nothing.
 * @see https://modelcontextprotocol.io/specification/2025-06-18/basic/transports
 */
export class BridgeServer implements Disposable {
  private readonly admitted = new Set<{ digest: Buffer; sessions: BridgeSessions }>();

  private constructor(
    private readonly server: Server,
    private readonly port: number,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    server.on('request', (request, answer) => void this.receive(request, answer));
    server.on('checkContinue', (_request, answer) => refuse(answer));
    server.on('checkExpectation', (_request, answer) => refuse(answer));
    server.on('upgrade', (_request, socket) => refuseSocket(socket));
    server.on('connect', (_request, socket) => refuseSocket(socket));
    server.on('clientError', (_error, socket) => socket.destroy());
    server.on('error', error => log.error('The bridge has failed', { error: messageOf(error) }));
  }

  /** @throws Error if no port can be had */
  static async start(clock: Clock, log: Log): Promise<BridgeServer> {
    const server = createServer({ noDelay: true, requireHostHeader: false });
    // An idle client's connection stays: its next request could meet the closing otherwise.
    server.keepAliveTimeout = 0;
    server.headersTimeout = timeForHead;
    server.requestTimeout = timeForRequest;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    log.info(`The bridge listens on 127.0.0.1:${port}`);
    return new BridgeServer(server, port, clock, log);
  }

  /** @param connect makes the tools for each client of the conversation */
  admit(connect: ConnectTools): BridgeAccess {
    const token = randomBytes(32).toString('base64url');
    const entry = { digest: digestOf(token), sessions: new BridgeSessions(connect) };
    this.admitted.add(entry);
    return {
      url: `http://${this.host}${endpoint}`,
      token,
      dispose: () => {
        this.admitted.delete(entry);
        entry.sessions.dispose();
      },
    };
  }

  dispose(): void {
    for (const { sessions } of this.admitted) {
      sessions.dispose();
    }
    this.admitted.clear();
    this.server.close();
    this.server.closeAllConnections();
  }

  private get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  private async receive(request: IncomingMessage, answer: ServerResponse): Promise<void> {
    const sessions = this.sessionsFor(request);
    if (!sessions) {
      refuse(answer);
      return;
    }
    try {
      await answerRequest({ request, answer, sessions, clock: this.clock });
    } catch (error) {
      this.log.warn('A request to the bridge failed', { error: messageOf(error) });
      answer.destroy();
    }
  }

  private sessionsFor({ url, headers }: IncomingMessage): BridgeSessions | undefined {
    const [, token = ''] = /^Bearer ([\w-]+)$/i.exec(headers.authorization ?? '') ?? [];
    const digest = digestOf(token);
    let found: BridgeSessions | undefined;
    // All are looked at, so that the time does not tell which token was right.
    for (const entry of this.admitted) {
      found = timingSafeEqual(entry.digest, digest) ? entry.sessions : found;
    }
    // Browsers send an origin, and DNS rebinding makes another name lead here.
    const isPlain =
      headers.host === this.host &&
      headers.origin === undefined &&
      headers['sec-fetch-site'] === undefined &&
      url === endpoint;
    return isPlain ? found : undefined;
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Refuses a request in the same words whatever is wrong with it. */
function refuse(answer: ServerResponse): void {
  answer.shouldKeepAlive = false;
  answer.writeHead(401, { 'content-length': 0 });
  answer.end();
}

function refuseSocket(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  const lines = ['HTTP/1.1 401 Unauthorized', 'content-length: 0', 'connection: close'];
  socket.end(`${lines.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}

import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import type { Event } from '../base/emitter';
import { messageOf } from '../base/errors';
import type { Log } from '../base/log';
import { toolsPath } from '../protocol/ideNames';
import type { AgentClients, ConnectAgent } from './clients/agentClients';
import { Clients } from './clients/clients';
import type { Upgrades } from './clients/upgrades';
import type { IdeAddress, IdeConnection, Mention, SelectionNote } from './editor/connection';
import type { ConnectionId, IdePort } from './editor/idePort';
import { Admission, type Refusal, refuse } from './wire/admission';
import { defaultLimits, type IdeLimits } from './wire/limits';
import { QuietLog } from './wire/quietLog';
import { RateLimit } from './wire/rateLimit';
import { WaitingSockets } from './wire/waitingSockets';

export interface IdeServerOptions {
  /** Editor; a function is called with the first client. */
  readonly editor: IdePort | (() => Promise<IdePort>);
  /** Offers tools to agents of others; called with the first of them. Absent: there are none. */
  agents?(): Promise<ConnectAgent>;
  /** Version of the Tandem extension. */
  readonly version: string;
  /** Address from before a window reload; used again if the port is free. */
  readonly preferred?: IdeAddress;
  readonly limits?: Partial<IdeLimits>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Interval in milliseconds, and number of tries, while the window from before a reload still holds
 * its port.
 */
const portIsBusy = { wait: 50, tries: 20 } as const;

/** MCP server over WebSocket that CLIs in terminals connect to, on the loopback interface only. */
export class IdeServer implements Disposable {
  private readonly limits: IdeLimits;
  private readonly clients: Clients;
  private readonly attempts: RateLimit;
  private readonly refusals: RateLimit;
  private readonly quiet: QuietLog;
  private readonly waiting: WaitingSockets;
  /** Sockets of admitted connections, including those that are not upgraded yet. */
  private readonly sockets = new Set<Duplex>();
  private http: Server | undefined;
  private upgrades: Promise<Upgrades> | undefined;
  private agents: Promise<AgentClients> | undefined;
  private isDisposed = false;

  readonly onConnectionsChanged: Event<void>;

  constructor(private readonly options: IdeServerOptions) {
    const { clock, log } = options;
    this.limits = { ...defaultLimits, ...options.limits };
    this.clients = new Clients(this.limits, clock);
    this.onConnectionsChanged = this.clients.onChanged;
    this.attempts = new RateLimit(this.limits.attempts, clock);
    this.refusals = new RateLimit(this.limits.refusals, clock);
    this.quiet = new QuietLog(log, clock);
    this.waiting = new WaitingSockets(this.limits, clock, this.quiet);
  }

  /** @throws the system's error if no port is available */
  async listen(): Promise<IdeAddress> {
    const preferred = usable(this.options.preferred);
    for (let tries = 0; preferred && tries < portIsBusy.tries && !this.isDisposed; tries += 1) {
      if (await this.listenAt(preferred)) {
        return preferred;
      }
      await new Promise<void>(resolve => this.options.clock.setTimeout(resolve, portIsBusy.wait));
    }
    const token = randomBytes(32).toString('base64url');
    const port = await this.listenAt({ port: 0, token });
    if (port === undefined) {
      throw new Error('The system gives no port.');
    }
    return { port, token };
  }

  /** Connected clients, in order of arrival. */
  get connections(): readonly IdeConnection[] {
    return this.clients.connections;
  }

  /** Sends a selection to every client that was not sent it last; later clients get the newest. */
  selectionChanged(selection: SelectionNote | undefined): void {
    this.clients.selectionChanged(selection);
  }

  /**
   * Adds a file to the prompt of one CLI: the given one, else the one that last sent something.
   * @returns `queued` if that CLI is not connected: the next one to connect within a minute gets it
   */
  mention(mention: Mention, to?: ConnectionId): 'sent' | 'queued' {
    return this.clients.mention(mention, to);
  }

  /** Closes a connection for good: the CLI does not reconnect. */
  disconnect(id: ConnectionId): void {
    this.clients.disconnect(id);
  }

  dispose(): void {
    this.isDisposed = true;
    this.clients.dispose();
    for (const socket of this.sockets) {
      socket.destroy();
    }
    this.http?.close();
    this.http?.closeAllConnections();
  }

  /** @returns the port; undefined if it is taken */
  private async listenAt(address: IdeAddress): Promise<number | undefined> {
    const http = createServer();
    try {
      await new Promise<void>((resolve, reject) => {
        http.once('error', reject);
        http.listen(address.port, '127.0.0.1', resolve);
      });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (address.port !== 0 && (code === 'EADDRINUSE' || code === 'EACCES')) {
        return undefined;
      }
      throw error;
    }
    const { port } = http.address() as AddressInfo;
    const admission = new Admission({ ...address, port });
    http.on('connection', socket => this.waiting.add(socket));
    http.on('error', error => this.options.log.error('The server', { error: messageOf(error) }));
    http.on('clientError', (error, socket) =>
      this.refuse(socket, { status: 400, reason: messageOf(error) }),
    );
    http.on('request', (request, response) => {
      this.quiet.warn('A client was refused', { reason: 'It asks for no WebSocket.' });
      response.writeHead(426, { Connection: 'close' }).end();
      request.resume();
    });
    http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', error => {
        this.options.log.debug('A connection broke', { error: messageOf(error) });
      });
      const rejection = admission.refusalOf(request);
      const refusal = rejection ?? this.refusalNow();
      if (!refusal) {
        void this.accept(request, socket, head);
      } else {
        this.refuse(socket, refusal, !rejection || this.refusals.take());
      }
    });
    this.http = http;
    if (this.isDisposed) {
      this.dispose();
    }
    return port;
  }

  /** Returns the reason to refuse another client that has the token; undefined if there is none. */
  private refusalNow(): Refusal | undefined {
    if (this.isDisposed || this.sockets.size >= this.limits.connections) {
      return { status: 429, reason: 'There are too many clients.' };
    }
    return this.attempts.take()
      ? undefined
      : { status: 429, reason: 'There are too many attempts.' };
  }

  private refuse(socket: Duplex, { status, reason }: Refusal, isAnswered = true): void {
    this.quiet.warn('A client was refused', { reason });
    if (isAnswered && socket.writable) {
      refuse(socket, status);
    } else {
      socket.destroy();
    }
  }

  private async accept(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    this.waiting.remove(socket);
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    try {
      const upgrades = await this.upgradesFor(request);
      if (!this.isDisposed) {
        upgrades.accept(request, socket, head);
      }
    } catch (error) {
      this.options.log.error('A client could not be let in', { error: messageOf(error) });
      socket.destroy();
    }
  }

  private upgradesFor({ url }: IncomingMessage): Promise<Pick<Upgrades, 'accept'>> {
    const { agents } = this.options;
    if (url === toolsPath && agents) {
      this.agents ??= this.loadAgents(agents).catch((error: unknown) => {
        // The next client tries again.
        this.agents = undefined;
        throw error;
      });
      return this.agents;
    }
    this.upgrades ??= this.load().catch((error: unknown) => {
      this.upgrades = undefined;
      throw error;
    });
    return this.upgrades;
  }

  private async loadAgents(agents: () => Promise<ConnectAgent>): Promise<AgentClients> {
    const [{ AgentClients }, connect] = await Promise.all([
      import('./clients/agentClients'),
      agents(),
    ]);
    const { limits, quiet, clients } = this;
    const { clock, log } = this.options;
    return new AgentClients({
      ...{ connect, limits, quiet, clock, log },
      nextId: () => clients.nextId(),
    });
  }

  /** Loads what only a window with a connected terminal needs. */
  private async load(): Promise<Upgrades> {
    const { version, clock, log, editor: given } = this.options;
    const [{ Upgrades }, editor] = await Promise.all([
      import('./clients/upgrades'),
      typeof given === 'function' ? given() : given,
    ]);
    const { limits, clients, quiet } = this;
    return new Upgrades({ editor, version, clock, log, limits, clients, quiet });
  }
}

/** Checks a stored address: it may be damaged, and a weak token must not be used again. */
function usable(address: IdeAddress | undefined): IdeAddress | undefined {
  const { port = 0, token = '' } = address ?? {};
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  return isPort && /^[\w-]{32,128}$/.test(token) ? { port, token } : undefined;
}

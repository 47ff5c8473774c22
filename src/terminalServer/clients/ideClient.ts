import type { WebSocket } from 'ws';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import { deepEqual, isObject } from '../../base/json';
import type { Log } from '../../base/log';
import * as z from '../../base/schema';
import { connectedParams, rootsResult } from '../../protocol/ide';
import type { IdeConnection } from '../editor/connection';
import type { ConnectionId, IdePort } from '../editor/idePort';
import { type ClientInfo, McpServer } from '../mcp/mcpServer';
import type { McpTool } from '../mcp/tool';
import { ClientPaths } from '../tools/clientPaths';
import { OpenDiffs } from '../tools/openDiffs';
import { ideTools } from '../tools/toolTable';
import { ClientWire } from '../wire/clientWire';
import type { IdeLimits } from '../wire/limits';
import type { QuietLog } from '../wire/quietLog';

export interface ClientOptions {
  readonly editor: IdePort;
  readonly version: string;
  readonly limits: IdeLimits;
  readonly clock: Clock;
  readonly log: Log;
  readonly quiet: QuietLog;
}

/**
 * Milliseconds after which a client counts as ready even if, unlike the CLI, it does not report its
 * process.
 */
const unnamed = 1_000;

/**
 * Milliseconds to hold messages back after the CLI reports its process: it loses earlier ones
 * (measured: 80 ms).
 */
const settling = 750;

/** Id of the only kind of request we send. */
const rootsRequest = 'roots';

/** List that each client reports its changes to. */
interface ClientList {
  update(client: IdeClient, isNew: boolean): void;
  remove(client: IdeClient): void;
}

/** Client of the server, with its own state. */
export class IdeClient implements Disposable {
  private readonly wire: ClientWire;
  private readonly mcp: McpServer;
  private readonly paths: ClientPaths;
  private readonly diffs: OpenDiffs;
  /** Tools of the client, made when it first asks for them. */
  private tools: readonly McpTool[] | undefined;
  private about: IdeConnection;
  private waiting: Disposable;
  private calls = 0;
  private state: 'new' | 'initialized' | 'ready' | 'gone' = 'new';
  /** Messages to send once the client listens; undefined from then on. */
  private unsent: (() => void)[] | undefined = [];
  private sentSelection: JsonObject | undefined;
  /** Time of the client's last message, in milliseconds since 1970. */
  lastActiveAt: number;

  constructor(
    socket: WebSocket,
    readonly id: ConnectionId,
    private readonly clients: ClientList,
    private readonly options: ClientOptions,
  ) {
    const { editor, version, limits, clock, log, quiet } = options;
    this.lastActiveAt = clock.now();
    this.about = { id, since: this.lastActiveAt };
    this.paths = new ClientPaths(() => editor.folders());
    this.diffs = new OpenDiffs(limits.diffs);
    this.mcp = new McpServer({
      name: 'tandem',
      title: 'Tandem',
      version,
      tools: () => this.offered(),
      onInitialize: client => this.initialized(client),
      onNotification: (method, params) => this.notified(method, params),
      onAnswer: (request, result) => this.answered(request, result),
      log,
    });
    this.wire = new ClientWire(socket, {
      id,
      limits,
      clock,
      quiet,
      onMessage: message => void this.received(message),
      onClosed: () => this.closed(),
    });
    this.waiting = clock.setTimeout(() => {
      quiet.warn('A client does not introduce itself', { id });
      this.wire.close(1008, 'No initialize');
    }, limits.handshake);
  }

  get connection(): IdeConnection {
    return this.about;
  }

  /** Whether the client has introduced itself and may be sent messages. */
  get isReady(): boolean {
    return this.state === 'ready';
  }

  /** Sends a selection, unless it equals the last one sent. */
  sendSelection(params: JsonObject): void {
    if (!deepEqual(params, this.sentSelection)) {
      this.sentSelection = params;
      this.whenSettled(() => {
        // A newer selection may have replaced this one.
        if (this.sentSelection === params) {
          this.send('selection_changed', params);
        }
      });
    }
  }

  sendMention(params: JsonObject): void {
    this.whenSettled(() => this.send('at_mentioned', params));
  }

  disconnect(): void {
    // After any other code, the CLI would reconnect.
    this.wire.close(1008, 'Disconnected in the editor');
  }

  dispose(): void {
    this.closed();
    this.wire.dispose();
  }

  private closed(): void {
    if (this.state === 'gone') {
      return;
    }
    this.waiting.dispose();
    this.mcp.dispose();
    this.clients.remove(this);
    this.state = 'gone';
    this.options.log.info('A client is gone', { id: this.id });
  }

  private whenSettled(say: () => void): void {
    if (this.unsent) {
      this.unsent.push(say);
    } else {
      say();
    }
  }

  private send(method: string, params: JsonObject): void {
    this.wire.send({ jsonrpc: '2.0', method, params });
  }

  private settle(): void {
    const { unsent = [] } = this;
    this.unsent = undefined;
    for (const say of unsent) {
      say();
    }
  }

  private async received(message: unknown): Promise<void> {
    this.lastActiveAt = this.options.clock.now();
    const isCall = isObject(message) && message.id !== undefined;
    if (isCall && this.calls >= this.options.limits.calls) {
      this.options.quiet.warn('A client misbehaves', { id: this.id, reason: 'It asks too much.' });
      this.wire.close(1008, 'Too many calls');
      return;
    }
    this.calls += isCall ? 1 : 0;
    try {
      const answer = await this.mcp.handle(message);
      if (answer) {
        this.wire.send(answer);
      }
    } catch (error) {
      this.options.log.error('A message was not handled', { error: messageOf(error) });
    } finally {
      this.calls -= isCall ? 1 : 0;
    }
  }

  private offered(): readonly McpTool[] {
    const { editor, clock, log } = this.options;
    const { id: connection, paths, diffs } = this;
    this.tools ??= ideTools({ connection, editor, paths, diffs, clock, log });
    return this.tools;
  }

  private initialized({ version }: ClientInfo): void {
    if (this.state === 'new') {
      this.state = 'initialized';
      this.about = { ...this.about, ...(version ? { clientVersion: version } : {}) };
      this.waiting.dispose();
    }
  }

  private notified(method: string, params: JsonObject): void {
    switch (method) {
      case 'notifications/initialized':
        this.askForRoots();
        if (this.state === 'initialized') {
          this.waiting.dispose();
          this.waiting = this.options.clock.setTimeout(() => this.becomeReady(), unnamed);
        }
        break;
      case 'notifications/roots/list_changed':
        this.askForRoots();
        break;
      case 'ide_connected': {
        const pid = z.safeParse(connectedParams, params).data?.pid;
        this.about = { ...this.about, ...(pid === undefined ? {} : { pid }) };
        this.becomeReady();
        break;
      }
      default:
        this.options.log.debug('A client tells something unknown', { id: this.id, method });
    }
  }

  private askForRoots(): void {
    this.wire.send({ jsonrpc: '2.0', id: rootsRequest, method: 'roots/list' });
  }

  private answered(request: string | number, result: JsonObject | undefined): void {
    const root = z.safeParse(rootsResult, result ?? {}).data?.roots[0];
    if (request !== rootsRequest || !root) {
      return;
    }
    void this.paths.resolve(root.uri).then(
      ({ asked: cwd }) => {
        this.paths.cwd = cwd;
        this.about = { ...this.about, cwd };
        if (this.isReady) {
          this.clients.update(this, false);
        }
      },
      error => this.options.log.debug('A client runs nowhere', { error: messageOf(error) }),
    );
  }

  private becomeReady(): void {
    if (this.state !== 'initialized') {
      return;
    }
    this.waiting.dispose();
    this.state = 'ready';
    this.waiting = this.options.clock.setTimeout(() => this.settle(), settling);
    const { id, pid, clientVersion } = this.about;
    this.options.log.info('A client has connected', { id, pid, clientVersion });
    this.clients.update(this, true);
  }
}

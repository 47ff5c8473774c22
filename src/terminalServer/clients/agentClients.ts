import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import { isObject, type JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import { folderHeader } from '../../protocol/ideNames';
import type { ConnectionId } from '../editor/idePort';
import { ClientWire } from '../wire/clientWire';
import type { IdeLimits } from '../wire/limits';
import type { QuietLog } from '../wire/quietLog';
import { socketServer } from './socketServer';

/** MCP server for one agent. */
export interface AgentSession extends Disposable {
  /** @returns the answer; undefined if there is none */
  handle(message: unknown): Promise<JsonObject | undefined>;
}

/** @param folder working folder of the agent, as it says; absent if it does not say one */
export type ConnectAgent = (folder: string | undefined) => AgentSession;

interface AgentClientsOptions {
  readonly connect: ConnectAgent;
  readonly limits: IdeLimits;
  readonly clock: Clock;
  readonly quiet: QuietLog;
  readonly log: Log;
  nextId(): ConnectionId;
}

/** Clients of the server that are agents of others. They get tools, and no news of the editor. */
export class AgentClients {
  private readonly sockets: WebSocketServer;
  private count = 0;

  constructor(private readonly options: AgentClientsOptions) {
    this.sockets = socketServer(options.limits, options.quiet);
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.sockets.handleUpgrade(request, socket, head, webSocket => {
      const { limits, quiet, log } = this.options;
      if (this.count >= limits.agents) {
        quiet.warn('A client was refused', { reason: 'There are too many agents.' });
        // The client may send anything until it is gone.
        webSocket.on('error', error =>
          log.debug('A connection broke', { error: messageOf(error) }),
        );
        webSocket.close(1013, 'Too many agents');
        return;
      }
      this.serve(webSocket, folderOf(request));
    });
  }

  private serve(webSocket: WebSocket, folder: string | undefined): void {
    const { connect, limits, clock, quiet, log, nextId } = this.options;
    const id = nextId();
    const session = connect(folder);
    let calls = 0;
    this.count += 1;
    const receive = async (message: unknown) => {
      const isCall = isObject(message) && message.id !== undefined;
      if (isCall && calls >= limits.calls) {
        quiet.warn('A client misbehaves', { id, reason: 'It asks too much.' });
        wire.close(1008, 'Too many calls');
        return;
      }
      calls += isCall ? 1 : 0;
      try {
        const answer = await session.handle(message);
        if (answer) {
          wire.send(answer);
        }
      } catch (error) {
        log.error('A message was not handled', { error: messageOf(error) });
      } finally {
        calls -= isCall ? 1 : 0;
      }
    };
    const wire = new ClientWire(webSocket, {
      ...{ id, limits, clock, quiet },
      onMessage: message => void receive(message),
      onClosed: () => {
        this.count -= 1;
        session.dispose();
        log.info('An agent has disconnected', { id });
      },
    });
    log.info('An agent has connected', { id });
  }
}

function folderOf({ headers }: IncomingMessage): string | undefined {
  const folder = headers[folderHeader];
  try {
    return typeof folder === 'string' ? decodeURIComponent(folder) : undefined;
  } catch {
    // Not encoded: the window chooses a folder.
    return undefined;
  }
}

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import type { IdeLimits } from '../wire/limits';
import type { Clients } from './clients';
import { type ClientOptions, IdeClient } from './ideClient';
import { socketServer } from './socketServer';

interface UpgradesOptions extends ClientOptions {
  readonly limits: IdeLimits;
  readonly clients: Clients;
}

/** Turns admitted connections into clients. */
export class Upgrades {
  private readonly sockets: WebSocketServer;

  constructor(private readonly options: UpgradesOptions) {
    this.sockets = socketServer(options.limits, options.quiet);
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.sockets.handleUpgrade(request, socket, head, webSocket => {
      const { clients } = this.options;
      clients.add(new IdeClient(webSocket, clients.nextId(), clients, this.options));
    });
  }
}

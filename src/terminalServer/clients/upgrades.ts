import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { IdeLimits } from '../wire/limits';
import type { Clients } from './clients';
import { type ClientOptions, IdeClient } from './ideClient';

interface UpgradesOptions extends ClientOptions {
  readonly limits: IdeLimits;
  readonly clients: Clients;
}

/** Milliseconds a client has to complete the closing handshake. */
const closing = 2_000;

/** Turns admitted connections into clients. */
export class Upgrades {
  private readonly sockets: WebSocketServer;

  constructor(private readonly options: UpgradesOptions) {
    const socketOptions = {
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: options.limits.messageBytes,
      // Option that is newer than the library's types.
      closeTimeout: closing,
      // Without a subprotocol, the CLI disconnects.
      handleProtocols: () => 'mcp',
    };
    this.sockets = new WebSocketServer(socketOptions);
    this.sockets.on('wsClientError', error => {
      options.quiet.warn('A client was refused', { reason: error.message });
    });
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.sockets.handleUpgrade(request, socket, head, webSocket => {
      const { clients } = this.options;
      clients.add(new IdeClient(webSocket, clients.nextId(), clients, this.options));
    });
  }
}

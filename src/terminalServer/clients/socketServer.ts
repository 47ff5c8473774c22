import { WebSocketServer } from 'ws';
import type { IdeLimits } from '../wire/limits';
import type { QuietLog } from '../wire/quietLog';

/** Milliseconds a client has to complete the closing handshake. */
const closing = 2_000;

/** Creates what upgrades admitted requests to sockets. */
export function socketServer(limits: IdeLimits, quiet: QuietLog): WebSocketServer {
  const options = {
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.messageBytes,
    // Option that is newer than the library's types.
    closeTimeout: closing,
    // Without a subprotocol, the CLI disconnects.
    handleProtocols: () => 'mcp',
  };
  const server = new WebSocketServer(options);
  server.on('wsClientError', error => {
    quiet.warn('A client was refused', { reason: error.message });
  });
  return server;
}

import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { JsonObject } from '../../base/json';
import { rpcErrors } from '../../protocol/mcp';
import type { ConnectionId } from '../editor/idePort';
import type { IdeLimits } from './limits';
import type { QuietLog } from './quietLog';
import { RateLimit } from './rateLimit';

interface WireOptions {
  readonly id: ConnectionId;
  readonly limits: IdeLimits;
  readonly clock: Clock;
  readonly quiet: QuietLog;
  onMessage(message: unknown): void;
  onClosed(): void;
}

/** Exchanges JSON over the socket of one client, and checks whether the client is still there. */
export class ClientWire implements Disposable {
  private readonly rate: RateLimit;
  private pinging: Disposable | undefined;
  private isWaiting = false;

  constructor(
    private readonly socket: WebSocket,
    private readonly options: WireOptions,
  ) {
    this.rate = new RateLimit(options.limits.messages, options.clock);
    socket.on('message', (data, isBinary) => this.received(data, isBinary));
    socket.on('pong', () => {
      this.isWaiting = false;
    });
    // On invalid or too long frames, the library closes the connection with the matching code.
    socket.on('error', error => this.complain(error.message));
    socket.once('close', () => {
      this.dispose();
      options.onClosed();
    });
    this.pingLater();
  }

  /** Sends a message; drops it if the client is gone. */
  send(message: JsonObject): void {
    if (this.socket.readyState !== this.socket.OPEN) {
      return;
    }
    if (this.socket.bufferedAmount > this.options.limits.unsentBytes) {
      this.complain('It does not read what it gets.');
      this.socket.terminate();
      return;
    }
    this.socket.send(JSON.stringify(message));
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  dispose(): void {
    this.pinging?.dispose();
    if (this.socket.readyState !== this.socket.CLOSED) {
      this.socket.close(1001);
      this.socket.terminate();
    }
  }

  private received(data: RawData, isBinary: boolean): void {
    if (this.socket.readyState !== this.socket.OPEN) {
      return;
    }
    if (!this.rate.take()) {
      this.complain('It sends too much.');
      this.close(1008, 'Too many messages');
    } else if (isBinary) {
      this.complain('It sends data that is not text.');
      this.close(1003, 'Text only');
    } else {
      const message = parse(String(data));
      if (message === undefined) {
        this.complain('It sends text that is not JSON.');
        const error = { code: rpcErrors.parse, message: 'This is not JSON.' };
        this.send({ jsonrpc: '2.0', id: null, error });
      } else {
        this.options.onMessage(message);
      }
    }
  }

  private pingLater(): void {
    const { clock, limits } = this.options;
    this.pinging = clock.setTimeout(() => {
      if (this.isWaiting) {
        this.complain('It does not answer.');
        this.socket.terminate();
        return;
      }
      this.isWaiting = true;
      this.socket.ping();
      this.pingLater();
    }, limits.ping);
  }

  private complain(reason: string): void {
    this.options.quiet.warn('A client misbehaves', { id: this.options.id, reason });
  }
}

/** @returns undefined for invalid JSON; no valid JSON has this value */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

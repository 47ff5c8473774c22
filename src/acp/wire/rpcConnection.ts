import { setImmediate } from 'node:timers/promises';
import type { AnyMessage, ClientConnection, RequestError } from '@agentclientprotocol/sdk';
import { messageOf, UserError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import type { Log } from '../../base/log';
import { type RpcId, readMessage } from './readMessage';
import { RpcError, rpcCodes, toRpcError } from './rpcError';

/** Receives what the agent sends, in wire order. */
export interface RpcPeer {
  onNotification(method: string, params: unknown): void;
  /**
   * Answers a request. `signal` aborts if the agent no longer wants the answer, or is gone.
   * @throws RpcError for the agent; every other error becomes an internal one
   */
  onRequest(method: string, params: unknown, signal: AbortSignal): Promise<unknown>;
  /** Called with what is no message of the protocol, in short. */
  onNoise(what: string): void;
}

type Library = typeof import('@agentclientprotocol/sdk');

/** Notification that the library itself handles. */
const cancelRequest = '$/cancel_request';

/**
 * JSON-RPC with one agent through the protocol's library. Lines are checked before it sees them:
 * it would print what it does not know, drop unknown updates, and answer out of order.
 */
export class RpcConnection {
  private readonly lines: string[] = [];
  private readonly pending = new Set<RpcId>();
  private connection: ClientConnection | undefined;
  private incoming: ReadableStreamDefaultController<AnyMessage> | undefined;
  private library: Library | undefined;
  private reading: Promise<void> | undefined;
  private isReading = false;
  private closed: Error | undefined;

  constructor(
    private readonly write: (message: JsonObject) => Promise<void>,
    private readonly peer: RpcPeer,
    private readonly log: Log,
  ) {}

  /** Loads the library, which only a conversation with such an agent needs. */
  async open(): Promise<void> {
    this.library = await import('@agentclientprotocol/sdk');
    const readable = new ReadableStream<AnyMessage>({
      start: controller => {
        this.incoming = controller;
      },
    });
    const writable = new WritableStream<AnyMessage>({
      write: message => this.send({ ...message }),
    });
    this.connection = this.library
      .client({ name: 'tandem' })
      .onRequest('*', ({ method, params, signal }) => this.answer(method, params, signal))
      .connect({ readable, writable });
    if (this.closed) {
      this.connection.close(this.closed);
    }
  }

  /** Takes a line of the agent's output. Never throws. */
  onLine(line: string): void {
    this.lines.push(line);
    if (!this.isReading) {
      this.isReading = true;
      this.reading = this.readAll();
    }
  }

  /** Resolves when everything that has arrived so far is dealt with. */
  async settled(): Promise<void> {
    await this.reading;
  }

  /**
   * Sends a request.
   * @throws RpcError with the agent's answer, or the error that the connection was closed with
   */
  async request(method: string, params: JsonObject): Promise<unknown> {
    const { connection } = this;
    if (!connection || this.closed) {
      throw this.closed ?? new Error(`The connection is not open: ${method}`);
    }
    try {
      return await connection.agent.request<unknown, JsonObject>(method, params);
    } catch (error) {
      throw this.isRequestError(error) ? toRpcError(error) : (this.closed ?? error);
    }
  }

  async notify(method: string, params: JsonObject): Promise<void> {
    if (!this.closed) {
      await this.connection?.agent.notify(method, params);
    }
  }

  /** Rejects all open requests with this error, and withdraws those of the agent. */
  close(error: Error): void {
    this.closed ??= error;
    this.connection?.close(error);
  }

  /**
   * Reads lines in order. After a message for the library, which handles it in microtasks, the
   * next line waits: an update must not overtake the answer in front of it, nor the reverse.
   */
  private async readAll(): Promise<void> {
    for (let next = 0; next < this.lines.length; next += 1) {
      const line = this.lines[next] ?? '';
      if (this.attempt(line)) {
        await setImmediate();
      }
      if (next > 1_000) {
        this.lines.splice(0, next + 1);
        next = -1;
      }
    }
    this.lines.length = 0;
    // In the same step as the last look at the lines: the next one starts another round.
    this.isReading = false;
  }

  /** A message that fails must not keep those behind it from being read. */
  private attempt(line: string): boolean {
    try {
      return this.read(line);
    } catch (error) {
      this.log.error('A message was not dealt with', { error: messageOf(error) });
      this.peer.onNoise(messageOf(error));
      return false;
    }
  }

  /** @returns whether the library got it */
  private read(line: string): boolean {
    const message = readMessage(line);
    switch (message.kind) {
      case 'blank':
        return false;
      case 'noise':
        this.peer.onNoise(message.what);
        return false;
      case 'notification':
        if (message.method === cancelRequest) {
          return this.pass({ jsonrpc: '2.0', method: message.method, params: message.params });
        }
        this.peer.onNotification(message.method, message.params);
        return false;
      case 'request':
        return this.pass(message.message);
      case 'response':
        if (!this.pending.delete(message.id)) {
          this.peer.onNoise(`answer to an unknown request: ${String(message.id)}`);
          return false;
        }
        return this.pass(withReadableError(message.message));
    }
  }

  private pass(message: JsonObject): boolean {
    if (this.closed || !this.incoming) {
      return false;
    }
    this.incoming.enqueue(message as AnyMessage);
    return true;
  }

  private async send(message: JsonObject): Promise<void> {
    const { id, method } = message;
    if (typeof method === 'string' && (typeof id === 'number' || typeof id === 'string')) {
      this.pending.add(id);
    }
    try {
      await this.write(message);
    } catch (error) {
      if (method !== undefined && method !== cancelRequest) {
        // A rejection here closes the connection; the end of the process gives the better reason.
        throw error;
      }
      this.log.debug('An answer was not read', { error: messageOf(error) });
    }
  }

  private async answer(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
    try {
      return await this.peer.onRequest(method, params, signal);
    } catch (error) {
      const { code, message, data } =
        error instanceof RpcError
          ? error
          : new RpcError(
              rpcCodes.internal,
              error instanceof UserError ? error.message : `Internal error: ${messageOf(error)}`,
            );
      throw this.library ? new this.library.RequestError(code, message, data) : error;
    }
  }

  private isRequestError(error: unknown): error is RequestError {
    return this.library !== undefined && error instanceof this.library.RequestError;
  }
}

/** Repairs an error without an integer code, which the library would not take. */
function withReadableError(message: JsonObject): JsonObject {
  if (!('error' in message)) {
    return message;
  }
  const { code, message: text, data } = toRpcError(message.error);
  return { ...message, error: { code, message: text, ...(data === undefined ? {} : { data }) } };
}

import { WebSocket } from 'ws';
import type { Disposable } from '../../base/disposable';
import { UserError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import * as z from '../../base/schema';
import { folderHeader, tokenHeader, toolsPath } from '../../protocol/ideNames';
import { serverAnswer } from '../../protocol/mcp';
import { cancelled } from './callTurns';
import type { OpenWindow } from './findWindow';

/** Milliseconds until the window must have answered the upgrade, and the first request. */
export const patience = 10_000;
/** Milliseconds until a window that hangs need not take leave. */
const leave = 1_000;
/** Code with which the window turns away an agent that is one too many. */
const tryLater = 1013;
/** Bytes of one message, as the window limits them. */
const largest = 16 << 20;

interface Waiting {
  resolve(result: JsonObject): void;
  reject(error: Error): void;
}

/** Socket to one window: requests, each with its answer. */
export class WindowConnection implements Disposable {
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private end: UserError | undefined;

  private constructor(
    private readonly socket: WebSocket,
    private readonly onClosed: () => void,
  ) {
    socket.on('message', data => this.received(String(data)));
    socket.once('close', code => this.closed(code === tryLater ? crowded() : gone()));
  }

  /**
   * @param folder working folder of the agent
   * @param onClosed called once, when the window or the connection is gone
   * @throws UserError `ide.stale`, `ide.unreachable`
   */
  static async open(
    { port, token }: OpenWindow,
    folder: string,
    onClosed: () => void,
  ): Promise<WindowConnection> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${toolsPath}`, ['mcp'], {
      headers: { [tokenHeader]: token, [folderHeader]: encodeURIComponent(folder) },
      handshakeTimeout: patience,
      maxPayload: largest,
      perMessageDeflate: false,
    });
    // Each error is followed by a close; without a listener, it would end the program.
    socket.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve());
      socket.once('unexpected-response', (_, { statusCode = 0 }) => {
        socket.terminate();
        reject(refusal(port, statusCode));
      });
      socket.once('error', error => reject(unreachable(port, error.message)));
    });
    return new WindowConnection(socket, onClosed);
  }

  /**
   * Sends a request, and withdraws it when `signal` aborts.
   * @throws UserError `ide.closed`, `ide.refused` with the window's own words
   */
  request(method: string, params: JsonObject, signal?: AbortSignal): Promise<JsonObject> {
    if (this.end) {
      return Promise.reject(this.end);
    }
    if (signal?.aborted) {
      return Promise.reject(cancelled());
    }
    const id = ++this.lastId;
    const abort = () => {
      this.tell('notifications/cancelled', { requestId: id });
      this.waiting.get(id)?.reject(cancelled());
    };
    const answer = new Promise<JsonObject>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ jsonrpc: '2.0', id, method, params });
      signal?.addEventListener('abort', abort);
    });
    return answer.finally(() => {
      this.waiting.delete(id);
      signal?.removeEventListener('abort', abort);
    });
  }

  tell(method: string, params: JsonObject = {}): void {
    this.send({ jsonrpc: '2.0', method, params });
  }

  dispose(): void {
    this.socket.close(1000);
    setTimeout(() => this.socket.terminate(), leave).unref();
    this.closed(gone());
  }

  private send(message: JsonObject): void {
    if (this.socket.readyState === this.socket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }

  private received(text: string): void {
    const { data } = z.safeParse(serverAnswer, parsed(text));
    const waiting = typeof data?.id === 'number' ? this.waiting.get(data.id) : undefined;
    if (data?.result) {
      waiting?.resolve(data.result);
    } else {
      const words = data?.error?.message ?? 'The answer of the window could not be read.';
      waiting?.reject(new UserError('ide.refused', words));
    }
  }

  private closed(reason: UserError): void {
    if (!this.end) {
      this.end = reason;
      for (const { reject } of this.waiting.values()) {
        reject(reason);
      }
      this.onClosed();
    }
  }
}

function refusal(port: number, status: number): UserError {
  return status === 401
    ? new UserError(
        'ide.stale',
        `The window at port ${port} does not accept the token of its lock file. Reload the window (Developer: Reload Window), then call the tool again.`,
      )
    : unreachable(port, `it answers with status ${status}`);
}

export function unreachable(port: number, reason: string): UserError {
  return new UserError(
    'ide.unreachable',
    `The window at port ${port} cannot be reached (${reason}). Reload it, then call the tool again.`,
  );
}

function crowded(): UserError {
  return new UserError(
    'ide.tooMany',
    'The window has too many agents. End one of the others, then call the tool again.',
  );
}

function gone(): UserError {
  return new UserError(
    'ide.closed',
    'The window was closed or reloaded before the tool was done. Call the tool again.',
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { JsonObject } from '../../../src/base/json';
import type { IdeAddress } from '../../../src/terminalServer/editor/connection';

export interface ConnectOptions {
  readonly token?: string | undefined;
  readonly protocols?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer extends JsonObject {
  readonly result?: { content?: { type: string; text?: string }[]; isError?: boolean };
  readonly error?: { code: number; message: string };
}

/** Opens a socket as the CLI does; the server may refuse it. */
function openSocket(address: IdeAddress, options: ConnectOptions = {}): WebSocket {
  const token = 'token' in options ? options.token : address.token;
  return new WebSocket(`ws://127.0.0.1:${address.port}`, [...(options.protocols ?? ['mcp'])], {
    headers: {
      ...(token === undefined ? {} : { 'X-Claude-Code-Ide-Authorization': token }),
      ...options.headers,
    },
  });
}

/** Returns the outcome of a connection attempt: accepted, or the status of the refusal. */
export async function attempt(address: IdeAddress, options: ConnectOptions = {}) {
  const socket = openSocket(address, options);
  // Closing a socket that never opened raises another error.
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
  const outcome = await new Promise<'open' | number>(resolve => {
    socket.once('open', () => resolve('open'));
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => resolve(0));
  });
  socket.terminate();
  await closed;
  return outcome;
}

/** A client that follows the CLI's protocol. */
export class IdeTestClient {
  /** Notifications and requests from the server, oldest first. */
  readonly heard: JsonObject[] = [];
  readonly closed: Promise<number>;
  private readonly answers = new Map<unknown, (answer: Answer) => void>();
  private readonly waiters = new Set<() => void>();
  private lastId = -1;

  private constructor(readonly socket: WebSocket) {
    this.closed = new Promise(resolve => socket.once('close', code => resolve(code)));
    socket.on('error', () => undefined);
    socket.on('message', data => this.received(JSON.parse(String(data))));
  }

  /** Opens a socket without introducing itself. */
  static async open(address: IdeAddress, options: ConnectOptions = {}): Promise<IdeTestClient> {
    const client = new IdeTestClient(openSocket(address, options));
    await once(client.socket, 'open');
    return client;
  }

  /** Connects and introduces itself as process `pid` in `cwd`. */
  static async connect(address: IdeAddress, pid = 4711, cwd = '/workspace') {
    const client = await IdeTestClient.open(address);
    await client.ask('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: { roots: { listChanged: true } },
      clientInfo: { name: 'claude-code', version: '2.1.329' },
    });
    client.tell('notifications/initialized');
    client.tell('ide_connected', { pid });
    const { id } = await client.hears(({ method }) => method === 'roots/list');
    client.send({ jsonrpc: '2.0', id, result: { roots: [{ uri: `file://${cwd}` }] } });
    // Answers come in order, so the server has processed everything by then.
    await client.ask('ping');
    return client;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  tell(method: string, params?: JsonObject): void {
    this.send({ jsonrpc: '2.0', method, ...(params ? { params } : {}) });
  }

  ask(method: string, params: JsonObject = {}): Promise<Answer> {
    this.lastId += 1;
    const id = this.lastId;
    const answer = new Promise<Answer>(resolve => this.answers.set(id, resolve));
    this.send({ method, params, jsonrpc: '2.0', id });
    return answer;
  }

  call(name: string, input: JsonObject = {}): Promise<Answer> {
    const _meta = { progressToken: this.lastId + 1 };
    return this.ask('tools/call', { name, arguments: input, _meta });
  }

  /** Returns the texts of a tool's answer. */
  async texts(name: string, input: JsonObject = {}): Promise<(string | undefined)[]> {
    const { result } = await this.call(name, input);
    return result?.content?.map(block => block.text) ?? [];
  }

  /** Returns the first matching message, past or future, that the server sends on its own. */
  async hears(fits: (message: JsonObject) => boolean): Promise<JsonObject> {
    for (;;) {
      const found = this.heard.find(fits);
      if (found) return found;
      await new Promise<void>(resolve => this.waiters.add(resolve));
    }
  }

  async close(): Promise<void> {
    this.socket.terminate();
    await this.closed;
  }

  private received(message: Answer): void {
    const answer = 'method' in message ? undefined : this.answers.get(message.id);
    if (answer) {
      this.answers.delete(message.id);
      answer(message);
      return;
    }
    this.heard.push(message);
    const waiters = [...this.waiters];
    this.waiters.clear();
    for (const wake of waiters) wake();
  }
}

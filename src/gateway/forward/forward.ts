import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { ExchangeEnd, ExchangeObserver } from '../exchange';
import type { KeySource } from './credentials';
import { answerHeaders, requestHeaders } from './headers';
import { type ForwardLimits, IdleLimit } from './limits';
import { answerError } from './ownAnswer';
import { type Agents, openUpstream } from './upstream';

export interface ForwardParts {
  readonly client: IncomingMessage;
  readonly answer: ServerResponse;
  /** Address of the API; the request has no part in it. */
  readonly upstream: URL;
  /** Path and query below it. */
  readonly path: string;
  /** Key to put in; absent: the client's own credentials pass. */
  readonly key?: KeySource | undefined;
  readonly observer: ExchangeObserver;
  readonly limits: ForwardLimits;
  readonly agents: Agents | undefined;
  readonly clock: Clock;
  onEnded(end: ExchangeEnd): void;
}

/** Carries one request to the API, and its answer back, byte for byte and as it comes. */
export class Forward implements Disposable {
  private upstream: ClientRequest | undefined;
  private idle: IdleLimit | undefined;
  private hasEnded = false;
  private response: IncomingMessage | undefined;

  constructor(private readonly parts: ForwardParts) {
    const { answer, client } = parts;
    answer.once('close', () => this.settle(answer.writableFinished ? 'complete' : 'clientClosed'));
    client.on('error', () => this.settle('clientClosed'));
    answer.on('error', () => this.settle('clientClosed'));
  }

  /** Never rejects. */
  async start(): Promise<void> {
    const { key, answer } = this.parts;
    let headers: Readonly<Record<string, string>> | undefined;
    try {
      headers = await key?.headers();
    } catch (error) {
      this.settle('refused');
      answerError(answer, 403, messageOf(error));
      return;
    }
    if (!this.hasEnded) {
      this.safely(() => this.open(headers));
    }
  }

  /** Cuts the exchange. */
  dispose(): void {
    this.settle('clientClosed');
    this.parts.answer.destroy();
  }

  private open(keyHeaders: Readonly<Record<string, string>> | undefined): void {
    const { client, answer, upstream: to, path, observer, limits, agents, clock } = this.parts;
    const headers = requestHeaders(client.rawHeaders, to.host, keyHeaders);
    const method = client.method ?? 'GET';
    const upstream = openUpstream({ upstream: to, method, path, headers }, agents);
    this.upstream = upstream;
    const idle = new IdleLimit(limits.idle, clock, () => this.expire());
    this.idle = idle;
    upstream.on('error', error => this.fail(error));
    // Node reports no error for an answer that switches to another protocol.
    upstream.once('close', () => this.response || this.fail(new Error('socket hang up')));
    upstream.once('response', response => this.safely(() => this.answer(response)));
    pump(client, upstream, chunk => {
      idle.touch();
      observer.requestChunk(chunk);
    });
    client.once('end', () => {
      if (!answer.headersSent) {
        idle.touch(limits.head);
      }
    });
  }

  private answer(response: IncomingMessage): void {
    const { answer, observer, limits, clock, key } = this.parts;
    const { statusCode = 502, statusMessage, rawHeaders, headers } = response;
    this.response = response;
    if (statusCode === 401) {
      key?.refused();
    }
    this.idle?.touch(limits.idle);
    observer.response(statusCode, headers, clock.now());
    answer.writeHead(statusCode, statusMessage, answerHeaders(rawHeaders));
    // Sends the head at once. `flushHeaders` would encode its bytes anew.
    answer.write(Buffer.alloc(0));
    response.on('error', error => this.fail(error));
    pump(response, answer, chunk => {
      this.idle?.touch();
      observer.responseChunk(chunk, clock.now());
    });
  }

  private expire(): void {
    const { answer, upstream } = this.parts;
    this.settle('timedOut');
    answerError(answer, 504, l10n.t('{0} did not answer in time.', upstream.origin));
  }

  private fail(error: unknown): void {
    const { answer, upstream } = this.parts;
    // An API that has answered in full may close before it has read the whole request.
    if (this.hasEnded || this.response?.complete) {
      return;
    }
    this.settle('upstreamFailed');
    const reason = messageOf(error);
    const message = l10n.t('{0} could not be reached: {1}.', upstream.origin, reason);
    answerError(answer, 502, message);
  }

  /** Nothing that a header contains may reach the editor as an exception. */
  private safely(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Ends the exchange for the observer and the API; the first reason counts. */
  private settle(end: ExchangeEnd): void {
    if (this.hasEnded) {
      return;
    }
    this.hasEnded = true;
    this.idle?.dispose();
    if (end !== 'complete' || !this.upstream?.writableFinished) {
      this.upstream?.destroy();
    }
    // Unread, the rest of a request would block the next one on its connection.
    this.parts.client.removeAllListeners('data').resume();
    this.parts.observer.end(end, this.parts.clock.now());
    this.parts.onEnded(end);
  }
}

/** Passes chunks on as they come, as fast as the slower side takes them. */
function pump(from: Readable, to: Writable, see: (chunk: Buffer) => void): void {
  from.on('data', (chunk: Buffer) => {
    see(chunk);
    if (!to.write(chunk)) {
      from.pause();
    }
  });
  to.on('drain', () => from.resume());
  from.once('end', () => to.end());
}

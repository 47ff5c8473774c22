import type { IncomingHttpHeaders } from 'node:http';

/** Head of a request that the gateway has admitted. */
export interface ExchangeRequest {
  /** Unique in this gateway. */
  readonly id: number;
  readonly method: string;
  /** Path and query, without the nonce. */
  readonly path: string;
  /** Without credentials. */
  readonly headers: IncomingHttpHeaders;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Why an exchange ended. */
export type ExchangeEnd = 'complete' | 'clientClosed' | 'upstreamFailed' | 'timedOut' | 'refused';

/**
 * Sees copies of the bytes of one exchange, never delays or changes them. Nothing that it throws
 * reaches the stream.
 */
export interface ExchangeObserver {
  requestChunk(chunk: Buffer): void;
  response(status: number, headers: IncomingHttpHeaders, at: number): void;
  responseChunk(chunk: Buffer, at: number): void;
  end(end: ExchangeEnd, at: number): void;
}

export type ObserveExchange = (request: ExchangeRequest) => ExchangeObserver | undefined;

/** Resource limits of clients. Times are in milliseconds. */
export interface IdeLimits {
  /** Concurrent connections. */
  readonly connections: number;
  /** Those of them that are agents of others, so that these leave room for terminals. */
  readonly agents: number;
  /** Sockets that have not shown the token yet. With more, the oldest is closed. */
  readonly waiting: number;
  /** Attempts with the right token, per second. */
  readonly attempts: number;
  /** Attempts without the right token that are answered, per second. */
  readonly refusals: number;
  /** Bytes of one message. */
  readonly messageBytes: number;
  /** Messages of one client, per second. */
  readonly messages: number;
  /** Bytes that a client has not taken yet; with more, it is disconnected. */
  readonly unsentBytes: number;
  /** Concurrent calls of one client. */
  readonly calls: number;
  /** Concurrent diffs of one client. */
  readonly diffs: number;
  /** Time from the connection to the request that shows the token. */
  readonly admission: number;
  /** Time from the upgrade to `initialize`. */
  readonly handshake: number;
  /** Time between two pings; a client that does not answer before the next one is gone. */
  readonly ping: number;
  /** Time that a mention waits for a client. */
  readonly mention: number;
  /** Number of waiting mentions. */
  readonly mentions: number;
}

export const defaultLimits: IdeLimits = {
  connections: 32,
  agents: 16,
  waiting: 1_000,
  attempts: 100,
  refusals: 50,
  messageBytes: 16 << 20,
  messages: 500,
  unsentBytes: 16 << 20,
  calls: 128,
  diffs: 32,
  admission: 3_000,
  handshake: 10_000,
  ping: 30_000,
  mention: 60_000,
  mentions: 16,
};

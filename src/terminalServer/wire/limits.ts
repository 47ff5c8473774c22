/** What clients may take up. Times in milliseconds. */
export interface IdeLimits {
  /** At once. */
  readonly connections: number;
  /** Attempts with the right token, each second. */
  readonly attempts: number;
  /** Attempts of strangers that are answered, each second. */
  readonly refusals: number;
  /** Of one message. */
  readonly messageBytes: number;
  /** Of one client, each second. */
  readonly messages: number;
  /** What a client has not taken yet; it is let go when that is more. */
  readonly unsentBytes: number;
  /** Calls of one client that run at once. */
  readonly calls: number;
  /** Diffs that one client has open at once. */
  readonly diffs: number;
  /** From the first byte to the upgrade, and from there to `initialize`. */
  readonly handshake: number;
  /** Between two pings; a client that has not answered one until the next is gone. */
  readonly ping: number;
  /** How long a mention waits for a client. */
  readonly mention: number;
  /** Mentions that wait. */
  readonly mentions: number;
}

export const defaultLimits: IdeLimits = {
  connections: 32,
  attempts: 100,
  refusals: 50,
  messageBytes: 16 << 20,
  messages: 500,
  unsentBytes: 16 << 20,
  calls: 128,
  diffs: 32,
  handshake: 10_000,
  ping: 30_000,
  mention: 60_000,
  mentions: 16,
};

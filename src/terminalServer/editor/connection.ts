import type { ConnectionId, Range } from './idePort';

/** Port at which a server is found, and the token that opens it. */
export interface IdeAddress {
  readonly port: number;
  readonly token: string;
}

/** Client that has introduced itself. */
export interface IdeConnection {
  readonly id: ConnectionId;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Process id of the CLI. */
  readonly pid?: number;
  /** Working folder of the CLI. */
  readonly cwd?: string;
  readonly clientVersion?: string;
}

/** Selection in the editor. */
export interface SelectionNote {
  readonly path: string;
  /** Selected text; empty if nothing is selected, or only the path may be shared. */
  readonly text: string;
  readonly range: Range;
}

export interface Mention {
  readonly path: string;
  /** Lines, 0-based and inclusive. */
  readonly lines?: { readonly start: number; readonly end: number };
}

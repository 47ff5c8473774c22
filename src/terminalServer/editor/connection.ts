import type { ConnectionId, Range } from './idePort';

/** Where a server is found, and what opens it. */
export interface IdeAddress {
  readonly port: number;
  readonly token: string;
}

/** A client that has introduced itself. */
export interface IdeConnection {
  readonly id: ConnectionId;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** The CLI's process. */
  readonly pid?: number;
  /** The folder that the CLI runs in. */
  readonly cwd?: string;
  readonly clientVersion?: string;
}

/** What is selected in the editor. */
export interface SelectionNote {
  readonly path: string;
  /** Empty when nothing is selected, or only the path may be told. */
  readonly text: string;
  readonly range: Range;
}

export interface Mention {
  readonly path: string;
  /** 0-based, both included. */
  readonly lines?: { readonly start: number; readonly end: number };
}

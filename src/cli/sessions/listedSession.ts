import type { SessionId } from '../../contract/ids';

/** A conversation that the CLI has stored, as lists show it. */
export interface ListedSession {
  readonly id: SessionId;
  /** Absolute path of the transcript. */
  readonly path: string;
  /** Absolute path of the folder where it started or moved to; absent if no line states it. */
  readonly cwd?: string;
  /** Title on one line, without control characters. */
  readonly title: string;
  /** Title that the user or the CLI has stored; absent if `title` is made of a message. */
  readonly given?: string;
  /** Whether the user gave the title. */
  readonly isNamed: boolean;
  readonly firstPrompt?: string;
  readonly lastPrompt?: string;
  readonly tag?: string;
  readonly branch?: string;
  /** Version of the CLI that started the session. */
  readonly version?: string;
  /** Time of the last message, milliseconds since 1970. */
  readonly at: number;
  readonly startedAt?: number;
  /** Size of the transcript in bytes. */
  readonly size: number;
  /** Total cost that the CLI stored; absent if it stored none. */
  readonly costUsd?: number;
  readonly isArchived: boolean;
}

/** Reasons why a file in a session folder is not listed. */
export const skipReasons = [
  /** A subagent's own file. */
  'subagent',
  'empty',
  /** No messages yet. */
  'noMessages',
  /** Access was denied, or reading failed. */
  'unreadable',
  /** A folder, pipe or similar under a session's file name. */
  'notAFile',
  /** The file name is not a session id. */
  'notASession',
  /** Another file of the same session is newer. */
  'duplicate',
] as const;

export type SkipReason = (typeof skipReasons)[number];

/** Numbers of files on disk and in the list, and a reason for each skipped file. */
export interface StoreReport {
  /** Number of `.jsonl` files in the session folders. */
  readonly files: number;
  readonly listed: number;
  readonly skipped: readonly { readonly path: string; readonly reason: SkipReason }[];
}

import type { SessionId } from '../../contract/ids';

/** A conversation that the CLI has stored, as lists show it. */
export interface StoredSession {
  readonly id: SessionId;
  /** Of the transcript, absolute. */
  readonly path: string;
  /** The folder that it was begun in, or has moved to, absolute; absent where no line says. */
  readonly cwd?: string;
  /** One line, without control characters. */
  readonly title: string;
  /** Whether the user gave the title. */
  readonly isNamed: boolean;
  readonly firstPrompt?: string;
  readonly tag?: string;
  readonly branch?: string;
  /** Of the CLI that has begun it. */
  readonly version?: string;
  /** When something was last said in it, milliseconds since 1970. */
  readonly at: number;
  readonly startedAt?: number;
  /** Bytes of the transcript. */
  readonly size: number;
  /** What the CLI has added up; absent where it stores none. */
  readonly costUsd?: number;
  readonly isArchived: boolean;
}

/** Why a file among the sessions is not listed. */
export const skipReasons = [
  /** A subagent's own file. */
  'subagent',
  'empty',
  /** Nothing is said in it yet. */
  'noMessages',
  /** It may not be read, or reading failed. */
  'unreadable',
  /** A folder, a pipe or the like under a session's name. */
  'notAFile',
  /** Its name is no session's id. */
  'notASession',
  /** Another file of the same session is newer. */
  'duplicate',
] as const;

export type SkipReason = (typeof skipReasons)[number];

/** "N files on disk, M listed, why". */
export interface StoreReport {
  /** Files ending in `.jsonl` in the folders of sessions. */
  readonly files: number;
  readonly listed: number;
  readonly skipped: readonly { readonly path: string; readonly reason: SkipReason }[];
}

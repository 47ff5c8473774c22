import type { CallUsage } from './usageLine';

/** State of a file by which an unchanged one is recognized. */
export interface TranscriptState {
  readonly size: number;
  /** Milliseconds since 1970, with fractions. */
  readonly mtime: number;
  /** Changes when another file takes the place of this one. */
  readonly ino: number;
}

/** Call to the model, once for each message. */
export interface CountedCall extends CallUsage {
  /** Short hash of the message's id: it is the same in a fork. */
  readonly id: string;
  /** Minutes since 1970. */
  readonly minute: number;
  readonly model: string;
  readonly isSidechain: boolean;
}

/** Line that cannot be read. */
export interface BadLine {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

/** What was counted in a file, and how far it was read. */
export interface FileUsage {
  readonly state: TranscriptState;
  /** Bytes that are read: a line that is still being written is left for the next time. */
  readonly offset: number;
  readonly lines: number;
  /** Hash of the last bytes before `offset`; a file that has others there was replaced. */
  readonly mark: string;
  readonly calls: readonly CountedCall[];
  /** Working folders that lines name: that of the store's folder, else the first one. */
  readonly cwd: string | undefined;
  readonly session: string | undefined;
  /** Names of subagents that this file's calls started, by their ids. */
  readonly agents: Readonly<Record<string, string>>;
  /** Kinds of subagents by their calls, whose results have not come yet. */
  readonly starting: Readonly<Record<string, string>>;
  readonly badLines: number;
  /** The first of them. */
  readonly bad: readonly BadLine[];
}

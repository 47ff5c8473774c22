/** State of a file by which an unchanged one is recognized. */
export interface TranscriptState {
  readonly size: number;
  /** Milliseconds since 1970, with fractions. */
  readonly mtime: number;
  /** Changes when another file takes the place of this one. */
  readonly ino: number;
}

/**
 * Calls to the model, once for each message. In columns, because there may be hundreds of
 * thousands.
 */
export interface CallTable {
  /** Short hashes of the messages' ids: they are the same in a fork. */
  readonly ids: readonly string[];
  readonly models: readonly string[];
  /** For each call as many numbers as `columns` has names. */
  readonly numbers: readonly number[];
}

/** `minute`: since 1970. `model`: index of its name. `side`: 1 for a subagent's call. */
export const columns = {
  ...{ minute: 0, model: 1, side: 2, input: 3, output: 4 },
  ...{ written5m: 5, written1h: 6, cacheRead: 7, webSearches: 8 },
} as const;
/** Numbers of a call. */
export const callWidth = 9;

/** Line that cannot be read. */
export interface BadLine {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
}

/** Calls that were counted in a file, and how far it was read. */
export interface FileUsage {
  readonly state: TranscriptState;
  /** Bytes that are read: a line that is still being written is left for the next time. */
  readonly offset: number;
  readonly lines: number;
  /** Hash of the last bytes before `offset`; a file that has others there was replaced. */
  readonly mark: string;
  readonly calls: CallTable;
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

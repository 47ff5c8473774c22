import type { UsageEntry, UsageSums } from './usageSums';

/** Which calls are counted. */
export interface UsageQuery {
  /** Milliseconds since 1970; absent: all. */
  readonly since?: number;
  /** Path of a working folder; absent: all. */
  readonly project?: string;
}

/** How far a count is. */
export interface UsageProgress {
  readonly files: number;
  readonly allFiles: number;
  readonly bytes: number;
  readonly allBytes: number;
}

/** File, or line of one, that is left out of the sums. */
export interface UsageFault {
  readonly path: string;
  /** From 1; absent for a whole file or folder. */
  readonly line?: number;
  readonly reason: string;
}

/** Usage in all stored transcripts. */
export interface UsageHistory extends UsageSums {
  /** Transcripts, those of subagents included. */
  readonly files: number;
  /** Lines, files and folders that could not be read. */
  readonly faults: number;
  /** The first of them. */
  readonly firstFaults: readonly UsageFault[];
}

/** Message to the worker. `ask` gets one `answer` or `failed` with its id. */
export type UsageRequest =
  | {
      readonly kind: 'ask';
      readonly id: number;
      /** Folder `projects` of the CLI's configuration. */
      readonly projects: string;
      /** File that keeps what was counted; absent: none. */
      readonly cache?: string | undefined;
      readonly query: UsageQuery;
      /** True to get the smallest sums as well. */
      readonly hasEntries?: boolean | undefined;
    }
  | { readonly kind: 'cancel'; readonly id: number };

export interface UsageAnswer {
  readonly history: UsageHistory;
  readonly entries: readonly UsageEntry[];
}

/** Message of the worker. */
export type UsageReply =
  | { readonly kind: 'progress'; readonly id: number; readonly progress: UsageProgress }
  | ({ readonly kind: 'answer'; readonly id: number } & UsageAnswer)
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  | { readonly kind: 'log'; readonly text: string };

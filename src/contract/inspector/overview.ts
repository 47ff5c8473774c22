import type { CallUsage, ModelCallKind } from '../modelCalls';

/** Pictures of a subject, bounded whatever its size. Each is drawn, and shown as a table. */
export interface Overview {
  /** Cache per turn, oldest first; turns are merged where there are more than 100. */
  readonly turns: readonly TurnSum[];
  /** Tokens by kind of call, largest first. */
  readonly kinds: readonly {
    readonly kind: ModelCallKind;
    readonly calls: number;
    readonly usage: CallUsage;
    readonly usd?: number;
  }[];
  /** Composition of the requests of the conversation itself, oldest first, at most 100. */
  readonly context: readonly ContextSample[];
  readonly limits: readonly RateLimit[];
  readonly findings: readonly CallFinding[];
}

export interface TurnSum {
  readonly from: number;
  readonly to: number;
  readonly calls: number;
  readonly usage: CallUsage;
  readonly usd?: number;
  /** Milliseconds of model time, waiting for retries, and tools. */
  readonly modelMs: number;
  readonly retryMs: number;
  readonly toolMs: number;
}

/** Estimated tokens of a request by part. */
export interface ContextSample {
  readonly key: string;
  readonly at: number;
  readonly system: number;
  readonly ownTools: number;
  readonly serverTools: number;
  readonly messages: number;
  readonly media: number;
}

/** Limit that the API reports in its headers. */
export interface RateLimit {
  /** Name in the headers, such as `requests`, `input-tokens`, `unified-5h`. */
  readonly name: string;
  readonly limit?: number;
  readonly remaining?: number;
  /** From 0 to 1, where the API reports a share only, or where limit and remaining are known. */
  readonly used?: number;
  /** Milliseconds since 1970. */
  readonly resetsAt?: number;
  readonly status?: string;
  /** When it was reported. */
  readonly at: number;
}

export const findingKinds = [
  'cacheChanged',
  'cacheExpired',
  'unusedServer',
  'repeatedRead',
  'retryWait',
  'largeResult',
  'sideCalls',
  'failedCalls',
  'cutOff',
  'slowFirstToken',
  'compaction',
  'contextFull',
  'largeMemory',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Something worth knowing, with the figures that prove it. Sentences are made by `findingText`. */
export interface CallFinding {
  readonly id: string;
  readonly kind: FindingKind;
  readonly weight: 'info' | 'warning';
  readonly turn?: number;
  /** Calls that prove it, the first to be shown. With two, they can be compared. */
  readonly calls: readonly string[];
  /** Sum of the cost that it has caused, and milliseconds, as far as they are known. */
  readonly usd?: number;
  readonly ms?: number;
  readonly tokens?: number;
  /** Tokens that are left, where the finding is about fewer of them. */
  readonly tokensAfter?: number;
  readonly times?: number;
  /** Part of all cost, or else of all tokens, from 0 to 1. */
  readonly share?: number;
  /** Name that the sentence contains: of a server, tool, file, model or member. */
  readonly subject?: string;
  /** Further name: of the member of `options` that has changed, the tool of a result, … */
  readonly name?: string;
}

/** A turn on a time axis, at most 500 spans. */
export interface Timeline {
  readonly turn: number;
  /** Places of the turns before and after it that have calls. */
  readonly previous?: number;
  readonly next?: number;
  readonly from: number;
  readonly to: number;
  readonly spans: readonly TimelineSpan[];
  /** Spans that were left out. */
  readonly omitted: number;
}

/** Absent `to`: still running. */
export type TimelineSpan =
  | {
      readonly kind: 'call';
      readonly key: string;
      readonly label: string;
      readonly from: number;
      readonly firstToken?: number;
      readonly to?: number;
      readonly isFailed: boolean;
      readonly agent?: string;
    }
  | {
      readonly kind: 'tool';
      readonly id: string;
      readonly label: string;
      readonly from: number;
      readonly to?: number;
      readonly isFailed: boolean;
      readonly agent?: string;
    }
  | {
      readonly kind: 'retryWait';
      readonly key: string;
      readonly from: number;
      readonly to: number;
    };

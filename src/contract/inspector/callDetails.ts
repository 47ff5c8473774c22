import type { BlockPlace } from '../modelCalls';
import type { InspectedCall } from './callRows';

/** A call, taken apart. Texts are fetched by `inspector.part`. */
export interface CallDetails {
  readonly inspected: InspectedCall;
  /** Absent if the request was not recorded. */
  readonly request?: RequestAnatomy;
  readonly response?: ResponseAnatomy;
}

export interface RequestAnatomy {
  /** Members other than tools, system and messages, as short JSON; secrets are removed. */
  readonly options: readonly { readonly name: string; readonly text: string }[];
  readonly sections: readonly RequestSection[];
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly isCut: boolean;
}

/** `reminders` are the blocks that the CLI adds to messages of the user. */
export interface RequestSection {
  readonly kind: 'system' | 'ownTools' | 'serverTools' | 'messages' | 'reminders';
  /** MCP server of `serverTools`. */
  readonly server?: string;
  readonly bytes: number;
  readonly estimatedTokens: number;
  readonly parts: readonly RequestPart[];
}

export interface RequestPart {
  readonly place: BlockPlace;
  /** Type of a block (`text`, `tool_use`, `tool_result`, `image`, …) or `tool`. */
  readonly type: string;
  /** Name of a tool, role of a message. */
  readonly name?: string;
  readonly bytes: number;
  readonly estimatedTokens: number;
  /** Lifetime of the cache mark behind the part. */
  readonly cacheMark?: '5m' | '1h';
  /** Beginning of its text on one line, at most 160 characters. */
  readonly preview: string;
}

export interface ResponseAnatomy {
  readonly status: number;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Events in their order, at most 5,000; runs of deltas of a block are one entry. */
  readonly events: readonly ResponseEvent[];
  readonly omitted: number;
  readonly isCut: boolean;
}

export interface ResponseEvent {
  readonly index: number;
  /** Type of the event, such as `content_block_delta`. */
  readonly type: string;
  /** Milliseconds from the start of the request; `to` is that of the last one of a run. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly bytes: number;
  /** Type and name of the block that it belongs to, such as `tool_use Bash`. */
  readonly block?: string;
  readonly preview: string;
}

/** Text that can be fetched: part of a request, an event, or a whole body. */
export type PartRef =
  | { readonly kind: 'request'; readonly place: BlockPlace }
  | { readonly kind: 'event'; readonly index: number }
  | { readonly kind: 'rawRequest' }
  | { readonly kind: 'rawResponse' };

/** Text without secrets, at most 200,000 characters. */
export interface PartText {
  readonly text: string;
  readonly isJson: boolean;
  readonly isCut: boolean;
}

/** Differences between two requests, in the order of the cache. */
export interface CallComparison {
  readonly one: InspectedCall;
  readonly other: InspectedCall;
  /** Estimated tokens of the prefix that both have in common, and of the rest of each. */
  readonly sharedTokens: number;
  readonly restOfOne: number;
  readonly restOfOther: number;
  readonly options: readonly {
    readonly name: string;
    readonly one?: string;
    readonly other?: string;
  }[];
  /** Parts that differ, at most 500, the first one decides about the cache. */
  readonly changes: readonly PartChange[];
  readonly omitted: number;
}

export interface PartChange {
  readonly how: 'changed' | 'added' | 'removed' | 'moved';
  readonly place: BlockPlace;
  readonly type: string;
  readonly name?: string;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Text around the first difference, at most 2,000 characters each; absent for unchanged texts. */
  readonly before?: string;
  readonly after?: string;
  /** First differing character. */
  readonly character?: number;
  /** True if it stands before the last cache mark, so that it cost what follows. */
  readonly wasCached: boolean;
}

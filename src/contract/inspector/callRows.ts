import type { CallError, CallUsage, ModelCall, ModelCallKind } from '../modelCalls';

/**
 * Where the figures of a call come from: the gateway saw it, the agent's transcript reports it, it
 * was read from a file, or Tandem sent it again.
 */
export type CallSource = 'gateway' | 'transcript' | 'import' | 'replay';

/** Facts that a transcript does not have, and that are therefore unknown without the gateway. */
export const callFacts = ['timing', 'retries', 'request', 'response', 'rateLimits'] as const;
export type CallFact = (typeof callFacts)[number];

/** Model call with what the inspector knows of it beyond its own figures. JSON only. */
export interface InspectedCall {
  /** Unique in its subject, also over reloads of the window. */
  readonly key: string;
  readonly source: CallSource;
  /** Facts that are not known come as `unknown`, never as a zero that looks measured. */
  readonly call: ModelCall;
  readonly unknown: readonly CallFact[];
  /** Place of the turn that the call belongs to; see `Conversation.first`. */
  readonly turn?: number;
  readonly cost?: CallCost;
  /** True if request and response were recorded and are still on disk. */
  readonly hasBodies: boolean;
}

/** Cost in US dollars. */
export interface CallCost {
  readonly usd: number;
  /**
   * `reported`: the agent's own total of the model, shared out by weighed tokens; `list`: public
   * prices of the model.
   */
  readonly basis: 'reported' | 'list';
}

/** Row of the table: as much of a call as its line shows. */
export interface CallRow {
  readonly key: string;
  readonly source: CallSource;
  readonly kind: ModelCallKind;
  /** Subagent that called. */
  readonly agent?: string;
  readonly model?: string;
  readonly turn?: number;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds from the start; absent if unknown or not reached. */
  readonly firstToken?: number;
  readonly duration?: number;
  readonly isInFlight: boolean;
  readonly usage?: CallUsage;
  readonly cost?: CallCost;
  readonly stopReason?: string;
  readonly status?: number;
  readonly retry: number;
  readonly error?: CallError;
  /** Tokens that were cached and had to be written again. */
  readonly lost?: number;
  readonly tools: readonly string[];
  readonly unknown: readonly CallFact[];
  readonly hasBodies: boolean;
}

export const callColumns = [
  'startedAt',
  'who',
  'model',
  'input',
  'output',
  'cacheWritten',
  'cacheRead',
  'cost',
  'firstToken',
  'duration',
  'stopReason',
  'retry',
] as const;
export type CallColumn = (typeof callColumns)[number];

/** Contents and order of the table. Absent members filter nothing. */
export interface CallView {
  /** Words that must all occur in who called, model, tools, stop reason, error or ids. */
  readonly search?: string;
  readonly kinds?: readonly ModelCallKind[];
  readonly model?: string;
  readonly turn?: number;
  readonly only?: 'failed' | 'retried' | 'cacheLost' | 'inFlight';
  readonly sort: { readonly column: CallColumn; readonly isDescending: boolean };
}

/** Part of the rows of a view. */
export interface RowPage {
  /** Rows of the view, and calls without any filter. */
  readonly total: number;
  readonly all: number;
  readonly from: number;
  readonly rows: readonly CallRow[];
  /** Sums over all rows of the view. */
  readonly sums: RowSums;
  /** Values that the filters offer; without it, the page offers those that it has seen. */
  readonly choices?: RowChoices;
}

/** Kinds and models of all calls, whatever the view, in the order of their first call. */
export interface RowChoices {
  readonly kinds: readonly ModelCallKind[];
  /** At most 50. */
  readonly models: readonly string[];
}

export interface RowSums {
  readonly usage: CallUsage;
  readonly usd?: number;
  /** How the cost is known: by list prices if a part of it is. */
  readonly basis?: CallCost['basis'];
  readonly failed: number;
  readonly retries: number;
}

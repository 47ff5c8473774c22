/**
 * Call of the Messages API, as the gateway counted it. JSON only. Contains names, sizes and counts,
 * but no text of requests and answers, except for the API's own error messages.
 */
export interface ModelCall {
  /** Number of the exchange, unique in the gateway. */
  readonly id: number;
  readonly kind: ModelCallKind;
  /** Rule that decided the kind; the first one that applies does. */
  readonly rule: CallRule;
  /** Subagent that called; its name is absent if nothing gave it away. */
  readonly agent?: { readonly id?: string; readonly name?: string };
  /** Session of the CLI, from its header or from `metadata.user_id`. */
  readonly sessionId?: string;
  /** Model that answered, before that the one that was asked for. */
  readonly model?: string;
  /** True if the answer was to be streamed. */
  readonly stream: boolean;
  /** Effort that was asked for, as in the request: `low`, `high`, … */
  readonly effort?: string;
  /** HTTP status; absent until the answer begins, and if it never did. */
  readonly status?: number;
  /** Times in milliseconds since 1970. The first token is the first event with content. */
  readonly startedAt: number;
  readonly firstByteAt?: number;
  readonly firstTokenAt?: number;
  readonly endedAt?: number;
  /** Why the exchange ended; absent while it is in flight. */
  readonly end?: 'complete' | 'clientClosed' | 'upstreamFailed' | 'timedOut' | 'refused';
  /** Absent if the answer reported none, as with most errors. */
  readonly usage?: CallUsage;
  /** `end_turn`, `tool_use`, `max_tokens`, …, as the API has it. */
  readonly stopReason?: string;
  readonly error?: CallError;
  /** The API's ids, for reports to its maker. */
  readonly requestId?: string;
  readonly messageId?: string;
  /**
   * How often this call was made before without success: by the client's own count, or because the
   * calls just before with the same messages have failed. 0 for the first attempt.
   */
  readonly retry: number;
  /** The answer's blocks, deltas and events by type. */
  readonly answer?: AnswerCounts;
  readonly sizes?: CallSizes;
  readonly cache?: CallCache;
  /** Characters of text, thinking and tool inputs that were streamed so far. */
  readonly streamed?: number;
  /** Headers `anthropic-ratelimit-*` and `retry-after`, lower case, without the first prefix. */
  readonly rateLimits?: Readonly<Record<string, string>>;
  /** Parts that could not be counted; the figures are then those of the part that was seen. */
  readonly gaps?: readonly CallGap[];
}

/** Purposes of calls. */
export const modelCallKinds = [
  'main',
  'subagent',
  'title',
  'topic',
  'compaction',
  'classifier',
  'sideQuestion',
  'promptSuggestion',
  'webFetch',
  'webSearch',
  'hook',
  'commandCheck',
  'memory',
  'recap',
  'warmup',
  'quota',
  'countTokens',
  'other',
] as const;

export type ModelCallKind = (typeof modelCallKinds)[number];

/** Rules of `gateway/accounting/classify/callRules`, in their order. */
export const callRules = [
  'countPath',
  'quotaPrompt',
  'oneToken',
  'warmupPrompt',
  'summaryPrompt',
  'sideQuestionNote',
  'suggestionPrompt',
  'memoryPrompt',
  'recapPrompt',
  'hookSystem',
  'titleSystem',
  'topicSystem',
  'commandSystem',
  'classifierSystem',
  'recapSystem',
  'pageContent',
  'searchTool',
  'agentHeader',
  'agentNote',
  'delegatedPrompt',
  'agentSystem',
  'clientTools',
  'noRule',
] as const;

export type CallRule = (typeof callRules)[number];

/** Tokens of one call. All members are disjoint: their sum is what the model read and wrote. */
export interface CallUsage {
  /** Input that came neither from the cache nor went into it. */
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** Written to live for five minutes, and for one hour. */
  readonly cacheWritten5m: number;
  readonly cacheWritten1h: number;
}

export const noUsage: CallUsage = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWritten5m: 0,
  cacheWritten1h: 0,
};

export function addUsage(one: CallUsage, other: CallUsage): CallUsage {
  return {
    input: one.input + other.input,
    output: one.output + other.output,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWritten5m: one.cacheWritten5m + other.cacheWritten5m,
    cacheWritten1h: one.cacheWritten1h + other.cacheWritten1h,
  };
}

/** Tokens that the model read, wherever they came from. */
export function inputTokens({ input, cacheRead, cacheWritten5m, cacheWritten1h }: CallUsage) {
  return input + cacheRead + cacheWritten5m + cacheWritten1h;
}

/** An answer that the user has stopped is no failure. */
export function isFailed({ error, status }: ModelCall): boolean {
  return error !== undefined || (status !== undefined && status >= 400);
}

/** Failure of a call: as an HTTP answer, as an event in the stream, or without an answer. */
export interface CallError {
  readonly where: 'http' | 'stream' | 'transport';
  /** The API's type, such as `overloaded_error`. */
  readonly type?: string;
  /** The API's message, at most 500 characters. */
  readonly message?: string;
}

/** Contents of an answer by type. Names beyond the first 50 are counted as `…`. */
export interface AnswerCounts {
  /** Blocks by type, such as `text`, `tool_use`, `redacted_thinking`. */
  readonly blocks: Readonly<Record<string, number>>;
  /** Tools that the answer calls, by name. */
  readonly tools: Readonly<Record<string, number>>;
  readonly citations: number;
  readonly pings: number;
  /** Tokens of the output that were thinking, where the API reports them. */
  readonly thinkingTokens?: number;
  /** Searches and fetches of the API itself. */
  readonly serverRequests?: Readonly<Record<string, number>>;
  /** Types of events, deltas and blocks that Tandem does not know. */
  readonly unknown?: Readonly<Record<string, number>>;
  /** Events that were no JSON. */
  readonly malformed?: number;
}

/**
 * - `requestCut`: a part of the request was too large to be read
 * - `requestInvalid`: the request is no JSON object
 * - `answerCut`: an event, or the whole answer, was too large to be read
 * - `encoding`: the answer has an encoding that cannot be decoded here
 */
export type CallGap = 'requestCut' | 'requestInvalid' | 'answerCut' | 'encoding';

/**
 * Sizes of a request, in bytes of its JSON. `estimatedTokens` turns them into tokens: the API reports
 * tokens of the whole request only.
 */
export interface CallSizes {
  readonly system: number;
  /** The CLI's own tools first, then those of MCP servers. */
  readonly tools: readonly ToolGroupSize[];
  /** Messages without the data of images and documents. */
  readonly messages: number;
  /** Part of `messages` that the CLI adds in the user's name: memory files, reminders, its date. */
  readonly reminders?: number;
  /** Images and documents in messages. Their tokens follow from their dimensions or pages. */
  readonly media: {
    readonly count: number;
    readonly bytes: number;
    readonly estimatedTokens: number;
  };
  readonly tokensPerByte: number;
  /** `usage` if `tokensPerByte` was calibrated by the usage of this call, else a rule of thumb. */
  readonly basis: 'usage' | 'rule';
}

export interface ToolGroupSize {
  /** MCP server; absent for tools of the CLI and of the API. */
  readonly server?: string;
  readonly bytes: number;
  readonly tools: readonly { readonly name: string; readonly bytes: number }[];
}

export function estimatedTokens(bytes: number, { tokensPerByte }: CallSizes): number {
  return Math.round(bytes * tokensPerByte);
}

/** The cache in one call, compared with the previous call of the same conversation. */
export interface CallCache {
  readonly breakpoints: readonly Breakpoint[];
  /** Absent for the first call of a conversation, and for kinds that have none, such as titles. */
  readonly since?: CacheComparison;
  /** The API's own diagnosis, such as `tools_changed`, if the client asked for it. */
  readonly apiReason?: string;
}

/** Place with `cache_control`: everything up to it is cached. */
export interface Breakpoint {
  readonly place: BlockPlace;
  readonly ttl: '5m' | '1h';
}

/** Place in a request. `block` counts the content blocks of a message. */
export interface BlockPlace {
  readonly part: 'tools' | 'system' | 'messages';
  readonly index: number;
  readonly block?: number;
  /** Name of the tool, or role of the message. */
  readonly name?: string;
}

export interface CacheComparison {
  /** Id of the previous call, and the time since it used the cache, in milliseconds. */
  readonly previous: number;
  readonly elapsed: number;
  /** Tokens that the previous call had in the cache when it ended. */
  readonly expected: number;
  /** How many of them this call did not read; absent until the usage is known. */
  readonly lost?: number;
  /**
   * Members of the request that differ and may cost the cache: `model`, `thinking`, `tool_choice`, …
   */
  readonly options: readonly string[];
  /**
   * First block that differs, in the order of the cache: tools, system, messages. Absent if this
   * call only appends.
   */
  readonly change?: BlockChange;
  /** Lifetimes of the previous call's breakpoints that were over. A loss is then to be expected. */
  readonly expired: readonly ('5m' | '1h')[];
  /** Why tokens were lost; absent while none are known to be lost. */
  readonly cause?: 'changed' | 'expired' | 'unknown';
}

export interface BlockChange {
  readonly how: 'changed' | 'removed' | 'added';
  readonly place: BlockPlace;
  /** Member of the block in which the difference is, such as `text` or `input.path`. */
  readonly member?: string;
  /** First differing character in that member, from 0; absent if the texts are no longer kept. */
  readonly character?: number;
  /** True if the previous call had a breakpoint at or behind the place. */
  readonly wasCached: boolean;
}

/** Sums of a conversation's calls, since its channel began to be observed. */
export interface CallSums {
  readonly total: CallSum;
  /** By kind, agent and model, in the order of the first call. */
  readonly rows: readonly CallSumRow[];
}

export interface CallSumRow extends CallSum {
  readonly kind: ModelCallKind;
  readonly agent?: string;
  readonly model?: string;
}

export interface CallSum {
  /** Finished calls; `failed` and `retries` are among them. */
  readonly calls: number;
  readonly failed: number;
  readonly retries: number;
  readonly usage: CallUsage;
  /** Milliseconds from request to end, of all calls; parallel calls count each. */
  readonly duration: number;
}

/**
 * Weights of input tokens, relative to one that the cache has no part in. Source: the API's
 * documentation of prompt caching, November 2026.
 */
export const cacheWeights = { read: 0.1, written5m: 1.25, written1h: 2 } as const;

/**
 * Input of calls in tokens: as it was sent, as the API weighs it, and the difference, which the cache
 * has saved. It is negative where more was written than ever read.
 */
export function cacheSavings(usage: CallUsage): { sent: number; weighed: number; saved: number } {
  const { input, cacheRead, cacheWritten5m, cacheWritten1h } = usage;
  const sent = inputTokens(usage);
  const weighed = Math.round(
    input +
      cacheRead * cacheWeights.read +
      cacheWritten5m * cacheWeights.written5m +
      cacheWritten1h * cacheWeights.written1h,
  );
  return { sent, weighed, saved: sent - weighed };
}

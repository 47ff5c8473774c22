/** Tokens of calls to the model. */
export interface TokenCounts {
  /** Input that was neither written to the cache nor read from it. */
  readonly input: number;
  readonly output: number;
  readonly cacheWritten: number;
  readonly cacheRead: number;
}

/** Usage of a turn, as far as the agent reports it. */
export interface TurnUsage {
  /** Calls of the conversation itself. */
  readonly main: TokenCounts;
  /** With subagents and the agent's own calls, such as those for titles; absent if the same. */
  readonly all?: TokenCounts;
  /** Time that the calls took together, in milliseconds. */
  readonly apiMs?: number;
  /** Answers of the model, to subagents as well. */
  readonly calls?: number;
}

/** Limit of a subscription for a window of time. */
export interface UsageLimit {
  /** `five_hour`, `seven_day`, `seven_day_opus`, or another name of the agent's. */
  readonly type: string;
  /** True if requests are refused until the reset. */
  readonly isReached: boolean;
  /** Part that is used, from 0 to 1. */
  readonly used?: number;
  /** Milliseconds since 1970. */
  readonly resetsAt?: number;
}

export interface Usage {
  /** Tokens of the last request: input, cache reads and cache writes. */
  readonly contextTokens?: number;
  readonly contextWindow?: number;
  /** Cost of the whole conversation, over all of its processes. */
  readonly costUsd?: number;
}

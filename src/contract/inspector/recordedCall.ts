import type { ModelCall } from '../modelCalls';
import type { TokenCounts } from '../usage';
import type { InspectedCall } from './callRows';

/**
 * Recorded call: its figures, and its bodies without secrets. One line of an exported log
 * (`*.jsonl`), and what every part of the inspector reads.
 */
export interface RecordedCall {
  readonly version: 1;
  readonly inspected: InspectedCall;
  readonly request?: RecordedRequest;
  readonly response?: RecordedResponse;
}

export interface RecordedRequest {
  /** Path and query, without a nonce. */
  readonly path: string;
  /** Without credentials, lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isCut: boolean;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded text: server-sent events, or JSON. */
  readonly body: string;
  /** Where a piece of the body begins, in characters, and when it came, in milliseconds from the start. */
  readonly times: readonly (readonly [offset: number, ms: number])[];
  readonly isCut: boolean;
}

/** Recorded request and answer whose figures are not counted. Times in milliseconds since 1970. */
export interface RecordedExchange {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly end: NonNullable<ModelCall['end']>;
  readonly request: RecordedRequest;
  /** Absent if no answer came. */
  readonly response?: RecordedResponse;
}

/** Tool call of a conversation, as the inspector needs it. Times in milliseconds since 1970. */
export interface ToolRun {
  readonly id: string;
  readonly name: string;
  /** MCP server of the tool. */
  readonly server?: string;
  readonly turn: number;
  readonly agent?: string;
  /** Call that started this subagent; absent in the conversation itself. */
  readonly parent?: string;
  /** File that a reading tool reads; absolute or as the agent named it. */
  readonly path?: string;
  /** Part of the file that is read, in whichever form: equal parts have equal texts. */
  readonly range?: string;
  /** Files that it has changed, as far as that is known. */
  readonly changed?: readonly string[];
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly isFailed: boolean;
  /** Characters of its result, as far as the transcript has them. */
  readonly resultLength?: number;
}

/** Turn of a conversation, as the inspector needs it. */
export interface TurnFacts {
  readonly turn: number;
  readonly startedAt: number;
  readonly endedAt?: number;
  /** As the agent reports it. */
  readonly costUsd?: number;
  /** As the agent reports them, its own calls included; the cost is that of these tokens. */
  readonly tokens?: TokenCounts;
}

/** Calls of a subject with what happened around them, oldest first. */
export interface CallHistory {
  readonly calls: readonly InspectedCall[];
  readonly turns: readonly TurnFacts[];
  readonly tools: readonly ToolRun[];
  /** MCP servers that are connected, with the names of their tools. */
  readonly servers?: readonly { readonly name: string; readonly tools: readonly string[] }[];
  /** Tokens that the conversation's model takes, as the agent reports them. */
  readonly contextWindow?: number;
}

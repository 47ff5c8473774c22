/**
 * Building blocks of a scripted answer. A `Reply` lists its parts in streaming order. Content
 * blocks and controls (gates, pings, cuts) mix freely, and controls may also stand between the
 * pieces of a text: `text('Hel', gate('half'), 'lo')`.
 */
export type Reply = readonly Part[] | Failure;
export type Part = Block | Control | Ending;
export type Block = TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock | RawBlock;
/** Stream actions other than content. */
export type Control = Gate | Pause | Ping | Cut | StreamError;
/** A piece of streamed content, or a control between two pieces. */
export type Piece = string | Control;

export interface TextBlock {
  kind: 'text';
  pieces: readonly Piece[];
}
export interface ThinkingBlock {
  kind: 'thinking';
  pieces: readonly Piece[];
  signature: string;
}
export interface RedactedThinkingBlock {
  kind: 'redacted_thinking';
  data: string;
}
export interface ToolUseBlock {
  kind: 'tool_use';
  name: string;
  input: Readonly<Record<string, unknown>>;
  id: string | undefined;
  pieces: readonly Piece[] | undefined;
}
/** Any other Messages API block, sent complete in its start event. */
export interface RawBlock {
  kind: 'raw';
  block: Readonly<Record<string, unknown>>;
}
export interface Gate {
  kind: 'gate';
  name: string;
}
export interface Pause {
  kind: 'pause';
  beats: number;
}
export interface Ping {
  kind: 'ping';
}
export interface Cut {
  kind: 'cut';
}
export interface StreamError {
  kind: 'stream_error';
  type: string;
  message: string;
}

/**
 * Stop reason of the message, and the usage that its first and last event report. The verdict is
 * that of the server's safety check on all tools that the message calls.
 */
export interface Ending {
  kind: 'ending';
  stopReason?: StopReason;
  usage?: Usage;
  verdict?: Verdict;
}
export type Verdict = 'flagged' | 'not_flagged';
export type StopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'stop_sequence'
  | 'tool_use'
  | 'pause_turn'
  | 'refusal'
  | 'model_context_window_exceeded';
export interface Usage {
  input_tokens?: number;
  cache_creation_input_tokens?: number;
  cache_read_input_tokens?: number;
  output_tokens?: number;
}

/** An HTTP error in place of a message. */
export interface Failure {
  kind: 'failure';
  status: number;
  type: string;
  message: string;
  headers: Readonly<Record<string, string>>;
  /** Sent instead of the API's JSON. */
  body?: string;
}

/** Makes a text block. Cuts a single string into small deltas; several pieces are one each. */
export function text(...pieces: Piece[]): TextBlock {
  return { kind: 'text', pieces };
}

/** Makes a thinking block; without pieces only a signature, as when a model hides thinking. */
export function thinking(...pieces: Piece[]): ThinkingBlock {
  return { kind: 'thinking', pieces, signature: 'c2NyaXB0ZWQtc2lnbmF0dXJl' };
}

export function redactedThinking(data = 'c2NyaXB0ZWQtcmVkYWN0ZWQ='): RedactedThinkingBlock {
  return { kind: 'redacted_thinking', data };
}

/**
 * Makes a tool call whose input streams as JSON, cut at awkward places. `pieces` replaces the
 * streamed JSON (truncated or held by a gate); only non-streaming answers then use `input`.
 */
export function toolUse(
  name: string,
  input: Readonly<Record<string, unknown>>,
  options: { id?: string; pieces?: readonly Piece[] } = {},
): ToolUseBlock {
  return { kind: 'tool_use', name, input, id: options.id, pieces: options.pieces };
}

export function rawBlock(block: Readonly<Record<string, unknown>>): RawBlock {
  return { kind: 'raw', block };
}

/**
 * Holds the answer here until the test calls `api.open(name)`. As the first part it also holds the
 * response headers, so that the API appears to hang.
 */
export function gate(name: string): Gate {
  return { kind: 'gate', name };
}

/** Waits this many beats of `pace`; does not wait with the default pace of 0. */
export function pause(beats: number): Pause {
  return { kind: 'pause', beats };
}

export function ping(): Ping {
  return { kind: 'ping' };
}

/** Destroys the socket here; as the first part, the connection closes without an answer. */
export function cut(): Cut {
  return { kind: 'cut' };
}

/** Sends an `error` event in the open stream, then ends the stream. */
export function streamError(type = 'overloaded_error', message = 'Overloaded'): StreamError {
  return { kind: 'stream_error', type, message };
}

export function stop(stopReason: StopReason): Ending {
  return { kind: 'ending', stopReason };
}

export function usage(tokens: Usage): Ending {
  return { kind: 'ending', usage: tokens };
}

/** Judges all tools that a streamed message calls, as the server does for *Auto* since 2.1.329. */
export function judged(verdict: Verdict): Ending {
  return { kind: 'ending', verdict };
}

const errorTypes: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
};

/** Makes an answer of something that is not the API, such as a proxy's page. */
export function page(html: string): Failure {
  const headers = { 'content-type': 'text/html' };
  return { kind: 'failure', status: 200, type: '', message: '', headers, body: html };
}

/** Makes an HTTP error with the API's error type for the status; `retryAfter` is in seconds. */
export function failure(
  status: number,
  options: {
    type?: string;
    message?: string;
    retryAfter?: number;
    headers?: Readonly<Record<string, string>>;
  } = {},
): Failure {
  const type = options.type ?? errorTypes[status] ?? 'api_error';
  const retryAfter =
    options.retryAfter === undefined ? {} : { 'retry-after': String(options.retryAfter) };
  return {
    kind: 'failure',
    status,
    type,
    message: options.message ?? `Scripted ${type}`,
    headers: { ...retryAfter, ...options.headers },
  };
}

import { messageOf } from '../../../base/errors';
import { asNumber, asString, isObject, type JsonObject } from '../../../base/json';

/** Tokens of one call to the model, as the API reported them, and its web searches. */
export interface CallUsage {
  /** Input that was neither written to the cache nor read from it. */
  readonly input: number;
  readonly output: number;
  /** Written to the cache for five minutes, and what has no time named: five minutes are usual. */
  readonly written5m: number;
  readonly written1h: number;
  readonly cacheRead: number;
  readonly webSearches: number;
}

/** Facts about usage in a line of a transcript. */
export type UsageLine =
  /** `time`: milliseconds since 1970. */
  | {
      readonly kind: 'call';
      readonly id: string;
      readonly model: string;
      readonly usage: CallUsage;
      readonly time: number | undefined;
      readonly isSidechain: boolean;
      readonly session: string | undefined;
      /** Kinds of subagents that the message starts, by the ids of their calls. */
      readonly starts: readonly (readonly [string, string])[];
    }
  /** The result of a subagent's call, which names its file. */
  | { readonly kind: 'agent'; readonly callId: string; readonly agentId: string }
  | { readonly kind: 'other' }
  | { readonly kind: 'bad'; readonly reason: string };

const latest = Date.UTC(9999, 0);
const other = { kind: 'other' } as const;

/**
 * Reads what a line says about usage. Most lines are recognized as others without parsing them,
 * because they are long.
 */
export function readUsageLine(line: string): UsageLine {
  const isCall = line.includes('"usage"') && line.includes('"assistant"');
  const isAnswer = !isCall && line.includes('"toolUseResult"') && line.includes('"agentId"');
  if (!isCall && !isAnswer) {
    return isWhole(line) ? other : { kind: 'bad', reason: 'not a JSON object' };
  }
  let wire: unknown;
  try {
    wire = JSON.parse(line);
  } catch (error) {
    return { kind: 'bad', reason: messageOf(error) };
  }
  if (!isObject(wire)) {
    return { kind: 'bad', reason: 'not a JSON object' };
  }
  if (wire.type === 'assistant') {
    return callOf(wire);
  }
  return wire.type === 'user' ? answerOf(wire) : other;
}

/** Compares the ends only: the line is not parsed. */
function isWhole(line: string): boolean {
  return line.startsWith('{') && line.trimEnd().endsWith('}');
}

/** Checked by hand: a schema would take five times as long as parsing does, for each message. */
function callOf({ uuid, timestamp, sessionId, isSidechain, message }: JsonObject): UsageLine {
  if (!isObject(message)) {
    return { kind: 'bad', reason: 'malformed message' };
  }
  const { usage, model } = message;
  const id = asString(message.id) ?? asString(uuid);
  // Text of the CLI in the model's name, such as an error of the API.
  if (!isObject(usage) || model === '<synthetic>' || id === undefined) {
    return other;
  }
  const time = timeOf(timestamp);
  const written = count(usage.cache_creation_input_tokens);
  // The CLI fills in zeros where the API names no times.
  const named1h = count(member(usage.cache_creation, 'ephemeral_1h_input_tokens'));
  const written1h = Math.min(written, named1h);
  return {
    kind: 'call',
    id,
    model: asString(model) ?? '',
    usage: {
      input: count(usage.input_tokens),
      output: count(usage.output_tokens),
      written5m: written - written1h,
      written1h,
      cacheRead: count(usage.cache_read_input_tokens),
      webSearches: count(member(usage.server_tool_use, 'web_search_requests')),
    },
    time,
    isSidechain: isSidechain === true,
    session: asString(sessionId),
    starts: listed(message.content).flatMap(block => {
      const kind = asString(member(block.input, 'subagent_type'));
      const callId = asString(block.id);
      return callId === undefined || kind === undefined ? [] : [[callId, kind] as const];
    }),
  };
}

/** Reads the result of a call, which names the subagent that it started. */
function answerOf({ message, toolUseResult }: JsonObject): UsageLine {
  const agentId = asString(member(toolUseResult, 'agentId'));
  const result = listed(member(message, 'content')).find(({ type }) => type === 'tool_result');
  const callId = asString(result?.tool_use_id);
  return agentId === undefined || callId === undefined ? other : { kind: 'agent', callId, agentId };
}

/** Years of another length than four digits would stand in no table of days. */
function timeOf(timestamp: unknown): number | undefined {
  const time = Date.parse(asString(timestamp) ?? '');
  return time >= 0 && time < latest ? time : undefined;
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function listed(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function count(value: unknown): number {
  const number = asNumber(value) ?? 0;
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

/** Returns the folder that a line names, without parsing the line. */
export function folderIn(line: string): string | undefined {
  const [, escaped] = /"cwd":("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
  try {
    return escaped === undefined ? undefined : String(JSON.parse(escaped));
  } catch {
    // A raw control character: no path of a folder.
    return undefined;
  }
}

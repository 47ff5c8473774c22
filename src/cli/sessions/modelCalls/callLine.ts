import { asNumber, asString, isObject, type JsonObject } from '../../../base/json';
import type { CallUsage } from '../../../contract/modelCalls';

/** Facts about model calls in a line of a transcript. Times in milliseconds since 1970. */
export type CallLine =
  | {
      readonly kind: 'answer';
      /** Message of the API, or the line's own id where there is none. */
      readonly id: string;
      readonly at: number | undefined;
      readonly isSidechain: boolean;
      readonly agentId: string | undefined;
      readonly sessionId: string | undefined;
      readonly model: string | undefined;
      readonly effort: string | undefined;
      readonly requestId: string | undefined;
      readonly stopReason: string | undefined;
      readonly usage: CallUsage | undefined;
      /** Types of the line's blocks, and names of the tools among them. */
      readonly blocks: readonly string[];
      readonly tools: readonly string[];
      /** Kinds of subagents that the message starts, by the ids of their calls. */
      readonly starts: readonly (readonly [string, string])[];
      /** Set if the API has refused the call. */
      readonly error?: { readonly type: string | undefined; readonly message: string };
    }
  /** A message of the user, or results of tools: the next call begins with it. */
  | {
      readonly kind: 'input';
      readonly at: number | undefined;
      readonly isSidechain: boolean;
      readonly agentId: string | undefined;
      /** Subagent that a result names, with the id of the call that started it. */
      readonly started?: { readonly callId: string; readonly agentId: string };
    }
  | { readonly kind: 'other' }
  | { readonly kind: 'bad' };

const longestName = 200;
const longestMessage = 500;
const mostBlocks = 500;
const latest = Date.UTC(9999, 0);

/**
 * Reads what a line says about model calls. Checked by hand, as `usageLine` does: schemas would take
 * far longer than parsing, for all lines of a long conversation.
 */
export function readCallLine(text: string): CallLine {
  // All other lines are notes of the CLI, and long ones among them.
  if (!/"type"\s{0,4}:\s{0,4}"(?:assistant|user)"/.test(text)) {
    return text.startsWith('{') && text.trimEnd().endsWith('}')
      ? { kind: 'other' }
      : { kind: 'bad' };
  }
  let wire: unknown;
  try {
    wire = JSON.parse(text);
  } catch {
    return { kind: 'bad' };
  }
  if (!isObject(wire)) {
    return { kind: 'bad' };
  }
  if (wire.type === 'assistant') {
    return answerOf(wire);
  }
  return wire.type === 'user' ? inputOf(wire) : { kind: 'other' };
}

function answerOf(line: JsonObject): CallLine {
  const { message, uuid, timestamp } = line;
  if (!isObject(message)) {
    return { kind: 'bad' };
  }
  const isError = line.isApiErrorMessage === true;
  const id = name(message.id) ?? name(uuid);
  const blocks = listed(message.content).slice(0, mostBlocks);
  // Text of the CLI in the model's name, such as the note of an interruption.
  if (id === undefined || (message.model === '<synthetic>' && !isError)) {
    return { kind: 'other' };
  }
  return {
    kind: 'answer',
    id,
    at: timeOf(timestamp),
    isSidechain: line.isSidechain === true,
    agentId: name(line.agentId),
    sessionId: name(line.sessionId),
    model: message.model === '<synthetic>' ? undefined : name(message.model),
    effort: name(line.effort),
    requestId: name(line.requestId),
    stopReason: name(message.stop_reason),
    usage: isError ? undefined : usageOf(message.usage),
    blocks: blocks.flatMap(({ type }) => name(type) ?? []),
    tools: blocks.flatMap(block => (isToolUse(block) ? (name(block.name) ?? []) : [])),
    starts: blocks.flatMap(block => {
      const kind = isObject(block.input) ? name(block.input.subagent_type) : undefined;
      const callId = name(block.id);
      return kind === undefined || callId === undefined ? [] : [[callId, kind] as const];
    }),
    ...(isError ? { error: errorOf(line, blocks) } : {}),
  };
}

function errorOf({ error }: JsonObject, blocks: readonly JsonObject[]) {
  const message = blocks.flatMap(({ text }) => asString(text) ?? []).join('\n');
  return { type: name(error), message: message.slice(0, longestMessage) };
}

function inputOf({ message, toolUseResult, timestamp, ...line }: JsonObject): CallLine {
  const content = isObject(message) ? message.content : undefined;
  const agentId = isObject(toolUseResult) ? name(toolUseResult.agentId) : undefined;
  const result = listed(content).find(({ type }) => type === 'tool_result');
  const callId = name(result?.tool_use_id);
  return {
    kind: 'input',
    at: timeOf(timestamp),
    isSidechain: line.isSidechain === true,
    agentId: name(line.agentId),
    ...(agentId !== undefined && callId !== undefined ? { started: { callId, agentId } } : {}),
  };
}

/** Writes that the API has not split by lifetime count as short: the CLI fills in zeros. */
function usageOf(usage: unknown): CallUsage | undefined {
  if (!isObject(usage)) {
    return undefined;
  }
  const split = isObject(usage.cache_creation) ? usage.cache_creation : {};
  const written = count(usage.cache_creation_input_tokens);
  const long = Math.min(written, count(split.ephemeral_1h_input_tokens));
  return {
    input: count(usage.input_tokens),
    output: count(usage.output_tokens),
    cacheRead: count(usage.cache_read_input_tokens),
    cacheWritten5m: written - long,
    cacheWritten1h: long,
  };
}

function isToolUse({ type }: JsonObject): boolean {
  return type === 'tool_use' || type === 'server_tool_use';
}

function timeOf(timestamp: unknown): number | undefined {
  const time = Date.parse(asString(timestamp) ?? '');
  return time >= 0 && time < latest ? time : undefined;
}

function name(value: unknown): string | undefined {
  return asString(value)?.slice(0, longestName);
}

function listed(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function count(value: unknown): number {
  const number = asNumber(value) ?? 0;
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

import * as z from 'zod/mini';
import { messageOf } from '../../../base/errors';
import { isObject } from '../../../base/json';
import { lenient, lenientList, number, text } from '../../../protocol/lenient';

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

/** What a line of a transcript says about usage. */
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

const assistantLine = z.looseObject({
  type: z.literal('assistant'),
  uuid: text,
  timestamp: text,
  sessionId: text,
  isSidechain: z.catch(z.optional(z.boolean()), undefined),
  message: z.looseObject({
    id: text,
    model: text,
    content: lenientList(
      z.looseObject({
        type: z.literal('tool_use'),
        id: z.string(),
        input: z.looseObject({ subagent_type: z.string() }),
      }),
    ),
    usage: lenient(
      z.looseObject({
        input_tokens: number,
        output_tokens: number,
        cache_read_input_tokens: number,
        cache_creation_input_tokens: number,
        cache_creation: lenient(z.looseObject({ ephemeral_1h_input_tokens: number })),
        server_tool_use: lenient(z.looseObject({ web_search_requests: number })),
      }),
    ),
  }),
});

const answeredLine = z.looseObject({
  type: z.literal('user'),
  message: z.looseObject({
    content: lenientList(
      z.looseObject({ type: z.literal('tool_result'), tool_use_id: z.string() }),
    ),
  }),
  toolUseResult: z.looseObject({ agentId: z.string() }),
});

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
    const parsed = assistantLine.safeParse(wire);
    return parsed.success ? callOf(parsed.data) : { kind: 'bad', reason: 'malformed message' };
  }
  const answered = wire.type === 'user' ? answeredLine.safeParse(wire) : undefined;
  const callId = answered?.data?.message.content[0]?.tool_use_id;
  return answered?.success && callId !== undefined
    ? { kind: 'agent', callId, agentId: answered.data.toolUseResult.agentId }
    : other;
}

/** Compares the ends only: the line is not parsed. */
function isWhole(line: string): boolean {
  return line.startsWith('{') && line.trimEnd().endsWith('}');
}

function callOf({
  uuid,
  timestamp,
  sessionId,
  isSidechain,
  message,
}: z.output<typeof assistantLine>): UsageLine {
  const { usage, model, id = uuid, content } = message;
  // Text of the CLI in the model's name, such as an error of the API.
  if (!usage || model === '<synthetic>' || id === undefined) {
    return other;
  }
  const time = Date.parse(timestamp ?? '');
  const written = count(usage.cache_creation_input_tokens);
  // The CLI fills in zeros where the API names no times.
  const written1h = Math.min(written, count(usage.cache_creation?.ephemeral_1h_input_tokens));
  return {
    kind: 'call',
    id,
    model: model ?? '',
    usage: {
      input: count(usage.input_tokens),
      output: count(usage.output_tokens),
      written5m: written - written1h,
      written1h,
      cacheRead: count(usage.cache_read_input_tokens),
      webSearches: count(usage.server_tool_use?.web_search_requests),
    },
    time: Number.isNaN(time) ? undefined : time,
    isSidechain: isSidechain ?? false,
    session: sessionId,
    starts: content.map(block => [block.id, block.input.subagent_type] as const),
  };
}

function count(value: number | undefined): number {
  return value !== undefined && Number.isSafeInteger(value) && value > 0 ? value : 0;
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

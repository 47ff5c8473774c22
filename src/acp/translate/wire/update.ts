import { isObject, type JsonObject } from '../../../base/json';
import * as z from '../../../base/schema';
import { lenient, lenientList, number, text } from '../../../protocol/lenient';
import { readBlocks, readChunk } from './contentBlock';
import { settingsSchema } from './options';
import { toolCallSchema } from './toolCall';

const meta = lenient(z.record(z.string(), z.unknown()));
const block = z.pipe(z.optional(z.unknown()), z.transform(readChunk));
const chunk = z.object({ content: block, messageId: text, _meta: meta });
const entries = lenientList(z.object({ content: z.string(), status: text, priority: text }));

const command = z.object({
  name: z.string(),
  description: text,
  input: lenient(z.object({ hint: text })),
});

const schemas = {
  user_message_chunk: chunk,
  agent_message_chunk: chunk,
  agent_thought_chunk: chunk,
  tool_call: toolCallSchema,
  tool_call_update: toolCallSchema,
  plan: z.object({ entries }),
  plan_update: z.object({
    plan: z.object({
      type: text,
      planId: z.string(),
      entries,
      content: text,
      uri: text,
    }),
  }),
  plan_removed: z.object({ planId: z.string() }),
  available_commands_update: z.object({ availableCommands: lenientList(command) }),
  current_mode_update: z.object({ currentModeId: z.string() }),
  config_option_update: settingsSchema,
  session_info_update: z.object({ title: text }),
  usage_update: z.object({
    used: number,
    size: number,
    cost: lenient(z.object({ amount: z.number(), currency: text })),
  }),
  notice: z.object({ severity: text, title: z.string(), description: text }),
  compaction_update: z.object({
    compactionId: z.string(),
    status: text,
    summary: z.optional(z.unknown()),
    error: text,
  }),
  compaction_summary_chunk: z.object({ compactionId: z.string(), content: block }),
  subagent_update: z.object({
    sessionId: z.string(),
    title: text,
    description: text,
    state: lenient(z.object({ state: text, stopReason: text })),
  }),
  session_message: z.object({
    messageId: z.string(),
    content: z.pipe(z.optional(z.unknown()), z.transform(readBlocks)),
  }),
  session_message_chunk: z.object({ messageId: z.string(), content: block }),
} as const;

type Schemas = typeof schemas;
type UpdateKind = keyof Schemas;
export type UpdateOf<Kind extends UpdateKind> = z.output<Schemas[Kind]>;

/** Update by its kind, as `session/update` has it, or why there is none. */
export type ReadUpdate =
  | { [Kind in UpdateKind]: { readonly kind: Kind; readonly update: UpdateOf<Kind> } }[UpdateKind]
  | { readonly kind: 'unknown'; readonly name: string | undefined }
  | { readonly kind: 'malformed'; readonly name: UpdateKind };

export function readUpdate(wire: unknown): ReadUpdate {
  const name = isObject(wire) ? wire.sessionUpdate : undefined;
  if (typeof name !== 'string') {
    return { kind: 'unknown', name: undefined };
  }
  if (!Object.hasOwn(schemas, name)) {
    return { kind: 'unknown', name };
  }
  const kind = name as UpdateKind;
  const plain = isObject(wire) && plainChunk(kind, wire);
  if (plain) {
    return plain;
  }
  const parsed = schemas[kind].safeParse(wire);
  return parsed.success
    ? // The table pairs each kind with its schema; the compiler cannot follow that here.
      ({ kind, update: parsed.data } as ReadUpdate)
    : { kind: 'malformed', name: kind };
}

/** Reads what a stream consists of without its schema, at a third of the cost. */
function plainChunk(kind: UpdateKind, wire: JsonObject): ReadUpdate | undefined {
  const isChunk =
    kind === 'agent_message_chunk' ||
    kind === 'agent_thought_chunk' ||
    kind === 'user_message_chunk';
  const { content, messageId, _meta } = wire;
  const hasPlainId = messageId === undefined || typeof messageId === 'string';
  return isChunk && hasPlainId && _meta === undefined
    ? { kind, update: { content: readChunk(content), messageId, _meta } }
    : undefined;
}

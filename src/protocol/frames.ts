import { messageOf } from '../base/errors';
import { asString, isObject, type JsonObject } from '../base/json';
import {
  type AssistantFrame,
  assistantFrame,
  type OtherFrame,
  otherFrames,
  type ResultFrame,
  resultFrame,
  type SystemFrame,
  systemFrames,
  type UserFrame,
  userFrame,
} from './frameSchemas';
import { isStreamEvent, type StreamEventFrame } from './streamEvents';

/** Known frame that carries nothing we act on. */
interface IgnoredFrame {
  readonly type: 'ignored';
  /** `keep_alive`, `system/thinking_tokens`. */
  readonly name: string;
  readonly session_id: string | undefined;
}

export type Frame =
  | StreamEventFrame
  | AssistantFrame
  | UserFrame
  | ResultFrame
  | SystemFrame
  | OtherFrame
  | IgnoredFrame;

export type ParsedLine =
  | { kind: 'frame'; frame: Frame }
  /** Type that this version of Tandem does not know; log once. */
  | { kind: 'unknown'; type: string }
  /** Line that is no frame: a stray print, a blank line. */
  | { kind: 'noise'; text: string }
  /** Line that looks like a frame but cannot be read. */
  | { kind: 'invalid'; type: string; error: string };

/** Known frames without meaning for a conversation; `system/…` by subtype. */
export const ignoredFrames: ReadonlySet<string> = new Set([
  'keep_alive',
  'tool_use_summary',
  'auth_status',
  'active_goal',
  'system/thinking_tokens',
  'system/hook_started',
  'system/hook_progress',
  'system/control_request_progress',
  'system/memory_recall',
  'system/plugin_install',
  'system/files_persisted',
  'system/mirror_error',
  'system/worker_shutting_down',
  'system/session_writes_lost',
]);

const topLevel: Readonly<Record<string, Schema>> = {
  assistant: assistantFrame,
  user: userFrame,
  result: resultFrame,
  ...otherFrames,
};
const bySubtype: Readonly<Record<string, Schema>> = systemFrames;

interface Schema {
  safeParse(
    wire: unknown,
  ): { success: true; data: Frame } | { success: false; error: { issues: readonly Issue[] } };
}
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Reads one line of the CLI's stdout. Never throws. */
export function parseLine(line: string): ParsedLine {
  // A thrown error costs ten times as much, and some programs print a lot.
  if (!/^\s*\{/.test(line)) {
    return { kind: 'noise', text: line };
  }
  let wire: unknown;
  try {
    wire = JSON.parse(line);
  } catch (error) {
    return { kind: 'invalid', type: 'JSON', error: messageOf(error) };
  }
  return isObject(wire) ? readFrame(wire) : { kind: 'noise', text: line };
}

/** Reads a line that has already been parsed as JSON. Never throws. */
export function readFrame(wire: JsonObject): ParsedLine {
  const { type } = wire;
  if (type === 'stream_event') {
    return isStreamEvent(wire)
      ? { kind: 'frame', frame: wire as unknown as StreamEventFrame }
      : { kind: 'invalid', type, error: 'no event' };
  }
  if (typeof type !== 'string') {
    return { kind: 'invalid', type: 'JSON', error: 'no type' };
  }
  const name = type === 'system' ? `system/${String(wire.subtype)}` : type;
  const schema = type === 'system' ? own(bySubtype, wire.subtype) : own(topLevel, type);
  if (!schema) {
    return ignoredFrames.has(name)
      ? { kind: 'frame', frame: { type: 'ignored', name, session_id: asString(wire.session_id) } }
      : { kind: 'unknown', type: name };
  }
  const parsed = schema.safeParse(wire);
  if (parsed.success) {
    return { kind: 'frame', frame: parsed.data };
  }
  const [issue] = parsed.error.issues;
  const where = issue?.path.map(String).join('.') ?? '';
  return { kind: 'invalid', type: name, error: `${where}: ${issue?.message ?? 'malformed'}` };
}

function own(schemas: Readonly<Record<string, Schema>>, name: unknown): Schema | undefined {
  return typeof name === 'string' && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
}

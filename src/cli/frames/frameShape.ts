import { isObject, type JsonObject } from '../../base/json';
import { maskSecrets } from '../../base/secrets';

/** Members whose values are protocol names and ids, and reveal nothing of the conversation. */
const kept: ReadonlySet<string> = new Set([
  ...['type', 'subtype', 'role', 'tool_name', 'model', 'status', 'state', 'phase', 'event'],
  ...['id', 'uuid', 'session_id', 'request_id', 'tool_use_id', 'parent_tool_use_id', 'callback_id'],
  ...['message_id', 'task_id', 'agent_id', 'stop_reason', 'mode', 'permissionMode', 'behavior'],
  ...[
    'hook_event_name',
    'hookEventName',
    'priority',
    'claude_code_version',
    'media_type',
    'effort',
  ],
  ...['destination', 'terminal_reason', 'apiKeySource', 'output_style', 'decision'],
]);

/** Members filled by a model, a tool or a user: only the names of their members are kept. */
const opaque: ReadonlySet<string> = new Set([
  ...['input', 'tool_input', 'updatedInput', 'tool_response', 'tool_use_result', 'arguments'],
  ...['structured_output', 'toolUseResult', 'params', 'result', 'env', 'headers', 'partial_json'],
]);

const idForm = /^[A-Za-z0-9][\w.:@/-]{0,99}$/;
const nameForm = /^[A-Za-z_][\w-]{0,39}$/;
const mostEntries = 20;
const deepest = 12;

/**
 * Removes conversation content from a frame: each text becomes its length, except protocol ids and
 * names. Numbers, booleans and member names stay.
 */
export function frameShape(frame: JsonObject): JsonObject {
  return shapeOfObject(frame, 0);
}

function shapeOfObject(value: JsonObject, depth: number): JsonObject {
  // In all other objects, `name` is the name of a file, server or plugin.
  const isCall = typeof value.type === 'string' && value.type.endsWith('tool_use');
  return membersOf(value, (member, key) =>
    opaque.has(key) && typeof member === 'object'
      ? outline(member)
      : shape(member, isCall && key === 'name' ? 'tool_name' : key, depth + 1),
  );
}

function shape(value: unknown, key: string, depth: number): unknown {
  if (typeof value === 'string') {
    const isName = kept.has(key) && idForm.test(value) && !isSecret(value);
    return isName ? value : lengthOf(value);
  }
  if (depth > deepest) {
    return typeof value === 'object' ? outline(value) : value;
  }
  if (Array.isArray(value)) {
    return firstOf(value, one => shape(one, key, depth + 1));
  }
  return isObject(value) ? shapeOfObject(value, depth) : value;
}

/** Keeps kinds and sizes of data outside the protocol, and its top-level names, set by a tool. */
function outline(value: unknown, isInner = false): unknown {
  if (typeof value === 'string') {
    return lengthOf(value);
  }
  if (Array.isArray(value)) {
    return `(${value.length} entries)`;
  }
  if (!isObject(value)) {
    return value === null ? null : `(${typeof value})`;
  }
  return isInner
    ? `(${Object.keys(value).length} members)`
    : membersOf(value, member => outline(member, true));
}

function membersOf(
  value: JsonObject,
  convert: (member: unknown, key: string) => unknown,
): JsonObject {
  const shown = Object.entries(value)
    .slice(0, 4 * mostEntries)
    .map(([key, member], index) => {
      const isName = nameForm.test(key) && !isSecret(key);
      return [isName ? key : `(name ${index + 1})`, convert(member, key)];
    });
  return Object.fromEntries(shown) as JsonObject;
}

function firstOf(values: readonly unknown[], convert: (value: unknown) => unknown): unknown[] {
  const shown = values.slice(0, mostEntries).map(convert);
  const more = values.length - shown.length;
  return more > 0 ? [...shown, `(${more} more)`] : shown;
}

/** No secret has the form of a frame's own id. */
const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Names that are none: the same ones come with each frame, and a look takes long. */
const harmless = new Set<string>();
const mostHarmless = 1_000;

/** Checks the length first, per name: no secret is shorter, and most names are. */
function isSecret(name: string): boolean {
  if (name.length <= 10 || uuidForm.test(name) || harmless.has(name)) {
    return false;
  }
  if (maskSecrets(name) !== name) {
    return true;
  }
  if (harmless.size >= mostHarmless) {
    harmless.clear();
  }
  harmless.add(name);
  return false;
}

function lengthOf(text: string): string {
  return text.length === 1 ? '(1 character)' : `(${text.length} characters)`;
}

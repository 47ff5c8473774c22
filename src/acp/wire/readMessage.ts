import { isObject, type JsonObject } from '../../base/json';

export type RpcId = string | number | null;

/** A line of the agent's output. `noise` is kept as a note: nothing on the wire ends the agent. */
export type WireMessage =
  | { readonly kind: 'notification'; readonly method: string; readonly params: unknown }
  | { readonly kind: 'request'; readonly id: RpcId; readonly message: JsonObject }
  | { readonly kind: 'response'; readonly id: RpcId; readonly message: JsonObject }
  | { readonly kind: 'blank' }
  | { readonly kind: 'noise'; readonly what: string };

/** UTF-16 units of a malformed line that are shown. */
const shownLength = 200;
/** Levels of objects and lists that a message may have. */
const deepest = 200;

/**
 * Reads one line of JSON-RPC. Tolerates what real agents do: a missing version, answers with both
 * a result and an empty error.
 */
export function readMessage(line: string): WireMessage {
  const text = line.trim();
  if (text === '') {
    return { kind: 'blank' };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: 'noise', what: `stdout: ${shortened(text)}` };
  }
  // Each level takes two characters: most messages are too short to need the walk.
  if (text.length > 2 * deepest) {
    cutDepths(value);
  }
  if (!isObject(value)) {
    const what = Array.isArray(value) ? 'batch' : 'message';
    return { kind: 'noise', what: `${what}: ${shortened(text)}` };
  }
  return ofObject(value, text);
}

function ofObject(value: JsonObject, text: string): WireMessage {
  const { method, params, id } = value;
  if (typeof method === 'string') {
    if (!('id' in value)) {
      return { kind: 'notification', method, params };
    }
    return isId(id)
      ? { kind: 'request', id, message: { jsonrpc: '2.0', id, method, params } }
      : { kind: 'noise', what: `request: ${shortened(text)}` };
  }
  if (method === undefined && isId(id) && ('result' in value || 'error' in value)) {
    const { result, error } = value;
    // The library takes an answer with one of the two only.
    const message =
      error === undefined || error === null
        ? { jsonrpc: '2.0', id, result: result ?? null }
        : { jsonrpc: '2.0', id, error };
    return { kind: 'response', id, message };
  }
  return { kind: 'noise', what: `message: ${shortened(text)}` };
}

function isId(value: unknown): value is RpcId {
  return value === null || typeof value === 'string' || Number.isFinite(value);
}

/**
 * Removes what is nested too deeply. The parser reads it, but all code that walks through it by
 * recursion would overflow the stack: schemas, JSON, the channel to the page.
 */
function cutDepths(value: unknown): void {
  let level: object[] = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: object[] = [];
    for (const container of level) {
      for (const [key, inner] of Object.entries(container)) {
        if (!isContainer(inner)) {
          continue;
        }
        if (depth < deepest) {
          next.push(inner);
        } else {
          Object.defineProperty(container, key, { value: null });
        }
      }
    }
    level = next;
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function shortened(text: string): string {
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

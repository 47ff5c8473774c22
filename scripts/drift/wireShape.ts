import { isObject, type JsonObject } from '../../src/base/json';
import type { Recording } from '../../test/support/recordings/recording';

/** Kinds of frames, and the names that the CLI announces about itself. */
export interface WireShape {
  /** Paths of the fields by kind of frame, such as `system/init` → `tools[]`. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names by list: tools, permission modes, slash commands, and so on. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Objects whose keys are data: names of models, questions, files, servers and variables. */
const keyed: ReadonlySet<string> = new Set([
  ...['modelUsage', 'model_usage', 'answers', 'annotations', 'headers', 'env', 'mcpServers'],
  ...['properties', 'input_schema', 'inputSchema', 'structured_output', 'arguments'],
]);

const announced = ['tools', 'slash_commands', 'agents', 'skills', 'output_styles'];

/** Collects what the frames that the CLI wrote consist of. Values do not matter, only names do. */
export function wireShape(recordings: readonly Recording[]): WireShape {
  const collected = new Collected();
  for (const { rows } of recordings) {
    const calls = new Map<string, string>();
    for (const { dir, frame } of rows) {
      if (dir === 'out') collected.frame(frame, calls);
    }
  }
  return collected;
}

class Collected implements WireShape {
  readonly fields = new Map<string, Set<string>>();
  readonly names = new Map<string, Set<string>>();

  frame(frame: JsonObject, calls: Map<string, string>): void {
    const { request, event, message, tool_use_result: outcome, ...rest } = frame;
    const kind = kindOf(frame);
    this.object(kind, rest);
    if (isObject(request)) this.request(request);
    if (isObject(event)) this.object(`stream_event/${String(event.type)}`, event);
    if (isObject(message)) {
      const { content, ...envelope } = message;
      this.object(`${kind} message`, envelope);
      for (const block of Array.isArray(content) ? content.filter(isObject) : []) {
        const tool = this.block(block, calls);
        if (tool !== undefined && outcome !== undefined) this.value(`result of ${tool}`, outcome);
      }
    }
    if (kind === 'system/init') this.announcement(frame);
  }

  private request({ input, ...request }: JsonObject): void {
    const kind = `control_request/${String(request.subtype)}`;
    this.object(kind, request);
    if (isObject(input) && request.subtype === 'hook_callback') {
      const { tool_input: _, tool_response: __, ...hook } = input;
      this.object(`${kind}/${String(input.hook_event_name)}`, hook);
    }
  }

  /** @returns name of the tool whose result the block is */
  private block(block: JsonObject, calls: Map<string, string>): string | undefined {
    const { input, content, ...rest } = block;
    this.object(`block ${String(block.type)}`, rest);
    if (block.type === 'tool_use') {
      const tool = String(block.name);
      calls.set(String(block.id), tool);
      if (isObject(input)) this.object(`input of ${tool}`, input);
    }
    for (const part of Array.isArray(content) ? content.filter(isObject) : []) {
      this.object(`block ${String(block.type)} part ${String(part.type)}`, part);
    }
    return block.type === 'tool_result' ? calls.get(String(block.tool_use_id)) : undefined;
  }

  private announcement(frame: JsonObject): void {
    for (const list of announced) {
      const names = frame[list];
      if (!Array.isArray(names)) continue;
      for (const name of names) {
        if (typeof name === 'string') setOf(this.names, list).add(name);
      }
    }
    setOf(this.names, 'permission modes').add(String(frame.permissionMode));
  }

  private object(kind: string, value: JsonObject): void {
    this.value(kind, value);
  }

  private value(kind: string, value: unknown, path = ''): void {
    const fields = setOf(this.fields, kind);
    if (Array.isArray(value)) {
      for (const one of value) this.value(kind, one, `${path}[]`);
    } else if (isObject(value)) {
      for (const [key, member] of Object.entries(value)) {
        const at = path === '' ? key : `${path}.${key}`;
        fields.add(at);
        if (!keyed.has(key)) this.value(kind, member, at);
      }
    }
  }
}

function kindOf(frame: JsonObject): string {
  const { type, subtype, response } = frame;
  if (type === 'control_response' && isObject(response)) {
    return `control_response/${String(response.subtype)}`;
  }
  return subtype === undefined ? String(type) : `${String(type)}/${String(subtype)}`;
}

function setOf(map: Map<string, Set<string>>, key: string): Set<string> {
  const known = map.get(key);
  if (known) return known;
  const added = new Set<string>();
  map.set(key, added);
  return added;
}

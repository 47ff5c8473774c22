import { asString, isObject, type JsonObject, parsedJson } from '../../../base/json';
import type { RecordedRequest } from '../../../contract/inspector/recordedCall';
import type { BlockPlace } from '../../../contract/modelCalls';
import { type JsonSpan, rootOf, spansIn } from './jsonSpans';

/** Smallest part of a request that the cache tells apart: a tool, or a block of text. */
export interface RequestBlock {
  readonly place: BlockPlace;
  /** Type of the block, or `tool`. */
  readonly type: string;
  /** Name of a tool, role of a message. */
  readonly name?: string;
  /** The JSON, as it was sent. */
  readonly json: string;
  /** Undefined if its JSON breaks off. */
  readonly value: unknown;
  readonly bytes: number;
  readonly media: { readonly count: number; readonly bytes: number };
  readonly cacheMark?: '5m' | '1h';
}

interface RequestMember {
  readonly name: string;
  readonly json: string;
}

export interface RequestBlocks {
  /** In the order of the cache: tools, system, messages. */
  readonly blocks: readonly RequestBlock[];
  /** All other members. */
  readonly options: readonly RequestMember[];
}

const known = new WeakMap<RecordedRequest, RequestBlocks>();

/** Works like `requestBlocks`, once for a request: its parts are shown one by one. */
export function blocksOf(request: RecordedRequest): RequestBlocks {
  const blocks = known.get(request) ?? requestBlocks(request.body);
  known.set(request, blocks);
  return blocks;
}

/** Takes a request apart. Never throws; a request that breaks off gives what there is of it. */
function requestBlocks(body: string): RequestBlocks {
  const { from, to } = rootOf(body);
  const members = body[from] === '{' ? spansIn(body, from, to) : [];
  const last = (name: string) => members.findLast(member => member.name === name);
  const lists = { tools: last('tools'), system: last('system'), messages: last('messages') };
  return {
    blocks: [
      ...elements(body, lists.tools).map((span, index) => toolOf(body, span, index)),
      ...elements(body, lists.system).map((span, index) =>
        blockOf(body, span, { part: 'system', index }),
      ),
      ...elements(body, lists.messages).flatMap((span, index) => messageOf(body, span, index)),
    ],
    options: members
      .filter(({ name }) => !Object.hasOwn(lists, name))
      .map(member => ({ name: member.name, json: jsonOf(body, member) })),
  };
}

/** Returns the elements of a list; a text counts as one of them. */
function elements(body: string, span: JsonSpan | undefined): JsonSpan[] {
  if (!span) {
    return [];
  }
  return body[span.from] === '[' ? spansIn(body, span.from, span.to) : [span];
}

function toolOf(body: string, span: JsonSpan, index: number): RequestBlock {
  const json = jsonOf(body, span);
  const value = parsedJson(json);
  const name = memberOf(json, value, 'name') ?? memberOf(json, value, 'type') ?? '';
  return {
    place: { part: 'tools', index, name },
    ...{ type: 'tool', name, json, value },
    bytes: Buffer.byteLength(json),
    media: { count: 0, bytes: 0 },
    ...markIn(value),
  };
}

function messageOf(body: string, span: JsonSpan, index: number): RequestBlock[] {
  const members = spansIn(body, span.from, span.to);
  const roleSpan = members.find(({ name }) => name === 'role');
  const role = asString(roleSpan && parsedJson(jsonOf(body, roleSpan))) ?? '';
  const content = members.findLast(({ name }) => name === 'content');
  return elements(body, content).map((block, at) =>
    blockOf(body, block, { part: 'messages', index, block: at, name: role }),
  );
}

function blockOf(body: string, span: JsonSpan, place: BlockPlace): RequestBlock {
  const json = jsonOf(body, span);
  const value = parsedJson(json);
  const type = json.startsWith('"') ? 'text' : (memberOf(json, value, 'type') ?? 'unknown');
  return {
    ...{ place, type, json, value },
    ...(place.name === undefined ? {} : { name: place.name }),
    bytes: Buffer.byteLength(json),
    media: mediaIn(value),
    ...markIn(value),
  };
}

function jsonOf(body: string, { from, to }: JsonSpan): string {
  return body.slice(from, to);
}

/** Returns a text of a block, also of one that breaks off behind it. */
function memberOf(json: string, value: unknown, name: string): string | undefined {
  if (value !== undefined) {
    return isObject(value) ? asString(value[name])?.slice(0, 200) : undefined;
  }
  const span = spansIn(json, 0, json.length).find(one => one.name === name);
  return asString(span && parsedJson(jsonOf(json, span)))?.slice(0, 200);
}

function markIn(value: unknown): { cacheMark?: '5m' | '1h' } {
  const control = isObject(value) ? value.cache_control : undefined;
  // Five minutes are the API's default.
  return isObject(control) ? { cacheMark: control.ttl === '1h' ? '1h' : '5m' } : {};
}

/** Images and documents in a block, also inside of a tool's result. */
function mediaIn(value: unknown): RequestBlock['media'] {
  const blocks: unknown[] = [value];
  if (isObject(value) && Array.isArray(value.content)) {
    blocks.push(...value.content.slice(0, 1_000));
  }
  const found = blocks.flatMap(block => (isObject(block) ? mediaBytes(block) : []));
  return { count: found.length, bytes: found.reduce((sum, bytes) => sum + bytes, 0) };
}

function mediaBytes({ type, source }: JsonObject): number[] {
  const data = isObject(source) && source.type === 'base64' ? source.data : undefined;
  const isMedia = type === 'image' || (type === 'document' && typeof data === 'string');
  return isMedia ? [typeof data === 'string' ? data.length : 0] : [];
}

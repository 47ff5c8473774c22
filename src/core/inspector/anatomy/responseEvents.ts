import { eventsIn, isEventStream } from '../../../base/eventStream';
import { asString, isObject, type JsonObject, parsedJson } from '../../../base/json';
import type { ResponseEvent } from '../../../contract/inspector/callDetails';
import type { RecordedResponse } from '../../../contract/inspector/recordedCall';
import { firstFrom } from '../turns/firstFrom';

/** Event of an answer, or a run of deltas of one block, with its whole text. */
export interface AnswerEvent extends Omit<ResponseEvent, 'preview'> {
  readonly text: string;
  readonly isJson: boolean;
}

/** Members of deltas that hold their text. */
const deltaTexts = ['text', 'thinking', 'partial_json', 'signature', 'content'] as const;

/** Takes an answer apart, streamed or not. Never throws. */
export function responseEvents({ body, times }: RecordedResponse): AnswerEvent[] {
  const msAt = timeLookup(times);
  return isEventStream(body) ? streamed(body, msAt) : whole(body, msAt);
}

interface Run {
  type: string;
  delta?: string;
  index?: unknown;
  from: number;
  to: number;
  count: number;
  bytes: number;
  block?: string;
  pieces: string[];
  isJson: boolean;
}

function streamed(body: string, msAt: (offset: number) => number): AnswerEvent[] {
  const runs: Run[] = [];
  const blocks = new Map<unknown, string>();
  for (const { from, to, name, data } of eventsIn(body)) {
    const value = parsedJson(data);
    const event = isObject(value) ? value : {};
    const type = asString(event.type) ?? (name || 'unknown');
    if (type === 'content_block_start') {
      blocks.set(event.index, labelOf(event.content_block));
    }
    const ms = msAt(to - 1);
    const delta = type === 'content_block_delta' && isObject(event.delta) ? event.delta : undefined;
    const kind = delta && asString(delta.type);
    const bytes = Buffer.byteLength(body.slice(from, to));
    const last = runs.at(-1);
    if (delta && last && last.delta === kind && kind !== undefined && last.index === event.index) {
      last.to = ms;
      last.count += 1;
      last.bytes += bytes;
      last.pieces.push(deltaText(delta) ?? data);
    } else {
      const block = 'index' in event ? blocks.get(event.index) : undefined;
      runs.push({
        ...{ type, from: ms, to: ms, count: 1, bytes, index: event.index },
        ...(kind === undefined ? {} : { delta: kind }),
        ...(block === undefined ? {} : { block }),
        pieces: [(delta && deltaText(delta)) ?? data],
        isJson: (!delta || deltaText(delta) === undefined) && value !== undefined,
      });
    }
  }
  return runs.map(({ delta: _delta, index: _index, pieces, ...run }, index) => ({
    ...run,
    index,
    text: pieces.join(''),
  }));
}

/** An answer in one piece: itself, and its blocks. */
function whole(body: string, msAt: (offset: number) => number): AnswerEvent[] {
  const value = parsedJson(body);
  const message = isObject(value) ? value : {};
  const type = asString(message.type) ?? (body.trim() === '' ? 'empty' : 'text');
  const ms = msAt(Math.max(0, body.length - 1));
  const one = { from: ms, to: ms, count: 1 };
  const head: AnswerEvent = {
    ...{ index: 0, type, ...one, bytes: Buffer.byteLength(body) },
    ...{ text: body, isJson: value !== undefined },
  };
  const content = Array.isArray(message.content) ? message.content.slice(0, 1_000) : [];
  const blocks = content.map((block: unknown, at): AnswerEvent => {
    const text = isObject(block) ? asString(block.text) : undefined;
    const json = text ?? safeJson(block);
    return {
      ...{ index: at + 1, type: 'content_block', ...one, bytes: Buffer.byteLength(json) },
      ...{ block: labelOf(block), text: json, isJson: text === undefined },
    };
  });
  return [head, ...blocks];
}

function labelOf(block: unknown): string {
  const { type, name } = isObject(block) ? block : {};
  const kind = (asString(type) ?? 'unknown').slice(0, 100);
  return typeof name === 'string' ? `${kind} ${name.slice(0, 100)}` : kind;
}

function deltaText(delta: JsonObject): string | undefined {
  for (const member of deltaTexts) {
    const text = delta[member];
    if (typeof text === 'string') {
      return text;
    }
  }
  return undefined;
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    // Nested too deeply to be written.
    return '';
  }
}

/** Returns when the character at a place came, in milliseconds from the start. */
function timeLookup(times: RecordedResponse['times']): (offset: number) => number {
  return offset => times[Math.max(0, firstFrom(times, offset + 1, ([at]) => at) - 1)]?.[1] ?? 0;
}

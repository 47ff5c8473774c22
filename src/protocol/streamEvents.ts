import { isObject, type JsonObject } from '../base/json';

/**
 * Part of a message that is being streamed. Hundreds may arrive per second, so they are checked by
 * hand and only as deep as needed: `index` and `event` are read where they are used.
 */
export interface StreamEventFrame {
  readonly type: 'stream_event';
  readonly event: { readonly type: string } & JsonObject;
}

export function isStreamEvent(wire: JsonObject): boolean {
  const event = wire.event;
  return isObject(event) && typeof event.type === 'string';
}

/** Content of a stream event, or `other` for pings, signatures and anything else. */
export type StreamPart =
  | { kind: 'messageStart'; id: string; usage: JsonObject | undefined }
  | { kind: 'blockStart'; index: number; block: JsonObject }
  | { kind: 'delta'; index: number; of: 'text' | 'thinking' | 'input'; text: string }
  | { kind: 'blockStop'; index: number }
  /** The message is about to end. */
  | { kind: 'messageDelta'; stopReason: string | undefined }
  | { kind: 'messageStop' }
  | { kind: 'other' };

const other: StreamPart = { kind: 'other' };

export function readStreamPart(frame: StreamEventFrame): StreamPart {
  const { event } = frame;
  const index = event.index;
  switch (event.type) {
    case 'content_block_delta':
      return typeof index === 'number' ? readDelta(index, event.delta) : other;
    case 'content_block_start': {
      const block = event.content_block;
      return typeof index === 'number' && isObject(block)
        ? { kind: 'blockStart', index, block }
        : other;
    }
    case 'content_block_stop':
      return typeof index === 'number' ? { kind: 'blockStop', index } : other;
    case 'message_start': {
      const message = event.message;
      if (!isObject(message) || typeof message.id !== 'string') {
        return other;
      }
      const usage = message.usage;
      return {
        kind: 'messageStart',
        id: message.id,
        usage: isObject(usage) ? usage : undefined,
      };
    }
    case 'message_delta': {
      const { delta } = event;
      const reason = isObject(delta) ? delta.stop_reason : undefined;
      return { kind: 'messageDelta', stopReason: typeof reason === 'string' ? reason : undefined };
    }
    case 'message_stop':
      return { kind: 'messageStop' };
    default:
      return other;
  }
}

function readDelta(index: number, delta: unknown): StreamPart {
  if (!isObject(delta)) {
    return other;
  }
  switch (delta.type) {
    case 'text_delta':
      return part(index, 'text', delta.text);
    case 'thinking_delta':
      return part(index, 'thinking', delta.thinking);
    case 'input_json_delta':
      return part(index, 'input', delta.partial_json);
    default:
      return other;
  }
}

function part(index: number, of: 'text' | 'thinking' | 'input', text: unknown): StreamPart {
  return typeof text === 'string' ? { kind: 'delta', index, of, text } : other;
}

import type { JsonObject } from '../../../base/json';
import type { ConversationEvent } from '../../../contract/events';
import { readStreamPart, type StreamEventFrame } from '../../../protocol/streamEvents';
import type { TranslatorState } from '../state/translatorState';

/** Translates a piece of the main thread's message while it is streamed. */
export function translateStreamEvent(
  frame: StreamEventFrame,
  state: TranslatorState,
  now: number,
): ConversationEvent[] {
  const { blocks, tools } = state;
  const part = readStreamPart(frame);
  switch (part.kind) {
    case 'delta': {
      if (part.of !== 'input') {
        return blocks.delta(part.index, part.text);
      }
      const id = blocks.toolAt(part.index);
      return id === undefined ? [] : tools.inputDelta(id, part.text, now);
    }
    case 'messageStart':
      return [
        ...state.compaction.flush(now),
        ...state.turn.begin(now),
        ...state.stops.message(part.id, now),
        ...blocks.messageStart(part.id),
        ...state.usage.request(part.usage),
      ];
    case 'blockStart':
      return blockStart(part.index, part.block, state, now);
    case 'blockStop':
      return blocks.blockStop(part.index, now);
    case 'messageDelta':
      state.stops.stopped(part.stopReason);
      return [];
    default:
      return [];
  }
}

function blockStart(
  index: number,
  block: JsonObject,
  { blocks, tools }: TranslatorState,
  now: number,
): ConversationEvent[] {
  const events = blocks.blockStart(index, block, now);
  const id = blocks.toolAt(index);
  return id === undefined || typeof block.name !== 'string'
    ? events
    : [...events, ...tools.start(id, block.name, now)];
}

import { isObject, type JsonObject } from '../../../base/json';
import { EventReader } from './eventReader';
import { mergeUsage } from './usage';

/**
 * Puts a streamed answer together again: returns the message that the same call would have had
 * without `stream`. Cut answers give as much as there is; `undefined` if no message began.
 * @param events text of the server-sent events
 */
export function assembledAnswer(events: string): JsonObject | undefined {
  const assembly = new Assembly();
  const reader = new EventReader({
    onEvent: ({ data }) => assembly.read(data),
    onSkipped: () => undefined,
  });
  reader.push(Buffer.from(events));
  return assembly.finish();
}

/** Members of a block to which its deltas append. */
const appended: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
  compaction_delta: 'content',
};

class Assembly {
  private message: JsonObject | undefined;
  private readonly blocks = new Map<unknown, JsonObject>();
  private readonly inputs = new Map<unknown, string[]>();

  read(data: string): void {
    let event: unknown;
    try {
      event = JSON.parse(data);
    } catch {
      return;
    }
    if (!isObject(event)) {
      return;
    }
    switch (event.type) {
      case 'message_start':
        this.message = isObject(event.message) ? { ...event.message } : {};
        break;
      case 'content_block_start':
        this.blocks.set(event.index, isObject(event.content_block) ? event.content_block : {});
        break;
      case 'content_block_delta':
        this.append(event.index, event.delta);
        break;
      case 'message_delta':
        this.readDelta(event);
        break;
      default:
        break;
    }
  }

  finish(): JsonObject | undefined {
    for (const [index, pieces] of this.inputs) {
      const block = this.blocks.get(index);
      if (block) {
        block.input = inputOf(pieces.join(''));
      }
    }
    return this.message && { ...this.message, content: [...this.blocks.values()] };
  }

  private append(index: unknown, delta: unknown): void {
    const block = this.blocks.get(index);
    if (!block || !isObject(delta)) {
      return;
    }
    const member = appended[String(delta.type)];
    if (member !== undefined) {
      const more = delta[member];
      const before = block[member];
      block[member] =
        `${typeof before === 'string' ? before : ''}${typeof more === 'string' ? more : ''}`;
    } else if (delta.type === 'citations_delta') {
      const before = Array.isArray(block.citations) ? block.citations : [];
      block.citations = [...before, delta.citation];
    } else if (delta.type === 'input_json_delta') {
      const pieces = this.inputs.get(index) ?? [];
      this.inputs.set(index, pieces);
      if (typeof delta.partial_json === 'string') {
        pieces.push(delta.partial_json);
      }
    }
  }

  private readDelta(event: JsonObject): void {
    const { message } = this;
    if (!message) {
      return;
    }
    Object.assign(message, isObject(event.delta) ? event.delta : {});
    message.usage = mergeUsage(isObject(message.usage) ? message.usage : {}, event.usage);
  }
}

/** Text that is no JSON stays text, so that a cut answer still shows what there is of it. */
function inputOf(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    return text;
  }
}

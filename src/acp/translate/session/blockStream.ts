import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { ToolCallId } from '../../../contract/ids';

type Kind = 'text' | 'thinking';

interface Place {
  readonly kind: Kind;
  /** Agent's id of the message, if it gives one. */
  readonly messageId: string | undefined;
  readonly parent: ToolCallId | undefined;
}

interface OpenBlock extends Place {
  readonly blockId: string;
  readonly startedAt: number;
}

/** UTF-16 units of text in which an error is looked for, and those that an error has at least. */
const longestKept = 20_000;
const leastError = 8;

/**
 * Makes blocks of the chunks of an agent's messages. A chunk continues the open block if it is of
 * the same kind, message and subagent, and nothing else came between.
 */
export class BlockStream {
  private readonly open = new Map<ToolCallId | undefined, OpenBlock>();
  private count = 0;
  /** Newest text of the agent itself, as far as it is short enough for an error. */
  private lastText: { readonly blockId: string; text: string; isCut: boolean } | undefined;

  /** @param prefix of block ids; differs for each process of a conversation */
  constructor(private readonly prefix: string) {}

  chunk(place: Place, text: string, now: number): ConversationEvent[] {
    if (text === '') {
      return [];
    }
    const before = this.open.get(place.parent);
    if (before && continues(before, place)) {
      this.keepText(before, text);
      return [{ type: 'block.delta', blockId: before.blockId, text }];
    }
    const block = this.begin(place, now);
    const { blockId, kind, parent, messageId } = block;
    this.keepText(block, text);
    return [
      ...(before ? [ended(before, now)] : []),
      omitUndefined({
        type: 'block.started' as const,
        blockId,
        source: messageId ?? blockId,
        kind,
        at: now,
        parentToolId: parent,
      }),
      { type: 'block.delta', blockId, text },
    ];
  }

  /** Something else follows in the text of an agent or subagent. */
  interrupt(parent: ToolCallId | undefined, now: number): ConversationEvent[] {
    const block = this.open.get(parent);
    this.open.delete(parent);
    if (parent === undefined) {
      this.lastText = undefined;
    }
    return block ? [ended(block, now)] : [];
  }

  /**
   * Removes an error from the end of the text, if the agent said there what it then reported: the
   * turn's outcome shows it.
   */
  withdrawError(message: string): ConversationEvent[] {
    const { blockId, text } = this.lastText ?? {};
    const said = text?.trim() ?? '';
    if (blockId === undefined || said.length < leastError || message.length < leastError) {
      return [];
    }
    if (message.includes(said)) {
      this.lastText = undefined;
      return [{ type: 'block.discarded', blockId }];
    }
    return said.endsWith(message)
      ? [{ type: 'block.ended', blockId, text: said.slice(0, -message.length).trimEnd() }]
      : [];
  }

  /** Forgets the newest text, because the next one belongs to another turn. */
  forgetText(): void {
    this.lastText = undefined;
  }

  end(now: number): ConversationEvent[] {
    const blocks = [...this.open.values()];
    this.open.clear();
    return blocks.map(block => ended(block, now));
  }

  private keepText({ blockId, kind, parent }: OpenBlock, text: string): void {
    if (kind !== 'text' || parent !== undefined) {
      return;
    }
    if (this.lastText?.blockId !== blockId) {
      this.lastText = { blockId, text: '', isCut: false };
    }
    const { lastText } = this;
    lastText.isCut ||= lastText.text.length + text.length > longestKept;
    lastText.text = lastText.isCut ? '' : lastText.text + text;
  }

  private begin(place: Place, now: number): OpenBlock {
    this.count += 1;
    const block = { ...place, blockId: `${this.prefix}:${this.count}`, startedAt: now };
    this.open.set(place.parent, block);
    return block;
  }
}

function continues(block: OpenBlock, { kind, messageId }: Place): boolean {
  return block.kind === kind && block.messageId === messageId;
}

function ended({ blockId, kind, startedAt }: OpenBlock, now: number): ConversationEvent {
  return kind === 'thinking'
    ? { type: 'block.ended', blockId, durationMs: Math.max(0, now - startedAt) }
    : { type: 'block.ended', blockId };
}

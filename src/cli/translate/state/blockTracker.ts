import type { JsonObject } from '../../../base/json';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { ToolCallId } from '../../../contract/ids';
import type { ToolTracker } from '../calls/toolTracker';

interface Streamed {
  readonly kind: 'text' | 'thinking' | 'tool';
  /** Id of the block, or of the tool call. */
  readonly key: string;
  readonly startedAt: number;
  endedAt?: number;
  text: string;
  /** Whether an assistant frame has confirmed the block: it stays even if the stream fails. */
  isConfirmed: boolean;
}

/** A whole text or thinking block from an assistant frame. */
export interface WholeBlock {
  readonly kind: 'text' | 'thinking';
  readonly text: string;
  readonly isRedacted?: boolean;
  readonly durationMs?: number | undefined;
}

/** Position of a whole block. */
export interface BlockPlace {
  readonly messageId: string;
  /** Id of the block if it was not streamed. */
  readonly key: string;
  /** Id of the assistant frame that had the block. */
  readonly frameId: string | undefined;
}

/**
 * Tracks the message that is being streamed. The CLI sends each block twice: in pieces, and whole
 * in an assistant frame. The frame comes before the block's end (up to 2.0.36, after all blocks of
 * the message). Streamed blocks without a frame belong to a dead attempt: a broken stream is
 * retried under another message id, and once more without streaming.
 */
export class BlockTracker {
  private messageId = '';
  private readonly byIndex = new Map<number, Streamed>();
  private readonly idsByFrame = new Map<string, string[]>();
  private streamed: Streamed[] = [];

  constructor(private readonly tools: Pick<ToolTracker, 'discard'>) {}

  messageStart(id: string): ConversationEvent[] {
    const events = this.dropDead();
    this.messageId = id;
    this.byIndex.clear();
    this.streamed = [];
    return events;
  }

  /** Starts text and thinking blocks; a tool call is started by its tracker. */
  blockStart(index: number, block: JsonObject, now: number): ConversationEvent[] {
    const kind = kindOf(block.type);
    if (kind === undefined) {
      return [];
    }
    const key = kind === 'tool' ? String(block.id) : `${this.messageId}:${index}`;
    const one: Streamed = { kind, key, startedAt: now, text: '', isConfirmed: false };
    this.byIndex.set(index, one);
    this.streamed.push(one);
    if (kind === 'tool') {
      return [];
    }
    const started = { type: 'block.started' as const, blockId: key, kind, at: now };
    return [{ ...started, source: this.messageId }];
  }

  delta(index: number, text: string): ConversationEvent[] {
    const one = this.byIndex.get(index);
    if (one === undefined || one.kind === 'tool' || text === '') {
      return [];
    }
    one.text += text;
    return [{ type: 'block.delta', blockId: one.key, text }];
  }

  /** Returns the id of the call whose input is at this index of the message. */
  toolAt(index: number): string | undefined {
    const one = this.byIndex.get(index);
    return one?.kind === 'tool' ? one.key : undefined;
  }

  blockStop(index: number, now: number): ConversationEvent[] {
    const one = this.byIndex.get(index);
    if (one === undefined || one.kind === 'tool' || one.isConfirmed) {
      return [];
    }
    one.endedAt = now;
    return [this.ended(one, now, {})];
  }

  /** Takes a whole block of the main thread, which replaces its streamed text. */
  whole(place: BlockPlace, block: WholeBlock, now: number): ConversationEvent[] {
    const { messageId, key, frameId } = place;
    const one = messageId === this.messageId ? this.match(block) : undefined;
    if (frameId !== undefined) {
      const others = this.idsByFrame.get(frameId) ?? [];
      this.idsByFrame.set(frameId, [...others, one?.key ?? key]);
    }
    if (one) {
      one.isConfirmed = true;
      return [this.ended(one, now, block)];
    }
    return block.text === '' && block.kind === 'text' ? [] : wholeBlock(messageId, key, block, now);
  }

  /** Discards the blocks of frames that a later frame replaces. */
  supersede(frames: readonly string[]): ConversationEvent[] {
    return frames.flatMap(frameId => {
      const ids = this.idsByFrame.get(frameId) ?? [];
      this.idsByFrame.delete(frameId);
      return ids.map(blockId => ({ type: 'block.discarded' as const, blockId }));
    });
  }

  confirmTool(id: string): void {
    for (const one of this.streamed) {
      if (one.kind === 'tool' && one.key === id) {
        one.isConfirmed = true;
      }
    }
  }

  /** Drops blocks that a frame of another message, or a retry, leaves unconfirmed for good. */
  dropDead(exceptMessage?: string): ConversationEvent[] {
    if (exceptMessage !== undefined && exceptMessage === this.messageId) {
      return [];
    }
    const dead = this.streamed.filter(one => !one.isConfirmed);
    if (dead.length > 0) {
      this.streamed = this.streamed.filter(one => one.isConfirmed);
      this.byIndex.clear();
    }
    return dead.map(one =>
      one.kind === 'tool'
        ? this.tools.discard(one.key)
        : { type: 'block.discarded', blockId: one.key },
    );
  }

  /**
   * Confirms finished blocks whose turn has completed: no other attempt will replace them.
   * @returns whether text was confirmed
   */
  confirmFinished(): boolean {
    const finished = this.streamed.filter(
      one => !one.isConfirmed && one.endedAt !== undefined && one.text !== '',
    );
    for (const one of finished) {
      one.isConfirmed = true;
    }
    return finished.some(({ kind }) => kind === 'text');
  }

  /** Keeps partial blocks after an interruption: text that the user has seen stays as it is. */
  keepPartial(now: number): ConversationEvent[] {
    const partial = this.streamed.filter(one => !one.isConfirmed && one.kind !== 'tool');
    this.reset();
    return partial.map(one => this.ended(one, now, {}));
  }

  reset(): void {
    this.messageId = '';
    this.byIndex.clear();
    this.idsByFrame.clear();
    this.streamed = [];
  }

  /** Frames come in block order; a block that the CLI leaves out must not shift the others. */
  private match(block: WholeBlock): Streamed | undefined {
    const open = this.streamed.filter(one => one.kind === block.kind && !one.isConfirmed);
    return open.find(one => one.text === block.text) ?? open[0];
  }

  private ended(one: Streamed, now: number, whole: Partial<WholeBlock>): ConversationEvent {
    const measured = (one.endedAt ?? now) - one.startedAt;
    return omitUndefined({
      type: 'block.ended' as const,
      blockId: one.key,
      text: whole.text,
      durationMs: one.kind === 'thinking' ? (whole.durationMs ?? measured) : undefined,
      isRedacted: whole.isRedacted,
    });
  }
}

/**
 * Returns events of a block that was not streamed: a subagent's, or one of a request that fell back
 * to a single answer.
 */
export function wholeBlock(
  source: string,
  blockId: string,
  block: WholeBlock,
  at: number,
  parentToolId?: ToolCallId,
): ConversationEvent[] {
  const { kind, text, durationMs, isRedacted } = block;
  return [
    omitUndefined({ type: 'block.started' as const, blockId, source, kind, at, parentToolId }),
    omitUndefined({ type: 'block.ended' as const, blockId, text, durationMs, isRedacted }),
  ];
}

function kindOf(type: unknown): Streamed['kind'] | undefined {
  switch (type) {
    case 'text':
      return 'text';
    case 'thinking':
    case 'redacted_thinking':
      return 'thinking';
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return 'tool';
    default:
      return undefined;
  }
}

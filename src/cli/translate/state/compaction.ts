import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { TurnTracker } from './turnTracker';

/** Combines a boundary, and the summary that may follow it, into one notice. */
export class Compaction {
  private boundary: { readonly tokensBefore: number | undefined } | undefined;

  constructor(private readonly turn: TurnTracker) {}

  /** @param tokensBefore size of the context before the compaction */
  begin(tokensBefore: number | undefined, now: number): ConversationEvent[] {
    const earlier = this.flush(now);
    this.boundary = { tokensBefore };
    return earlier;
  }

  /** Reports a compaction without a summary, because other content has come. */
  flush(now: number): ConversationEvent[] {
    return this.boundary ? this.end(undefined, now) : [];
  }

  end(summary: string | undefined, now: number): ConversationEvent[] {
    const tokensBefore = this.boundary?.tokensBefore;
    this.boundary = undefined;
    return this.turn.notice(
      omitUndefined({ kind: 'compacted' as const, summary, tokensBefore }),
      now,
    );
  }
}

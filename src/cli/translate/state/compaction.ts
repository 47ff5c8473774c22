import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { TurnTracker } from './turnTracker';

/** A boundary comes first and the summary, if any, after it: one notice tells of both. */
export class Compaction {
  private boundary: { readonly tokensBefore: number | undefined } | undefined;

  constructor(private readonly turn: TurnTracker) {}

  /** @param tokensBefore what the context held */
  begin(tokensBefore: number | undefined, now: number): ConversationEvent[] {
    const earlier = this.flush(now);
    this.boundary = { tokensBefore };
    return earlier;
  }

  /** Something else has come: there is no summary. */
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

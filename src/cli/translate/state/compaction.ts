import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { TurnTracker } from './turnTracker';

/** Facts that the CLI reports at the boundary. Sizes are of the context, in tokens. */
export interface CompactionFacts {
  readonly tokensBefore: number | undefined;
  readonly tokensAfter: number | undefined;
  readonly isAutomatic: true | undefined;
}

/** Combines a boundary, and the summary that may follow it, into one notice. */
export class Compaction {
  private boundary: CompactionFacts | undefined;

  constructor(private readonly turn: TurnTracker) {}

  begin(facts: CompactionFacts, now: number): ConversationEvent[] {
    const earlier = this.flush(now);
    this.boundary = facts;
    return earlier;
  }

  /** Reports a compaction without a summary, because other content has come. */
  flush(now: number): ConversationEvent[] {
    return this.boundary ? this.end(undefined, now) : [];
  }

  end(summary: string | undefined, now: number): ConversationEvent[] {
    const facts = this.boundary;
    this.boundary = undefined;
    return this.turn.notice(omitUndefined({ kind: 'compacted' as const, summary, ...facts }), now);
  }
}

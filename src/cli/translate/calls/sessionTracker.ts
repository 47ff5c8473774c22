import type { ConversationEvent } from '../../../contract/events';
import type { SessionId } from '../../../contract/ids';

/** Tracks the agent's session: its id, which changes with /clear, and its working folder. */
export class SessionTracker {
  private current: SessionId | undefined;

  constructor(public cwd: string) {}

  get id(): SessionId | undefined {
    return this.current;
  }

  /** @param id session id from a frame; the latest one counts */
  adopt(id: unknown): ConversationEvent[] {
    return typeof id !== 'string' || id === this.current ? [] : this.begin(id);
  }

  begin(id: string): ConversationEvent[] {
    const sessionId = id as SessionId;
    this.current = sessionId;
    return [{ type: 'session.changed', sessionId }];
  }
}

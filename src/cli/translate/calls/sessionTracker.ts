import type { ConversationEvent } from '../../../contract/events';
import type { SessionId } from '../../../contract/ids';

/** The agent's session: its id, which changes with /clear, and the folder that it works in. */
export class SessionTracker {
  private current: SessionId | undefined;

  constructor(public cwd: string) {}

  get id(): SessionId | undefined {
    return this.current;
  }

  /** @param id as a frame names it: the latest counts */
  adopt(id: unknown): ConversationEvent[] {
    return typeof id !== 'string' || id === this.current ? [] : this.begin(id);
  }

  begin(id: string): ConversationEvent[] {
    const sessionId = id as SessionId;
    this.current = sessionId;
    return [{ type: 'session.changed', sessionId }];
  }
}

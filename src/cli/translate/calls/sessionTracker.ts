import { deepEqual } from '../../../base/json';
import type { ConversationEvent } from '../../../contract/events';
import type { SessionId } from '../../../contract/ids';

/** Tracks the agent's session: its id, which changes with /clear, and its working folder. */
export class SessionTracker {
  private current: SessionId | undefined;
  private tools: readonly string[] = [];

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

  /** Returns the names of the agent's own tools, if they differ from those before. */
  toolsIfNew(names: readonly string[] = []): readonly string[] | undefined {
    const own = names.filter(name => !name.startsWith('mcp__'));
    if (own.length === 0 || deepEqual(own, this.tools)) {
      return undefined;
    }
    this.tools = own;
    return own;
  }
}

import type { ConversationEvent, FileUpdate } from '../../contract/events';
import type { ChannelId, ToolCallId } from '../../contract/ids';
import type { ToolOutcome, ToolUse } from '../../protocol/agentSource';
import type { EditTracking } from './ports';

/** Follows each edit from before it to its end, and tells the conversation what became of the file. */
export class EditEvents {
  private readonly open = new Set<ToolCallId>();

  constructor(
    private readonly channelId: ChannelId,
    private readonly edits: EditTracking,
    private readonly emit: (events: readonly ConversationEvent[]) => void,
  ) {}

  async before(use: ToolUse): Promise<void> {
    if (use.edits.length > 0 || use.command) {
      this.open.add(use.toolId);
      await this.edits.before(this.channelId, use);
    }
  }

  /** What is returned is told to the agent. */
  async after(use: ToolUse, outcome: ToolOutcome): Promise<string | undefined> {
    if (!this.open.delete(use.toolId)) {
      return undefined;
    }
    const { updates, note, words } = await this.edits.after(this.channelId, use, outcome);
    this.tell(use.toolId, updates, note ? [note] : []);
    return words;
  }

  /** A call that ended without a hook: denied, interrupted, refused by the agent's own checks. */
  onApplied(events: readonly ConversationEvent[]): void {
    for (const event of events) {
      if (event.type === 'tool.updated') {
        const { id, status } = event.call;
        if (status === 'failed' || status === 'denied' || status === 'interrupted') {
          void this.settle(id);
        }
      } else if (event.type === 'turn.ended' && event.outcome.kind === 'lost') {
        void this.settleAll();
      }
    }
  }

  async settleAll(): Promise<void> {
    await Promise.all([...this.open].map(id => this.settle(id)));
  }

  private async settle(id: ToolCallId): Promise<void> {
    if (this.open.delete(id)) {
      this.tell(id, await this.edits.settle(this.channelId, id));
    }
  }

  private tell(
    toolId: ToolCallId,
    updates: readonly FileUpdate[],
    notes: readonly string[] = [],
  ): void {
    if (updates.length + notes.length > 0) {
      this.emit([
        ...updates.map(update => ({ type: 'file.updated' as const, update })),
        ...notes.map(note => ({ type: 'tool.noted' as const, toolId, note })),
      ]);
    }
  }
}

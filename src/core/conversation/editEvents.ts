import type { Turn } from '../../contract/conversation';
import type { ConversationEvent, FileUpdate } from '../../contract/events';
import type { ChannelId, ToolCallId } from '../../contract/ids';
import type { ToolOutcome, ToolUse } from '../../protocol/agentSource';
import type { ChannelPorts } from './ports';

/**
 * Follows each call that reads or changes files from start to end. Reports the changes to the
 * conversation, and to the agent what it would not know otherwise.
 */
export class EditEvents {
  private readonly open = new Set<ToolCallId>();
  /** Calls that wait for the user's permission and have not run. */
  private readonly asking = new Set<ToolCallId>();

  constructor(
    private readonly channelId: ChannelId,
    private readonly ports: Pick<ChannelPorts, 'edits' | 'openFiles'>,
    /** Takes the note about the user's edits to the call's proposal; given once. */
    private readonly takeFeedback: (tool: ToolCallId) => string | undefined,
    private readonly emit: (events: readonly ConversationEvent[]) => void,
  ) {}

  async before(use: ToolUse): Promise<void> {
    const { edits, openFiles } = this.ports;
    const { toolId } = use;
    const changes = use.edits.length > 0 || use.command !== undefined;
    if (changes) {
      this.open.add(toolId);
    }
    if (use.reads.length + use.edits.length > 0) {
      this.emitUpdates(toolId, [], await openFiles.before(use));
    }
    // The call may have ended while its files were being saved.
    if (changes && this.open.has(toolId)) {
      await edits.before(this.channelId, use);
    } else {
      openFiles.forget(toolId);
    }
  }

  asked(tool: ToolCallId): void {
    this.asking.add(tool);
    this.ports.edits.asked(this.channelId, tool);
  }

  /** Records that the user allowed the call; its files may have changed while it waited. */
  async permitted(tool: ToolCallId): Promise<void> {
    this.asking.delete(tool);
    if (this.open.has(tool)) {
      await this.ports.edits.permitted(this.channelId, tool);
    }
  }

  /** Records the end of a call. @returns text for the agent */
  async after(use: ToolUse, outcome: ToolOutcome): Promise<string | undefined> {
    const { toolId } = use;
    if (!this.open.delete(toolId)) {
      return undefined;
    }
    const edited = this.takeFeedback(toolId);
    const { edits, openFiles } = this.ports;
    const [{ updates, note, feedback }, findings] = await Promise.all([
      edits.after(this.channelId, use, outcome),
      openFiles.after(use, outcome),
    ]);
    const withProblems = updates.map(update => {
      const problems = findings.problems.get(update.path);
      return problems ? { ...update, problems } : update;
    });
    this.emitUpdates(toolId, withProblems, note ? [note] : []);
    const applied = outcome.kind === 'succeeded' ? edited : undefined;
    const all = [applied, feedback, findings.feedback].filter(one => one !== undefined);
    return all.length > 0 ? all.join('\n\n') : undefined;
  }

  /** Settles calls that end without a hook: denied, interrupted, or refused by the agent itself. */
  onApplied(events: readonly ConversationEvent[]): void {
    for (const event of events) {
      if (event.type === 'tool.updated') {
        const { id, status } = event.call;
        if (status === 'failed' || status === 'denied' || status === 'interrupted') {
          void this.settle(id);
        }
      } else if (event.type === 'turn.ended') {
        void (event.outcome.kind === 'lost' ? this.settleAll() : this.turnEnded());
      }
    }
  }

  async settleAll(): Promise<void> {
    await Promise.all([...this.open].map(id => this.settle(id)));
  }

  /** Replays file updates from earlier windows, which the agent's own store does not contain. */
  async remember(): Promise<void> {
    const updates = await this.ports.edits.remembered(this.channelId);
    this.emit(updates.map(update => ({ type: 'file.updated', update })));
  }

  /** Returns earlier file updates for turns that were loaded later. */
  async rememberedOf(turns: readonly Turn[]): Promise<readonly ConversationEvent[]> {
    const tools = new Set(
      turns.flatMap(({ items }) =>
        items.flatMap(item => (item.kind === 'tool' ? [item.call.id] : [])),
      ),
    );
    const updates = tools.size > 0 ? await this.ports.edits.remembered(this.channelId) : [];
    return updates
      .filter(({ toolId }) => tools.has(toolId))
      .map(update => ({ type: 'file.updated', update }));
  }

  /** Reports changes made so far by commands that still run in the background. */
  private async turnEnded(): Promise<void> {
    const updates = await this.ports.edits.turnEnded(this.channelId);
    if (updates.length > 0) {
      this.emit(updates.map(update => ({ type: 'file.updated', update })));
    }
  }

  private async settle(id: ToolCallId): Promise<void> {
    const hasRun = !this.asking.delete(id);
    if (this.open.delete(id)) {
      this.takeFeedback(id);
      this.ports.openFiles.forget(id);
      if (!hasRun) {
        // The call has not run, so changes to its files are the user's.
        this.ports.edits.forget(this.channelId, id);
        return;
      }
      this.emitUpdates(id, await this.ports.edits.settle(this.channelId, id));
    }
  }

  private emitUpdates(
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

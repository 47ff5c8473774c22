import * as l10n from '@vscode/l10n';
import type { Turn } from '../../contract/conversation';
import type { ConversationEvent } from '../../contract/events';
import type { FileUpdate, ProblemDelta } from '../../contract/fileUpdates';
import type { ChannelId, ToolCallId } from '../../contract/ids';
import type { AgentHost, ToolOutcome, ToolUse } from '../../protocol/agentSource';
import type { PathSpelling } from './pathSpelling';

/** Records files before an edit and reports how they changed. Best effort, bounded in time. */
export interface EditTracking {
  /** Registers a channel; must precede all other calls for it. */
  attach(channel: TrackedChannel): void;
  /** Reads the state to compare upcoming calls with, before the agent makes them. */
  warmUp(channel: ChannelId): void;
  /** Returns the file updates of the channel's calls that earlier windows recorded. */
  remembered(channel: ChannelId): Promise<readonly FileUpdate[]>;
  /** Returns the channel's commands that were running when an earlier window closed. */
  cutOff(channel: ChannelId): Promise<readonly ToolCallId[]>;
  /** Called for calls that edit files or run a command. */
  before(channel: ChannelId, use: ToolUse): Promise<void>;
  /** Called when a call waits for the user. */
  asked(channel: ChannelId, tool: ToolCallId): void;
  /** Called when a call that asked may run: its files' present content is the state before it. */
  permitted(channel: ChannelId, tool: ToolCallId): Promise<void>;
  after(channel: ChannelId, use: ToolUse, outcome: ToolOutcome): Promise<TrackedChange>;
  /** Called when a call will not run: denied, or withdrawn while it waited. */
  forget(channel: ChannelId, tool: ToolCallId): void;
  /** Called when the conversation is closed: no more of its calls are tracked. */
  detach(channel: ChannelId): void;
  /** Called when a call has ended without a hook: interrupted, failed, its process gone. */
  settle(channel: ChannelId, tool: ToolCallId): Promise<readonly FileUpdate[]>;
  /** Returns changes made so far by commands that run in the background. */
  turnEnded(channel: ChannelId): Promise<readonly FileUpdate[]>;
  /** Opens the diff of one finished call. */
  openDiff(channel: ChannelId, update: FileUpdate): Promise<void>;
  /** Opens all changes of a turn in the multi-file diff editor. */
  review(channel: ChannelId, title: string, updates: readonly FileUpdate[]): Promise<void>;
}

/** Conversation whose file changes are tracked. */
export interface TrackedChannel {
  readonly id: ChannelId;
  readonly cwd: string;
  title(): string;
}

/** File changes of a call that has ended. */
export interface TrackedChange {
  readonly updates: readonly FileUpdate[];
  /** Note to the user about the call as a whole: why a command's changes are unknown. */
  readonly note?: string;
  /** Text for the agent, which reads it with the call's result. */
  readonly feedback?: string;
}

/** Editor access to the files that a call reads or edits. Never rejects, bounded in time. */
export interface OpenFiles {
  /** Saves unsaved files; resolves with a line for the user about each file that stays unsaved. */
  before(use: ToolUse): Promise<readonly string[]>;
  after(use: ToolUse, outcome: ToolOutcome): Promise<FileFindings>;
  /** Called when a call has ended without running. */
  forget(tool: ToolCallId): void;
}

export interface FileFindings {
  /** Changes in the number of problems, by path; unchanged files are omitted. */
  readonly problems: ReadonlyMap<string, ProblemDelta>;
  /** Text for the agent, which reads it with the call's result. */
  readonly feedback?: string;
}

/**
 * Follows each call that reads or changes files from start to end. Reports the changes to the
 * conversation, and to the agent what it would not know otherwise.
 */
export class EditEvents implements Pick<AgentHost, 'beforeTool' | 'afterTool'> {
  private readonly open = new Set<ToolCallId>();
  /** Calls that wait for the user's permission and have not run. */
  private readonly asking = new Set<ToolCallId>();

  constructor(
    private readonly channelId: ChannelId,
    private readonly spelling: PathSpelling,
    private readonly ports: { readonly edits: EditTracking; readonly openFiles: OpenFiles },
    /** Takes the note about the user's edits to the call's proposal; given once. */
    private readonly takeFeedback: (tool: ToolCallId) => string | undefined,
    private readonly emit: (events: readonly ConversationEvent[]) => void,
  ) {}

  /** Reads the files in the background, so that the first command need not wait. */
  readAhead(): void {
    this.ports.edits.warmUp(this.channelId);
  }

  async beforeTool(reported: ToolUse): Promise<void> {
    const { edits, openFiles } = this.ports;
    const { toolId } = reported;
    const changes = reported.edits.length > 0 || reported.command !== undefined;
    if (changes) {
      this.open.add(toolId);
    }
    const use = await this.spelling.ofUse(reported);
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
  async afterTool(reported: ToolUse, outcome: ToolOutcome): Promise<string | undefined> {
    const use = await this.spelling.ofUse(reported);
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

  /** Replays what earlier windows saw of files, which the agent's own store does not contain. */
  async remember(): Promise<void> {
    this.emit(await this.memories(() => true));
  }

  /** Returns earlier file updates for turns that were loaded later. */
  async rememberedOf(turns: readonly Turn[]): Promise<readonly ConversationEvent[]> {
    const tools = new Set(
      turns.flatMap(({ items }) =>
        items.flatMap(item => (item.kind === 'tool' ? [item.call.id] : [])),
      ),
    );
    return tools.size > 0 ? this.memories(tool => tools.has(tool)) : [];
  }

  private async memories(isWanted: (tool: ToolCallId) => boolean): Promise<ConversationEvent[]> {
    const { edits } = this.ports;
    // First, because it also finds what edits had written that were cut off.
    const cutOff = await edits.cutOff(this.channelId);
    const updates = await edits.remembered(this.channelId);
    return [
      ...updates
        .filter(({ toolId }) => isWanted(toolId))
        .map(update => ({ type: 'file.updated' as const, update })),
      ...cutOff.filter(isWanted).map(toolId => ({
        type: 'tool.noted' as const,
        toolId,
        note: l10n.t('What this command changed is not known: its window closed while it ran.'),
      })),
    ];
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

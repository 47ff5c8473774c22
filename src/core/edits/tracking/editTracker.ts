import type { Clock } from '../../../base/clock';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { FileUpdate } from '../../../contract/events';
import type { ChannelId, ToolCallId } from '../../../contract/ids';
import type { ToolOutcome, ToolUse } from '../../../protocol/agentSource';
import type { EditTracking, TrackedChange, TrackedChannel } from '../../conversation/ports';
import type { ChannelReview } from '../review/channelReview';
import { type FileChange, sameContent } from '../review/reviewRecord';
import type { Reviews } from '../review/reviews';
import type { SavedFiles } from '../review/savedFiles';
import type { Baselines } from '../store/baselines';
import type { WorkspaceWatch } from '../workspace/workspaceWatch';
import { AttributedChanges } from './attributedChanges';
import { CommandTracker } from './commandTracker';
import { describeChange } from './describeChange';
import { rememberedUpdates } from './rememberedUpdates';
import { type Snapshot, Snapshots, storedContentOf } from './snapshots';

/** Opens tracked changes; see `ChangeViewer`. */
export type ChangeView = Pick<EditTracking, 'openDiff' | 'review'>;

export interface EditTrackerOptions {
  readonly baselines: Baselines;
  readonly reviews: Reviews;
  readonly watch: WorkspaceWatch;
  readonly saved: SavedFiles;
  readonly view: ChangeView;
  readonly clock: Clock;
  readonly log: Log;
}

/** A call in progress, with its files as they were when it began. */
interface OpenCall {
  readonly channel: ChannelId;
  readonly at: number;
  readonly cwd: string;
  readonly files: Map<string, Snapshot>;
  /** Files that another call has changed since this call began. */
  readonly shared: Set<string>;
  /** The call is waiting for the user's permission and has no effect meanwhile. */
  isWaiting: boolean;
  readonly command?: { readonly isBackground: boolean };
}

type CallKey = `${ChannelId}/${ToolCallId}`;

/** A file as a call left it, for the conversation and for the review. */
interface Found {
  readonly update: FileUpdate;
  readonly change?: FileChange;
}

/**
 * Stores files before each edit and reads them afterwards. Compares the bytes on disk, not the
 * agent's own patch: older CLI versions and new files lack a patch, and it omits what a formatter
 * did in the agent's hooks.
 */
export class EditTracker implements EditTracking {
  /** Keyed by channel and call, because call ids are only unique within one agent. */
  private readonly open = new Map<CallKey, OpenCall>();
  private readonly channels = new Map<ChannelId, TrackedChannel>();
  private readonly snapshots: Snapshots;
  private readonly attributed = new AttributedChanges();
  private readonly commands: CommandTracker;

  constructor(private readonly options: EditTrackerOptions) {
    const { baselines, clock, log, watch, saved } = options;
    this.snapshots = new Snapshots(baselines, clock, log);
    this.commands = new CommandTracker(watch, this.snapshots, this.attributed, saved);
  }

  attach(channel: TrackedChannel): void {
    this.channels.set(channel.id, channel);
    void this.reviewOf(channel.id).then(review => review && this.recover(review));
  }

  warmUp(channel: ChannelId): void {
    const tracked = this.channels.get(channel);
    if (tracked) {
      // `warmUp` never rejects.
      void this.options.watch.warmUp(tracked.cwd);
    }
  }

  async remembered(channel: ChannelId): Promise<readonly FileUpdate[]> {
    const review = await this.reviewOf(channel);
    return review ? rememberedUpdates(review, this.options.baselines) : [];
  }

  async before(channel: ChannelId, use: ToolUse): Promise<void> {
    const { toolId, cwd, command } = use;
    const files = new Map<string, Snapshot>();
    for (const path of new Set(use.edits)) {
      files.set(path, { kind: 'unknown', reason: 'Its content before the edit was not read.' });
    }
    const call = {
      channel,
      at: this.options.clock.now(),
      cwd,
      files,
      shared: new Set<string>(),
      isWaiting: false,
    };
    await this.look(toolId, command ? { ...call, command } : call);
  }

  asked(channel: ChannelId, toolId: ToolCallId): void {
    const call = this.open.get(keyOf(channel, toolId));
    if (call) {
      call.isWaiting = true;
    }
  }

  /** Restarts the call: while it waited for permission, the user may have changed files. */
  async permitted(channel: ChannelId, toolId: ToolCallId): Promise<void> {
    const key = keyOf(channel, toolId);
    const call = this.open.get(key);
    if (call) {
      this.options.watch.forget(key);
      await this.look(toolId, {
        ...call,
        at: this.options.clock.now(),
        shared: new Set(),
        isWaiting: false,
      });
    }
  }

  async after(channel: ChannelId, use: ToolUse, outcome: ToolOutcome): Promise<TrackedChange> {
    const { toolId } = use;
    const call = this.open.get(keyOf(channel, toolId));
    if (!call) {
      return { updates: [] };
    }
    if (use.command?.isBackground && outcome.kind === 'succeeded') {
      // The command has only been started; its changes are collected at the end of the turn.
      this.commands.goesOn(channel, toolId);
      return { updates: [] };
    }
    const { updates, note } = await this.finish(toolId, call);
    const fileUpdates =
      outcome.kind === 'succeeded'
        ? updates
        : updates.map(update => asFailed(update, outcome.error));
    return { updates: fileUpdates, ...(note ? { note } : {}) };
  }

  async settle(channel: ChannelId, tool: ToolCallId): Promise<readonly FileUpdate[]> {
    const call = this.open.get(keyOf(channel, tool));
    if (!call) {
      return [];
    }
    const { updates } = await this.finish(tool, call);
    // An interrupted call may have written; a denied one has not.
    return updates.filter(({ status }) => status !== 'unchanged' && status !== 'untracked');
  }

  forget(channel: ChannelId, tool: ToolCallId): void {
    const key = keyOf(channel, tool);
    this.open.delete(key);
    this.options.watch.forget(key);
    this.options.reviews.get(channel)?.end(tool);
  }

  detach(channel: ChannelId): void {
    for (const key of [...this.open.keys()]) {
      if (key.startsWith(`${channel}/`)) {
        this.open.delete(key);
        this.options.watch.forget(key);
      }
    }
    this.commands.takeRunning(channel);
    this.channels.delete(channel);
  }

  /** Conversations open in this window. */
  get attached(): readonly TrackedChannel[] {
    return [...this.channels.values()];
  }

  async turnEnded(channel: ChannelId): Promise<readonly FileUpdate[]> {
    const updates: FileUpdate[] = [];
    for (const tool of this.commands.takeRunning(channel)) {
      const call = this.open.get(keyOf(channel, tool));
      if (call) {
        updates.push(...(await this.finish(tool, call)).updates);
      }
    }
    return updates;
  }

  /** Finds what calls had written that were still open when their window closed. */
  async recover(review: ChannelReview): Promise<void> {
    try {
      await this.recoverAll(review);
    } catch (error) {
      this.options.log.warn('An interrupted call is not known', { error: messageOf(error) });
    }
  }

  private async recoverAll(review: ChannelReview): Promise<void> {
    for (const { toolId, at, path, old } of review.record.open) {
      if (this.open.has(keyOf(review.record.channelId, toolId))) {
        continue;
      }
      const now = storedContentOf(await this.snapshots.take(path));
      if (now !== undefined && now?.ref !== old?.ref) {
        await review.add([{ at, path, old, new: now, toolId, isUncertain: true }]);
      }
      review.end(toolId);
    }
  }

  openDiff(channel: ChannelId, update: FileUpdate): Promise<void> {
    return this.options.view.openDiff(channel, update);
  }

  review(channel: ChannelId, title: string, updates: readonly FileUpdate[]): Promise<void> {
    return this.options.view.review(channel, title, updates);
  }

  /** Records the call's files as they are now as their state before the call. */
  private async look(toolId: ToolCallId, call: OpenCall): Promise<void> {
    const { channel, at, cwd, files, command } = call;
    const key = keyOf(channel, toolId);
    this.open.set(key, call);
    const review = await this.reviewOf(channel);
    review?.end(toolId);
    await Promise.all([
      ...[...files.keys()].map(async path => {
        const snapshot = await this.snapshots.take(path);
        files.set(path, snapshot);
        const old = storedContentOf(snapshot);
        if (review && old !== undefined) {
          review.begin([{ toolId, at, path, old }]);
        }
      }),
      ...(command ? [this.options.watch.before(key, cwd)] : []),
    ]);
  }

  private async finish(toolId: ToolCallId, call: OpenCall) {
    const key = keyOf(call.channel, toolId);
    this.open.delete(key);
    const edited = await Promise.all(
      [...call.files].map(([path, before]) => this.compared(toolId, call, path, before)),
    );
    const { at, command } = call;
    const ran = command && (await this.commands.finish(toolId, { key, at, ...command }));
    const found = [...edited, ...(ran?.found ?? [])].map(one => this.withNote(call.channel, one));
    await this.record(toolId, call, found);
    const notes = ran?.notes ?? [];
    return {
      updates: found.map(({ update }) => update),
      ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
    };
  }

  private async compared(
    toolId: ToolCallId,
    call: OpenCall,
    path: string,
    before: Snapshot,
  ): Promise<Found> {
    const { at, shared } = call;
    const after = await this.snapshots.take(path);
    const described = describeChange(before, after);
    const isUncertain =
      this.options.saved.since(path, at) || shared.has(path) || this.isOpenElsewhere(path);
    const update: FileUpdate = {
      toolId,
      path,
      ...described,
      ...(isUncertain && described.newRef !== described.oldRef ? { isUncertain } : {}),
    };
    const [old, now] = [storedContentOf(before), storedContentOf(after)];
    const isChange = old !== undefined && now !== undefined && old?.ref !== now?.ref;
    return isChange
      ? {
          update,
          change: { at, path, old, new: now, toolId, ...(isUncertain ? { isUncertain } : {}) },
        }
      : { update };
  }

  private async record(toolId: ToolCallId, call: OpenCall, found: readonly Found[]): Promise<void> {
    const changes = found.flatMap(({ change }) => (change ? [change] : []));
    const ended = this.options.clock.now();
    for (const change of changes) {
      this.attributed.add(change, ended);
      await this.share(change);
    }
    const review = await this.reviewOf(call.channel);
    if (!review) {
      return;
    }
    try {
      if (changes.length > 0) {
        await review.add(changes);
        review.rename(this.channels.get(call.channel)?.title() ?? review.record.title);
      }
      review.end(toolId);
    } catch (error) {
      this.options.log.error('Changes could not be recorded', { error: messageOf(error) });
    }
  }

  /** Whether another running call may change the file: concurrent changes cannot be told apart. */
  private isOpenElsewhere(path: string): boolean {
    return [...this.open.values()].some(({ files, isWaiting }) => files.has(path) && !isWaiting);
  }

  private withNote(channel: ChannelId, found: Found): Found {
    const note = found.change && this.othersAt(found.update.path, channel);
    return note ? { ...found, update: { ...found.update, note } } : found;
  }

  /** Updates the snapshots of other open calls, so that they are not credited with this change. */
  private async share({ path, old, new: now }: FileChange): Promise<void> {
    const bytes = now ? await this.options.baselines.get(now.ref) : undefined;
    for (const { files, shared } of this.open.values()) {
      const known = files.get(path);
      const before = known && storedContentOf(known);
      if (known) {
        shared.add(path);
      }
      if (before !== undefined && sameContent(before, old) && (bytes || !now)) {
        files.set(path, now && bytes ? { kind: 'kept', content: now, bytes } : { kind: 'absent' });
      }
    }
  }

  private othersAt(path: string, channel: ChannelId): string | undefined {
    const others = this.options.reviews
      .at(path)
      .filter(({ channel: other }) => other.record.channelId !== channel)
      .map(({ channel: other }) => `“${other.record.title}”`);
    return others.length > 0
      ? `${others.join(', ')} has changes in this file that wait for a decision.`
      : undefined;
  }

  private async reviewOf(channel: ChannelId): Promise<ChannelReview | undefined> {
    const tracked = this.channels.get(channel);
    try {
      return tracked && (await this.options.reviews.open(tracked.cwd, channel));
    } catch (error) {
      this.options.log.error('The review could not be opened', { error: messageOf(error) });
      return undefined;
    }
  }
}

function keyOf(channel: ChannelId, tool: ToolCallId): CallKey {
  return `${channel}/${tool}`;
}

function asFailed(update: FileUpdate, error: string): FileUpdate {
  return update.status === 'unchanged' ? { ...update, status: 'failed', detail: error } : update;
}

import type { Clock } from '../../../base/clock';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { Sequencer } from '../../../base/sequencer';
import type { FileUpdate } from '../../../contract/fileUpdates';
import type { ChannelId, ToolCallId } from '../../../contract/ids';
import type { ToolOutcome, ToolUse } from '../../../protocol/agentSource';
import type { EditTracking, TrackedChange, TrackedChannel } from '../../conversation/editEvents';
import { isWhereRecorded } from '../place';
import type { ChannelReview } from '../review/channelReview';
import type { FileChange } from '../review/reviewRecord';
import type { Reviews } from '../review/reviews';
import type { SavedFiles } from '../review/savedFiles';
import type { Baselines } from '../store/baselines';
import type { WorkspaceWatch } from '../workspace/workspaceWatch';
import { AttributedChanges } from './attributedChanges';
import { CommandTracker } from './commandTracker';
import type { ManyContents } from './manyContents';
import { rememberedUpdates } from './rememberedUpdates';
import { placeOf, type Snapshot, Snapshots, storedContentOf } from './snapshots';
import {
  type CallKey,
  type CallServices,
  callKey,
  type FoundFile,
  TrackedCall,
} from './trackedCall';
import { TrackedReviews } from './trackedReviews';

/** Opens tracked changes; see `ChangeViewer`. */
export type ChangeView = Pick<EditTracking, 'openDiff' | 'review'>;

type Watch = Pick<WorkspaceWatch, 'warmUp' | 'noteChange' | 'before' | 'after' | 'forget'>;

export interface EditTrackerOptions {
  readonly baselines: Pick<Baselines, 'put' | 'get'>;
  readonly reviews: Reviews;
  readonly watch: Watch;
  readonly saved: SavedFiles;
  readonly view: ChangeView;
  readonly many?: ManyContents | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Stores files before each edit and reads them afterwards. Compares the bytes on disk, not the
 * agent's own patch: older CLI versions and new files lack a patch, and it omits what a formatter
 * did in the agent's hooks.
 */
export class EditTracker implements EditTracking {
  /** Calls in progress. */
  private readonly calls = new Map<CallKey, TrackedCall>();
  private readonly reviews: TrackedReviews;
  private readonly attributed = new AttributedChanges();
  private readonly services: CallServices;
  /** Serialized: both a conversation and its folder ask for it when a window opens. */
  private readonly recoveries = new Sequencer();

  constructor(private readonly options: EditTrackerOptions) {
    const { baselines, reviews, watch, saved, clock, log, many } = options;
    this.reviews = new TrackedReviews(reviews, log);
    const snapshots = new Snapshots(baselines, clock, log);
    this.services = {
      snapshots,
      commands: new CommandTracker(watch, snapshots, this.attributed, saved, clock, many),
      watch,
      saved,
      clock,
      reviewOf: channel => this.reviews.open(channel),
      recorded: review => this.reviews.recorded(review, clock),
    };
  }

  /** Conversations open in this window. */
  get attached(): readonly TrackedChannel[] {
    return this.reviews.attached;
  }

  attach(channel: TrackedChannel): void {
    this.reviews.attach(channel);
    void this.reviews.open(channel.id).then(review => review && this.recover(review));
  }

  detach(channel: ChannelId): void {
    for (const [key, call] of [...this.calls]) {
      if (call.channel === channel) {
        this.calls.delete(key);
        call.abandon();
      }
    }
    this.services.commands.takeRunning(channel);
    this.reviews.detach(channel);
  }

  warmUp(channel: ChannelId): void {
    const cwd = this.reviews.cwdOf(channel);
    if (cwd !== undefined) {
      // `warmUp` never rejects.
      void this.services.watch.warmUp(cwd);
    }
  }

  /** Notes a file that has changed on disk, by whomever. */
  noteChange(path: string): void {
    this.services.watch.noteChange(path);
  }

  async remembered(channel: ChannelId): Promise<readonly FileUpdate[]> {
    const review = await this.reviews.open(channel);
    return review ? rememberedUpdates(review, this.options.baselines) : [];
  }

  async cutOff(channel: ChannelId): Promise<readonly ToolCallId[]> {
    const review = await this.reviews.open(channel);
    if (!review) {
      return [];
    }
    await this.recover(review);
    return review.record.cutOff ?? [];
  }

  async before(channel: ChannelId, use: ToolUse): Promise<void> {
    const call = new TrackedCall(channel, use, this.services);
    this.calls.set(call.key, call);
    await call.begin();
  }

  asked(channel: ChannelId, toolId: ToolCallId): void {
    void this.calls
      .get(callKey(channel, toolId))
      ?.wait()
      .catch((error: unknown) =>
        this.options.log.error('A waiting call is still on record', { error: messageOf(error) }),
      );
  }

  async permitted(channel: ChannelId, toolId: ToolCallId): Promise<void> {
    await this.calls.get(callKey(channel, toolId))?.permit();
  }

  async after(channel: ChannelId, use: ToolUse, outcome: ToolOutcome): Promise<TrackedChange> {
    const { toolId } = use;
    const call = this.calls.get(callKey(channel, toolId));
    if (!call) {
      return { updates: [] };
    }
    if (use.command?.isBackground && outcome.kind === 'succeeded') {
      // The command has only been started; its changes are collected at the end of the turn.
      this.services.commands.goesOn(channel, toolId);
      return { updates: [] };
    }
    const { updates, note } = await this.finish(call);
    const fileUpdates =
      outcome.kind === 'succeeded'
        ? updates
        : updates.map(update => asFailed(update, outcome.error));
    return { updates: fileUpdates, ...(note ? { note } : {}) };
  }

  async settle(channel: ChannelId, tool: ToolCallId): Promise<readonly FileUpdate[]> {
    const call = this.calls.get(callKey(channel, tool));
    if (!call) {
      return [];
    }
    const { updates } = await this.finish(call);
    // An interrupted call may have written; a denied one has not.
    return updates.filter(({ status }) => status !== 'unchanged' && status !== 'untracked');
  }

  async turnEnded(channel: ChannelId): Promise<readonly FileUpdate[]> {
    const updates: FileUpdate[] = [];
    for (const tool of this.services.commands.takeRunning(channel)) {
      const call = this.calls.get(callKey(channel, tool));
      if (call) {
        updates.push(...(await this.finish(call)).updates);
      }
    }
    return updates;
  }

  forget(channel: ChannelId, tool: ToolCallId): void {
    const key = callKey(channel, tool);
    this.calls.delete(key);
    this.services.watch.forget(key);
    // `end` never rejects.
    void this.reviews.end(channel, tool);
  }

  /** Finds what calls had written that were still open when their window closed. */
  async recover(review: ChannelReview): Promise<void> {
    try {
      await this.recoveries.queue(() => this.recoverAll(review));
    } catch (error) {
      this.options.log.warn('An interrupted call is not known', { error: messageOf(error) });
    }
  }

  private async recoverAll(review: ChannelReview): Promise<void> {
    const { channelId, cwd, open, commands = [] } = review.record;
    const isGone = ({ toolId }: { readonly toolId: ToolCallId }) =>
      !this.calls.has(callKey(channelId, toolId));
    for (const { toolId } of commands.filter(isGone)) {
      await review.cutOff(toolId);
    }
    for (const call of open.filter(isGone)) {
      const { toolId, at, path, old } = call;
      const snapshot = await this.services.snapshots.take(path);
      const [now, place] = [storedContentOf(snapshot), placeOf(snapshot)];
      const isSameFile = place !== undefined && (await isWhereRecorded(call, place.real, [cwd]));
      if (isSameFile && now !== undefined && now?.ref !== old?.ref) {
        await review.add([{ at, path, place, old, new: now, toolId, isUncertain: true }]);
      }
      await review.end(toolId);
    }
  }

  openDiff(channel: ChannelId, update: FileUpdate): Promise<void> {
    return this.options.view.openDiff(channel, update);
  }

  review(channel: ChannelId, title: string, updates: readonly FileUpdate[]): Promise<void> {
    return this.options.view.review(channel, title, updates);
  }

  private async finish(call: TrackedCall) {
    // Removed first, so that the calls still open are the others.
    this.calls.delete(call.key);
    const effects = await call.finish(path => this.isOpenElsewhere(path));
    const found = effects.found.map(file => this.withNote(call.channel, file));
    const changes = found.flatMap(({ change }) => (change ? [change] : []));
    await this.attribute(changes);
    await this.reviews.record(call.channel, call.toolId, changes);
    return {
      updates: found.map(({ update }) => update),
      ...(effects.notes.length > 0 ? { note: effects.notes.join(' ') } : {}),
    };
  }

  /** Whether another running call may change the file: concurrent changes cannot be told apart. */
  private isOpenElsewhere(path: string): boolean {
    return [...this.calls.values()].some(call => call.mayChange(path));
  }

  private withNote(channel: ChannelId, file: FoundFile): FoundFile {
    const note = file.change && this.reviews.noteAt(file.update.path, channel);
    return note ? { ...file, update: { ...file.update, note } } : file;
  }

  /** Credits a call with its changes, so that neither commands nor open calls are. */
  private async attribute(changes: readonly FileChange[]): Promise<void> {
    const endedAt = this.options.clock.now();
    for (const change of changes) {
      this.attributed.add(change, endedAt);
      // Reading the content again is half of the work when a command has changed many files.
      if (![...this.calls.values()].some(call => call.knows(change.path))) {
        continue;
      }
      const after = await this.snapshotAfter(change);
      for (const call of this.calls.values()) {
        call.noteOther(change, after);
      }
    }
  }

  private async snapshotAfter({ new: content, place }: FileChange): Promise<Snapshot | undefined> {
    if (!content) {
      return { kind: 'absent', place };
    }
    const bytes = await this.options.baselines.get(content.ref);
    return bytes && { kind: 'kept', content, bytes, place };
  }
}

function asFailed(update: FileUpdate, error: string): FileUpdate {
  return update.status === 'unchanged' ? { ...update, status: 'failed', detail: error } : update;
}

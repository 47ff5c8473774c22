import * as l10n from '@vscode/l10n';
import type { Clock } from '../../../base/clock';
import type { FileUpdate } from '../../../contract/fileUpdates';
import type { ChannelId, ToolCallId } from '../../../contract/ids';
import type { ToolUse } from '../../../protocol/agentSource';
import type { ChannelReview } from '../review/channelReview';
import { type FileChange, sameContent } from '../review/reviewRecord';
import type { SavedFiles } from '../review/savedFiles';
import type { WorkspaceWatch } from '../workspace/workspaceWatch';
import type { CommandTracker } from './commandTracker';
import { describeChange } from './describeChange';
import { placeOf, type Snapshot, type Snapshots, storedContentOf } from './snapshots';

/** Channel and call, because call ids are only unique within one agent. */
export type CallKey = `${ChannelId}/${ToolCallId}`;

export function callKey(channel: ChannelId, tool: ToolCallId): CallKey {
  return `${channel}/${tool}`;
}

/** A file as a call left it, for the conversation and for the review. */
export interface FoundFile {
  readonly update: FileUpdate;
  readonly change?: FileChange;
}

/** Effects of a call that has ended. */
export interface CallEffects {
  readonly found: readonly FoundFile[];
  /** For the user: what of a command's changes was left out, or why nothing is known. */
  readonly notes: readonly string[];
}

/** Parts that all calls share. */
export interface CallServices {
  readonly snapshots: Snapshots;
  readonly commands: CommandTracker;
  readonly watch: Pick<WorkspaceWatch, 'warmUp' | 'noteChange' | 'before' | 'forget'>;
  readonly saved: SavedFiles;
  readonly clock: Clock;
  /** Returns the review of a channel; undefined if it cannot be opened. Never rejects. */
  reviewOf(channel: ChannelId): Promise<ChannelReview | undefined>;
  /** Waits until calls that begin are on disk, should the window end during them. Never rejects. */
  recorded(review: ChannelReview | undefined): Promise<void>;
}

const unread: Snapshot = {
  kind: 'unknown',
  reason: 'Its content before the edit was not read.',
};

/** A call in progress, with its files as they were when it began. */
export class TrackedCall {
  readonly key: CallKey;
  /** State before the call, by path. */
  private readonly files: Map<string, Snapshot>;
  /** Files that another call has changed since this call began. */
  private shared = new Set<string>();
  private at: number;
  /** True while the call waits for the user's permission: it has no effect meanwhile. */
  private isWaiting = false;

  constructor(
    readonly channel: ChannelId,
    private readonly use: ToolUse,
    private readonly services: CallServices,
  ) {
    this.key = callKey(channel, use.toolId);
    this.files = new Map(use.edits.map(path => [path, unread]));
    this.at = services.clock.now();
  }

  get toolId(): ToolCallId {
    return this.use.toolId;
  }

  /** Records the call's files as they are now as their state before the call. */
  async begin(): Promise<void> {
    const { at, files, key, channel } = this;
    const { toolId, cwd, command } = this.use;
    const { snapshots, watch } = this.services;
    const review = await this.services.reviewOf(channel);
    await Promise.all([
      review?.end(toolId),
      ...[...files.keys()].map(async path => {
        const snapshot = await snapshots.take(path);
        files.set(path, snapshot);
        const old = storedContentOf(snapshot);
        if (review && old !== undefined) {
          await review.begin([{ toolId, at, path, place: placeOf(snapshot), old }]);
        }
      }),
      ...(command ? [watch.before(key, cwd), review?.beginCommand({ toolId, at })] : []),
    ]);
    await this.services.recorded(review);
  }

  /**
   * Notes that the call waits for permission. It is not on record meanwhile: should the window go
   * away, what the user changes until then is not the call's.
   */
  async wait(): Promise<void> {
    this.isWaiting = true;
    const review = await this.services.reviewOf(this.channel);
    await review?.end(this.toolId);
  }

  /** Begins the call anew: while it waited for permission, the user may have changed files. */
  async permit(): Promise<void> {
    this.abandon();
    this.at = this.services.clock.now();
    this.shared = new Set();
    this.isWaiting = false;
    await this.begin();
  }

  /** Gives up the workspace snapshot that was taken for the call. */
  abandon(): void {
    this.services.watch.forget(this.key);
  }

  /**
   * Compares the files with their state before the call.
   * @param isOpenElsewhere whether another call may be changing this file
   */
  async finish(isOpenElsewhere: (path: string) => boolean): Promise<CallEffects> {
    const { at, key, toolId } = this;
    const { command } = this.use;
    const edited = await Promise.all(
      [...this.files].map(([path, before]) => this.compare(path, before, isOpenElsewhere)),
    );
    const ran = command && (await this.services.commands.finish(toolId, { key, at, ...command }));
    return { found: [...edited, ...(ran?.found ?? [])], notes: ran?.notes ?? [] };
  }

  /** Whether the call may be changing the file right now. */
  mayChange(path: string): boolean {
    return this.files.has(path) && !this.isWaiting;
  }

  /** Whether another call's change to the file concerns this call. */
  knows(path: string): boolean {
    return this.files.has(path);
  }

  /**
   * Notes another call's change, so that this call is not credited with it.
   * @param after the file after the change; undefined if its content is not at hand
   */
  noteOther({ path, old }: FileChange, after: Snapshot | undefined): void {
    const known = this.files.get(path);
    if (!known) {
      return;
    }
    this.shared.add(path);
    const before = storedContentOf(known);
    if (before !== undefined && sameContent(before, old) && after) {
      this.files.set(path, after);
    }
  }

  private async compare(
    path: string,
    before: Snapshot,
    isOpenElsewhere: (path: string) => boolean,
  ): Promise<FoundFile> {
    const { at, shared, toolId } = this;
    const after = sameFile(before, await this.services.snapshots.take(path));
    const described = describeChange(before, after);
    const isUncertain =
      this.services.saved.since(path, at) || shared.has(path) || isOpenElsewhere(path);
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
          change: {
            ...{ at, path, place: placeOf(after), old, new: now, toolId },
            ...(isUncertain ? { isUncertain } : {}),
          },
        }
      : { update };
  }
}

/** Returns the content after a call; it is unknown if the path leads to another file than before. */
function sameFile(before: Snapshot, after: Snapshot): Snapshot {
  const [old, now] = [placeOf(before), placeOf(after)];
  return old && now && old.real !== now.real
    ? { kind: 'unknown', reason: l10n.t('A link on the way to it has changed.') }
    : after;
}

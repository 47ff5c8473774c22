import type { Clock } from '../../../base/clock';
import { inParallel } from '../../../base/inParallel';
import type { FileUpdate } from '../../../contract/fileUpdates';
import type { BlobId, ChannelId, ToolCallId } from '../../../contract/ids';
import { TimeSlices } from '../../../node/timeSlices';
import { contentOf, type FileChange } from '../review/reviewRecord';
import type { SavedFiles } from '../review/savedFiles';
import type { FoundChange } from '../workspace/commandChanges';
import type { WorkspaceWatch } from '../workspace/workspaceWatch';
import type { AttributedChanges } from './attributedChanges';
import { type DescribedChange, describeChange } from './describeChange';
import type { ManyContents } from './manyContents';
import { type Snapshots, storedContentOf } from './snapshots';

/** A command that has ended or is inspected while it still runs. */
export interface RunCommand {
  /** Key of the command in the `WorkspaceWatch`. */
  readonly key: string;
  readonly at: number;
  readonly isBackground: boolean;
}

/** Known effects of a command. */
export interface CommandOutcome {
  readonly found: readonly { readonly update: FileUpdate; readonly change?: FileChange }[];
  /** For the user: what was left out, or why nothing is known. */
  readonly notes: readonly string[];
}

/**
 * Milliseconds. During a longer command, other programs and windows may well have changed files,
 * and such changes must not be undone without a question.
 */
const certainFor = 10_000;
/** Files stored in parallel. */
const atOnce = 16;

/** Contents of a file in the store, `unknown` where they could not be stored. */
interface KeptContents {
  readonly before: BlobId | 'unknown' | undefined;
  readonly after: BlobId | 'unknown' | undefined;
  readonly described: DescribedChange;
}

/** Turns workspace changes found after a command into changes of its tool call. */
export class CommandTracker {
  /** Background commands still running, by channel. */
  private readonly running = new Map<ChannelId, Set<ToolCallId>>();

  constructor(
    private readonly watch: Pick<WorkspaceWatch, 'after'>,
    private readonly snapshots: Snapshots,
    private readonly attributed: AttributedChanges,
    private readonly saved: SavedFiles,
    private readonly clock: Clock,
    private readonly many?: ManyContents,
  ) {}

  goesOn(channel: ChannelId, tool: ToolCallId): void {
    const tools = this.running.get(channel) ?? new Set();
    this.running.set(channel, tools.add(tool));
  }

  takeRunning(channel: ChannelId): readonly ToolCallId[] {
    const tools = this.running.get(channel) ?? [];
    this.running.delete(channel);
    return [...tools];
  }

  async finish(toolId: ToolCallId, { key, at, isBackground }: RunCommand): Promise<CommandOutcome> {
    const outcome = await this.watch.after(key);
    if (outcome.kind === 'untracked') {
      return { found: [], notes: [outcome.reason] };
    }
    const isLong = this.clock.now() - at > certainFor;
    const slices = new TimeSlices(this.clock);
    const found: ReturnType<CommandTracker['toFound']>[] = [];
    const kept = (await this.many?.keepPairs(outcome.changes)) ?? [];
    await inParallel(outcome.changes.entries(), atOnce, async ([index, one]) => {
      const change = isLong ? { ...one, isUncertain: true } : one;
      const contents = kept[index] ?? (await this.keep(one));
      found[index] = this.toFound(toolId, at, change, isBackground, contents);
      await slices.pause();
    });
    return { found: found.filter(one => one !== undefined), notes: outcome.notes };
  }

  private async keep({ before, after }: FoundChange): Promise<KeptContents> {
    const older = await this.snapshots.keep(before);
    const newer = await this.snapshots.keep(after);
    const [old, now] = [storedContentOf(older), storedContentOf(newer)];
    return {
      described: describeChange(older, newer),
      before: old === undefined ? 'unknown' : old?.ref,
      after: now === undefined ? 'unknown' : now?.ref,
    };
  }

  private toFound(
    toolId: ToolCallId,
    at: number,
    { path, place, modeBefore, modeAfter, isUncertain: isShared }: FoundChange,
    isBackground: boolean,
    { before, after, described }: KeptContents,
  ) {
    const known = this.attributed.explains(path, at, described.oldRef, described.newRef);
    const isSaved = this.saved.since(path, at);
    // A background command runs while the user works: files that they save are theirs.
    if (known === 'wholly' || (isBackground && isSaved)) {
      return undefined;
    }
    const isUncertain = isShared || isBackground || isSaved || known === 'partly';
    const doubt = isUncertain ? { isUncertain } : {};
    const update: FileUpdate = { toolId, path, ...described, via: 'command', ...doubt };
    if (before === 'unknown' || after === 'unknown') {
      return { update };
    }
    const [old, now] = [contentOf(before, modeBefore), contentOf(after, modeAfter)];
    return {
      update,
      change: { at, path, place, old, new: now, toolId, via: 'command' as const, ...doubt },
    };
  }
}

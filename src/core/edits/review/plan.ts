import type { ToolCallId } from '../../../contract/ids';
import type { Located, Place } from '../place';
import type { ChannelReview } from './channelReview';
import { asLines, type Bytes, type Contents, sameBytes } from './contents';
import { isHalfWritten } from './inPlace';
import { mergeContents, mergeTakingOurs } from './mergeContents';
import { onlyWithin, takenOver } from './partialChange';
import {
  type FileChange,
  type FileReview,
  type OperationFile,
  type StoredContent,
  sameContent,
} from './reviewRecord';

type Step = Pick<FileChange, 'old' | 'new'>;

/** A file as the user sees it, including unsaved changes in an editor. */
export interface Present {
  readonly bytes: Bytes;
  readonly isUnsaved: boolean;
  /** Permission bits, where known. */
  readonly mode?: number;
  readonly place?: Place;
  /** Number of hard links to the file. */
  readonly names?: number;
}

/** Effect that undoing or rewinding would have on one file. */
export interface FilePlan extends Located {
  readonly now: Present;
  readonly outcome:
    | { readonly kind: 'clean'; readonly bytes: Bytes }
    /** The user has changed the same lines; `theirs` is the intended result for `base`. */
    | { readonly kind: 'conflict'; readonly base: Bytes; readonly theirs: Bytes };
  /** The file differs from what the agent left; a clean outcome keeps that difference. */
  readonly isEdited: boolean;
  readonly isUncertain: boolean;
  /** Permission bits to restore. */
  readonly mode?: number;
  /** Review that the plan is based on. */
  readonly reviewBefore?: FileReview;
  /** Review that remains afterwards. */
  readonly reviewAfter?: FileReview;
}

/** Computes the effect of the user's decisions on each file without touching it. */
export class Planner {
  constructor(private readonly contents: Contents) {}

  /** @param known contents of the review, if they are at hand */
  async undoFile(
    review: FileReview,
    now: Present,
    known?: { readonly before: Bytes; readonly after: Bytes },
  ): Promise<FilePlan> {
    const contents = known ? ([known.after, known.before] as const) : undefined;
    return this.plan(review, review.after, review.before, now, contents);
  }

  /** Takes an operation on one file back, also if its window ended while the file was written. */
  async takeBack(file: OperationFile, now: Present): Promise<FilePlan> {
    const { path, place, old, new: made } = file;
    const plan = await this.undoFile({ path, place, before: old, after: made, tools: [] }, now);
    const [before, after] = await this.read(old, made);
    return now.bytes && after && isHalfWritten(now.bytes, after, before)
      ? { ...plan, outcome: { kind: 'clean', bytes: before } }
      : plan;
  }

  /** Undoes what these calls contributed to the pending changes; kept parts stay. */
  async undoTools(
    channel: ChannelReview,
    review: FileReview,
    tools: ReadonlySet<ToolCallId>,
    now: Present,
  ): Promise<FilePlan> {
    const left = review.tools.filter(tool => !tools.has(tool));
    // When no other pending calls remain, earlier lines that these calls built on go as well.
    if (left.length === 0) {
      return this.undoFile(review, now);
    }
    const undone = async (steps: (change: FileChange) => Step) => {
      const [before, after, without] = await this.threeStates(channel, review, tools, steps);
      const bytes = onlyWithin(after, without, before);
      return this.contents.keep(bytes, review.before ?? review.after);
    };
    // Others' lines that these calls removed come back, but not as pending lines of the agent.
    const plan = await this.plan(review, review.after, await undone(change => change), now);
    const after = await undone(inReview);
    return sameContent(after, review.before)
      ? plan
      : { ...plan, reviewAfter: { ...review, after, tools: left } };
  }

  /**
   * Computes the review that remains once the changes of these calls are kept.
   * @returns `undefined` when nothing awaits a decision any more
   */
  async keepTools(
    channel: ChannelReview,
    review: FileReview,
    tools: ReadonlySet<ToolCallId>,
  ): Promise<FileReview | undefined> {
    const left = review.tools.filter(tool => !tools.has(tool));
    if (left.length === 0) {
      return undefined;
    }
    const [before, after, without] = await this.threeStates(channel, review, tools);
    // Where later calls have built on these, takes only the lines of these calls.
    const built = async (taken: Bytes) =>
      onlyWithin(taken, await this.redone(channel, review, tools, taken), after);
    const usual = await built(takenOver(before, after, without) ?? before);
    // Among lines that repeat, a comparison may take a line that nobody touched for a moved one.
    const kept = loses(usual, before, after)
      ? await this.withoutLoss(usual, { before, after, without }, built)
      : usual;
    return sameBytes(kept, after)
      ? undefined
      : { ...review, before: await this.contents.keep(kept, review.before), tools: left };
  }

  /**
   * Reverts all logged changes since a time, as if none of them had been kept.
   * @returns `undefined` when there is nothing to do
   */
  async rewind(
    channel: ChannelReview,
    path: string,
    since: number,
    now: Present,
  ): Promise<FilePlan | undefined> {
    const changes = changesOf(channel, path).filter(({ at }) => at >= since);
    const reviewBefore = channel.find(path);
    let review = reviewBefore;
    for (const change of changes.toReversed()) {
      review = await channel.steps.without(review, change, channel.record.changes);
    }
    const all = await this.together(channel, changes);
    const plan = all && (await this.plan(all, all.after, all.before, now));
    const { outcome } = plan ?? {};
    if (!plan || (outcome?.kind === 'clean' && sameBytes(outcome.bytes, now.bytes))) {
      return undefined;
    }
    const reverted = new Set(changes.map(({ toolId }) => toolId));
    const tools = review?.tools.filter(tool => !reverted.has(tool)) ?? [];
    const { reviewBefore: _, ...rest } = plan;
    return {
      ...rest,
      isUncertain: changes.some(({ isUncertain }) => isUncertain),
      ...(reviewBefore ? { reviewBefore } : {}),
      ...(review && tools.length > 0 ? { reviewAfter: { ...review, tools } } : {}),
    };
  }

  /** Reviews these changes as if all of them were pending. */
  private async together(
    channel: ChannelReview,
    changes: readonly FileChange[],
  ): Promise<FileReview | undefined> {
    let review: FileReview | undefined;
    for (const change of changes) {
      ({ review } = await channel.steps.extended(review, change));
    }
    return review;
  }

  private async plan(
    review: FileReview,
    from: StoredContent,
    to: StoredContent,
    now: Present,
    contents?: readonly [base: Bytes, theirs: Bytes],
  ): Promise<FilePlan> {
    const [base, theirs] = contents ?? (await this.read(from, to));
    const merged = mergeContents({ base, ours: now.bytes, theirs });
    return {
      path: review.path,
      place: review.place,
      now,
      outcome: merged.kind === 'clean' ? merged : { kind: 'conflict', base, theirs },
      isEdited: !sameBytes(now.bytes, base),
      isUncertain: review.isUncertain === true,
      ...modeToRestore(from, to, now),
      reviewBefore: review,
    };
  }

  /**
   * Reads three states of a file.
   * @returns content before and after all pending changes, and after them without these calls
   */
  private async threeStates(
    channel: ChannelReview,
    review: FileReview,
    tools: ReadonlySet<ToolCallId>,
    steps: (change: FileChange) => Step = inReview,
  ): Promise<[Bytes, Bytes, Bytes]> {
    const [before, after] = await this.read(review.before, review.after);
    let without = after;
    for (const change of changesOf(channel, review.path).toReversed()) {
      if (change.toolId && tools.has(change.toolId)) {
        const { old, new: changedTo } = steps(change);
        const [base, theirs] = await this.read(changedTo, old);
        without = mergeTakingOurs({ base, ours: without, theirs });
      }
    }
    return [before, after, without];
  }

  /** Adds what these calls contributed to the content before, if that keeps others' lines. */
  private async withoutLoss(
    usual: Bytes,
    { before, after, without }: { before: Bytes; after: Bytes; without: Bytes },
    built: (taken: Bytes) => Promise<Bytes>,
  ): Promise<Bytes> {
    const kept = await built(mergeTakingOurs({ base: without, ours: before, theirs: after }));
    return loses(kept, before, after) ? usual : kept;
  }

  /** Applies the changes of these calls again, as far as the user has not undone them. */
  private async redone(
    channel: ChannelReview,
    { path }: FileReview,
    tools: ReadonlySet<ToolCallId>,
    content: Bytes,
  ): Promise<Bytes> {
    const changes = changesOf(channel, path);
    let bytes = content;
    for (const [index, change] of changes.entries()) {
      if (change.toolId && tools.has(change.toolId)) {
        const [base, made] = await this.read(inReview(change).old, inReview(change).new);
        const decided = changes.slice(index + 1).filter(({ toolId }) => !toolId);
        const left = await this.withDecisions(made, withoutRestored(decided));
        // Only as far as it concerns lines of this call: the rest is others'.
        const theirs = left && onlyWithin(made, left.bytes, base);
        if (left) bytes = mergeTakingOurs({ base, ours: bytes, theirs });
      }
    }
    return bytes;
  }

  /**
   * Applies what the user has undone or restored since to the content that a call has made.
   * @returns `undefined` if that overlaps with what other calls made of the same lines
   */
  private async withDecisions(
    made: Bytes,
    decided: readonly FileChange[],
  ): Promise<{ bytes: Bytes } | undefined> {
    let bytes = made;
    for (const change of decided) {
      const [base, theirs] = await this.read(inReview(change).old, inReview(change).new);
      const merged = mergeContents({ base, ours: bytes, theirs });
      if (merged.kind !== 'clean') return undefined;
      bytes = merged.bytes;
    }
    return { bytes };
  }

  private async read(one: StoredContent, other: StoredContent): Promise<[Bytes, Bytes]> {
    return [await this.contents.read(one), await this.contents.read(other)];
  }
}

function changesOf(channel: ChannelReview, path: string): FileChange[] {
  return channel.record.changes.filter(change => change.path === path);
}

/** Returns a change as made to its review, which lacks others' edits to pending lines. */
function inReview(change: FileChange): Step {
  return change.inReview ?? change;
}

/** Returns the earlier permissions, unless somebody has changed them since. */
function modeToRestore(from: StoredContent, to: StoredContent, now: Present): { mode?: number } {
  const isAsLeft = now.bytes === undefined || (from !== null && now.mode === from.mode);
  return to?.mode === undefined || !isAsLeft ? {} : { mode: to.mode };
}

/** Returns decisions without each undo that was restored, and its restore. */
function withoutRestored(decided: readonly FileChange[]): readonly FileChange[] {
  const left: FileChange[] = [];
  for (const change of decided) {
    const before = left.at(-1);
    const isRestore =
      before && sameContent(before.old, change.new) && sameContent(before.new, change.old);
    if (isRestore) left.pop();
    else left.push(change);
  }
  return left;
}

/** Whether a line is missing in `content` that is there before and after all changes. */
function loses(content: Bytes, before: Bytes, after: Bytes): boolean {
  const [lines, beforeLines, afterLines] = asLines([content, before, after])?.texts ?? [];
  const left = new Set(lines);
  const stays = new Set(afterLines);
  return (beforeLines ?? []).some(line => stays.has(line) && !left.has(line));
}

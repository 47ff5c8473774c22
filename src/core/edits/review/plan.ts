import type { ToolCallId } from '../../../contract/ids';
import { findHunks, type LineHunk } from '../text/hunks';
import type { ChannelReview } from './channelReview';
import { asLines, type Bytes, type Contents, fromLines, sameBytes } from './contents';
import { mergeContents, mergeTakingOurs } from './mergeContents';
import type { FileChange, FileReview, StoredContent } from './reviewRecord';

/** A file as the user sees it: with what an editor has not saved yet. */
export interface Present {
  readonly bytes: Bytes;
  readonly isUnsaved: boolean;
  /** Permission bits of a file that may be run. */
  readonly mode?: number;
}

/** What undoing or rewinding would make of one file. */
export interface FilePlan {
  readonly path: string;
  readonly now: Present;
  readonly outcome:
    | { readonly kind: 'clean'; readonly bytes: Bytes }
    /** The user has changed the same lines: `theirs` is what `base` would become. */
    | { readonly kind: 'conflict'; readonly base: Bytes; readonly theirs: Bytes };
  /** The file is not as the agent left it; where the outcome is clean, that stays. */
  readonly isEdited: boolean;
  readonly isUncertain: boolean;
  /** Permission bits to give a file that comes back. */
  readonly mode?: number;
  /** What waits for a decision now, as this was worked out from. */
  readonly reviewBefore?: FileReview;
  /** What waits for a decision afterwards. */
  readonly reviewAfter?: FileReview;
}

/** Works out, without touching a file, what a decision of the user would do to each. */
export class Planner {
  constructor(private readonly contents: Contents) {}

  async undoFile(review: FileReview, now: Present): Promise<FilePlan> {
    return this.plan(review, review.after, review.before, now);
  }

  /** Undoes what these calls did of all that waits; what was kept of it stays. */
  async undoTools(
    channel: ChannelReview,
    review: FileReview,
    tools: ReadonlySet<ToolCallId>,
    now: Present,
  ): Promise<FilePlan> {
    const [before, after, without] = await this.threeStates(channel, review, tools);
    const left = review.tools.filter(tool => !tools.has(tool));
    // Of the last calls that waited, nothing is left, whatever earlier ones were built upon.
    const bytes = left.length === 0 ? before : onlyWithin(after, without, before);
    const target = await this.contents.keep(bytes, review.before ?? review.after);
    const plan = await this.plan(review, review.after, target, now);
    return sameBytes(bytes, before)
      ? plan
      : { ...plan, reviewAfter: { ...review, after: target, tools: left } };
  }

  /** What waits once these calls' changes are kept. */
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
    const taken = takenOver(before, after, without) ?? before;
    // Of what later calls have built upon, the lines of these alone.
    const redone = await this.redone(channel, review, tools, taken);
    const kept = onlyWithin(taken, redone, after);
    return sameBytes(kept, after)
      ? undefined
      : { ...review, before: await this.contents.keep(kept, review.before), tools: left };
  }

  /**
   * Takes back all changes of the log from a time on, newest first.
   * @returns `undefined` when there is nothing to do
   */
  async rewind(
    channel: ChannelReview,
    path: string,
    since: number,
    now: Present,
  ): Promise<FilePlan | undefined> {
    const changes = changesOf(channel, path).filter(({ at }) => at >= since);
    const [first, last] = [changes[0], changes.at(-1)];
    if (!first || !last) {
      return undefined;
    }
    let { bytes } = now;
    const reviewBefore = channel.find(path);
    let review = reviewBefore;
    let isClean = true;
    for (const change of changes.toReversed()) {
      const [base, theirs] = await this.read(change.new, change.old);
      const merged = mergeContents({ base, ours: bytes, theirs });
      isClean &&= merged.kind === 'clean';
      bytes = merged.kind === 'clean' ? merged.bytes : bytes;
      review = await channel.steps.without(review, change, channel.record.changes);
    }
    if (isClean && sameBytes(bytes, now.bytes)) {
      return undefined;
    }
    const [base, theirs] = await this.read(last.new, first.old);
    return {
      path,
      now,
      outcome: isClean ? { kind: 'clean', bytes } : { kind: 'conflict', base, theirs },
      isEdited: !sameBytes(now.bytes, base),
      isUncertain: changes.some(({ isUncertain }) => isUncertain),
      ...modeOf(first.old),
      ...(reviewBefore ? { reviewBefore } : {}),
      ...(review ? { reviewAfter: review } : {}),
    };
  }

  private async plan(
    review: FileReview,
    from: StoredContent,
    to: StoredContent,
    now: Present,
  ): Promise<FilePlan> {
    const [base, theirs] = await this.read(from, to);
    const merged = mergeContents({ base, ours: now.bytes, theirs });
    return {
      path: review.path,
      now,
      outcome: merged.kind === 'clean' ? merged : { kind: 'conflict', base, theirs },
      isEdited: !sameBytes(now.bytes, base),
      isUncertain: review.isUncertain === true,
      ...modeOf(to),
      reviewBefore: review,
    };
  }

  /** Before and after all that waits, and after it without these calls. */
  private async threeStates(
    channel: ChannelReview,
    review: FileReview,
    tools: ReadonlySet<ToolCallId>,
  ): Promise<[Bytes, Bytes, Bytes]> {
    const [before, after] = await this.read(review.before, review.after);
    let without = after;
    for (const { toolId, old, new: made } of changesOf(channel, review.path).toReversed()) {
      if (toolId && tools.has(toolId)) {
        const [base, theirs] = await this.read(made, old);
        without = mergeTakingOurs({ base, ours: without, theirs });
      }
    }
    return [before, after, without];
  }

  /** These calls' changes made once more. */
  private async redone(
    channel: ChannelReview,
    { path }: FileReview,
    tools: ReadonlySet<ToolCallId>,
    content: Bytes,
  ): Promise<Bytes> {
    let bytes = content;
    for (const { toolId, old, new: made } of changesOf(channel, path)) {
      if (toolId && tools.has(toolId)) {
        const [base, theirs] = await this.read(old, made);
        bytes = mergeTakingOurs({ base, ours: bytes, theirs });
      }
    }
    return bytes;
  }

  private async read(one: StoredContent, other: StoredContent): Promise<[Bytes, Bytes]> {
    return [await this.contents.read(one), await this.contents.read(other)];
  }
}

function changesOf(channel: ChannelReview, path: string): FileChange[] {
  return channel.record.changes.filter(change => change.path === path);
}

function modeOf(content: StoredContent): { mode?: number } {
  return content?.mode === undefined ? {} : { mode: content.mode };
}

/** `content` with those of the changes to `changed` that touch what differs from `other`: what waits. */
function onlyWithin(content: Bytes, changed: Bytes, other: Bytes): Bytes {
  const view = asLines([content, changed, other]);
  const [lines, changedLines, otherLines] = view?.texts ?? [];
  if (!view || !lines || !changedLines || !otherLines) {
    return changed;
  }
  const waiting = findHunks(lines, otherLines);
  const wanted = findHunks(lines, changedLines).filter(hunk =>
    waiting.some(one => touches(hunk, one)),
  );
  return fromLines(applied(lines, changedLines, wanted), view.encoding);
}

/** `before` with those of the changes to `after` that these calls had a part in, where it is text. */
function takenOver(before: Bytes, after: Bytes, without: Bytes): Bytes {
  const view = asLines([before, after, without]);
  const [beforeLines, afterLines, withoutLines] = view?.texts ?? [];
  if (!view || !beforeLines || !afterLines || !withoutLines) {
    return undefined;
  }
  const own = findHunks(afterLines, withoutLines);
  const wanted = findHunks(beforeLines, afterLines).filter(hunk =>
    own.some(other => touches(other, reversed(hunk))),
  );
  return fromLines(applied(beforeLines, afterLines, wanted), view.encoding);
}

/** Lines in common of the text that both begin at; a point also counts at the end of lines. */
function touches(a: LineHunk, b: LineHunk): boolean {
  const isPoint = a.oldStart === a.oldEnd || b.oldStart === b.oldEnd;
  return isPoint
    ? a.oldStart <= b.oldEnd && b.oldStart <= a.oldEnd
    : a.oldStart < b.oldEnd && b.oldStart < a.oldEnd;
}

function reversed({ oldStart, oldEnd, newStart, newEnd }: LineHunk): LineHunk {
  return { oldStart: newStart, oldEnd: newEnd, newStart: oldStart, newEnd: oldEnd };
}

function applied(
  older: readonly string[],
  newer: readonly string[],
  hunks: readonly LineHunk[],
): string[] {
  let at = 0;
  let lines: string[] = [];
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    // Not pushed as arguments: there may be more of them than a call takes.
    lines = lines.concat(older.slice(at, oldStart), newer.slice(newStart, newEnd));
    at = oldEnd;
  }
  return lines.concat(older.slice(at));
}

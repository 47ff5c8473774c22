import type { BlobId, ToolCallId } from '../../../contract/ids';
import type { Contents } from './contents';
import { mergeTakingOurs } from './mergeContents';
import { withOthersEdits, withoutOthersLines } from './othersEdits';
import {
  type FileChange,
  type FileReview,
  type OperationFile,
  type StoredContent,
  sameContent,
  sameReview,
} from './reviewRecord';

/** Step from one content of a file to another, whoever made it. */
export type FileStep = Pick<OperationFile, 'path' | 'old' | 'new'>;

/** Updates reviews when their file changes or a change is reverted. */
export class ReviewSteps {
  constructor(private readonly contents: Contents) {}

  /**
   * Adds a further change by the agent. User edits made in between do not count as the agent's.
   * @returns the review, and the change as it is to be logged
   */
  async extended(
    known: FileReview | undefined,
    change: FileChange,
  ): Promise<{ readonly review: FileReview; readonly logged: FileChange }> {
    const { path, old, toolId, isUncertain, place } = change;
    const review = known && !isOver(known, change) ? known : undefined;
    const sides = review ? await this.carried(review, old) : { before: old, after: old };
    const isMixed = !sameContent(sides.after, old);
    // A file that is deleted with edits by others to pending lines comes back as it was. Earlier
    // calls are then a part of what comes back, and can no longer be undone by themselves.
    const isLost = isMixed && !change.new;
    const before = isLost ? old : sides.before;
    const after = isLost ? null : await this.moved(sides.after, old, change.new);
    const tools = [...((!isLost && review?.tools) || []), ...(toolId ? [toolId] : [])];
    return {
      review: {
        path,
        place,
        before,
        after,
        tools: [...new Set(tools)],
        ...(review?.isUncertain || isUncertain ? { isUncertain: true } : {}),
      },
      logged: {
        ...change,
        base: before,
        ...(isMixed ? { inReview: { old: isLost ? old : sides.after, new: after } } : {}),
      },
    };
  }

  /** Applies a step in the file, by whomever, that belongs to no review. */
  async shifted(
    review: FileReview | undefined,
    { path, old, new: now }: FileStep,
  ): Promise<FileReview | undefined> {
    if (!review) {
      return undefined;
    }
    const { before, after } = await this.carried(review, await this.moved(review.after, old, now));
    return sameContent(before, after) ? undefined : { ...review, path, before, after };
  }

  /**
   * Reverts a logged change: its earlier review is pending again, unless a part of it was kept.
   * @param log all changes of the conversation
   */
  async without(
    review: FileReview | undefined,
    change: FileChange,
    log: readonly FileChange[],
  ): Promise<FileReview | undefined> {
    const { path, toolId, base, reviewBefore, reviewAfter } = change;
    if (!toolId && sameReview(review, reviewAfter)) {
      return reviewBefore;
    }
    const { old, new: now } = change.inReview ?? change;
    const left = review ?? {
      path,
      place: change.place,
      before: now,
      after: now,
      tools: toolsUntil(change, log),
    };
    if (toolId && base !== undefined && sameReview(left, { ...left, before: base, after: now })) {
      const tools = left.tools.filter(tool => tool !== toolId);
      return sameContent(base, old) ? undefined : { ...left, after: old, tools };
    }
    return this.shifted(review, { path, old: change.new, new: change.old });
  }

  /** Carries over what others have changed since the agent left the file. */
  private async carried(
    { before, after }: FileReview,
    now: StoredContent,
  ): Promise<Pick<FileReview, 'before' | 'after'>> {
    if (sameContent(after, now)) {
      return { before, after };
    }
    const [bytesBefore, bytesAfter, bytesNow] = await Promise.all(
      [before, after, now].map(one => this.contents.read(one)),
    );
    const sides = withOthersEdits({ before: bytesBefore, after: bytesAfter }, bytesNow);
    return {
      before: await this.contents.keep(sides.before, before),
      after: await this.contents.keep(sides.after, after),
    };
  }

  /** Applies the change from `from` to `to` to this content, whose own lines win in a conflict. */
  private async moved(
    content: StoredContent,
    from: StoredContent,
    to: StoredContent,
  ): Promise<StoredContent> {
    if (sameContent(content, from)) {
      return to;
    }
    if (sameContent(from, to)) {
      return content;
    }
    const [ours, base, theirs] = await Promise.all(
      [content, from, to].map(one => this.contents.read(one)),
    );
    const merged = mergeTakingOurs({ base, ours, theirs });
    return this.contents.keep(
      withoutOthersLines(merged, ours, { from: base, to: theirs }),
      content,
    );
  }
}

/** Whether the file now equals the other side of an operation, with no other change since. */
export function isTakenBack(
  file: OperationFile,
  present: FileReview | undefined,
  ref: BlobId | undefined,
): boolean {
  const [old, made] = [file.old?.ref, file.new?.ref];
  return (
    old !== made &&
    !sameReview(file.reviewBefore, file.reviewAfter) &&
    ((ref === old && sameReview(present, file.reviewAfter)) ||
      (ref === made && sameReview(present, file.reviewBefore)))
  );
}

/**
 * Whether the user deleted or created the file, which makes earlier changes the user's own. Changes
 * that were made to another file, which the path then led to, are over as well.
 */
function isOver({ after, place }: FileReview, { old, place: now }: FileChange): boolean {
  const isElsewhere = place !== undefined && now !== undefined && place.real !== now.real;
  return isElsewhere || (!sameContent(after, old) && (!old || !after));
}

/** Lists the calls whose changes to the file were pending when this change was made. */
function toolsUntil(change: FileChange, log: readonly FileChange[]): ToolCallId[] {
  const known = log.slice(0, log.indexOf(change) + 1).filter(({ path }) => path === change.path);
  const first = known.findLastIndex(
    ({ base, old, inReview }) => base !== undefined && sameContent(base, (inReview ?? { old }).old),
  );
  return [
    ...new Set(known.slice(Math.max(0, first)).flatMap(({ toolId }) => (toolId ? [toolId] : []))),
  ];
}

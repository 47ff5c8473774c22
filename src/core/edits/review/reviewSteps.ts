import type { BlobId, ToolCallId } from '../../../contract/ids';
import type { Contents } from './contents';
import { mergeTakingOurs } from './mergeContents';
import {
  type FileChange,
  type FileReview,
  type OperationFile,
  type StoredContent,
  sameContent,
  sameReview,
} from './reviewRecord';

/** From one content of a file to another, by whomever. */
export type FileStep = Pick<OperationFile, 'path' | 'old' | 'new'>;

/** What becomes of what waits for a decision when its file changes, or a change is taken back. */
export class ReviewSteps {
  constructor(private readonly contents: Contents) {}

  /** The agent has changed the file once more; what the user did in between is no change of its. */
  async extended(known: FileReview | undefined, change: FileChange): Promise<FileReview> {
    const { path, old, toolId, isUncertain } = change;
    const review = known && !isOver(known, old) ? known : undefined;
    const tools = [...(review?.tools ?? []), ...(toolId ? [toolId] : [])];
    return {
      path,
      // What the user has changed since is in the text before as well.
      before: review ? await this.moved(review.before, review.after, old) : old,
      after: change.new,
      tools: [...new Set(tools)],
      ...(review?.isUncertain || isUncertain ? { isUncertain: true } : {}),
    };
  }

  /** The step was made in the file, whoever made it, and is part of no review. */
  async shifted(
    review: FileReview | undefined,
    { path, old, new: now }: FileStep,
  ): Promise<FileReview | undefined> {
    if (!review) {
      return undefined;
    }
    const before = await this.moved(review.before, old, now);
    const after = await this.moved(review.after, old, now);
    return sameContent(before, after) ? undefined : { ...review, path, before, after };
  }

  /**
   * A change of the log is taken back: what waited then waits again, unless some of it was kept.
   * @param log all changes of the conversation
   */
  async without(
    review: FileReview | undefined,
    change: FileChange,
    log: readonly FileChange[],
  ): Promise<FileReview | undefined> {
    const { path, old, new: now, toolId, base, reviewBefore, reviewAfter } = change;
    if (!toolId && sameReview(review, reviewAfter)) {
      return reviewBefore;
    }
    const left = review ?? { path, before: now, after: now, tools: toolsUntil(change, log) };
    if (toolId && base !== undefined && sameReview(left, { ...left, before: base, after: now })) {
      const tools = left.tools.filter(tool => tool !== toolId);
      return sameContent(base, old) ? undefined : { ...left, after: old, tools };
    }
    return this.shifted(review, { path, old: now, new: old });
  }

  /** What the change from `from` to `to` makes of this content; its own lines win in a conflict. */
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
    return this.contents.keep(mergeTakingOurs({ base, ours, theirs }), content);
  }
}

/** Whether the file has become what it was on the other side of an operation, and nothing else happened. */
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

/** The user has deleted or made the file: what the agent did to it before is theirs. */
function isOver({ after }: FileReview, present: StoredContent): boolean {
  return !sameContent(after, present) && (!present || !after);
}

/** The calls whose changes of the file waited when this one was made. */
function toolsUntil(change: FileChange, log: readonly FileChange[]): ToolCallId[] {
  const known = log.slice(0, log.indexOf(change) + 1).filter(({ path }) => path === change.path);
  const first = known.findLastIndex(
    ({ base, old }) => base !== undefined && sameContent(base, old),
  );
  return [...new Set(known.slice(first).flatMap(({ toolId }) => (toolId ? [toolId] : [])))];
}

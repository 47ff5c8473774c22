import * as z from '../../../base/schema';
import type { BlobId, ChannelId, ToolCallId } from '../../../contract/ids';
import type { Parsed } from '../../../node/storedData';
import type { Located } from '../place';

/**
 * File content in the store; `null` means that there was no file. `mode`: permission bits, where
 * known.
 */
export type StoredContent = { readonly ref: BlobId; readonly mode?: number } | null;

/** Change to one file by a tool call or a user operation. Only a rename alters it. */
export interface FileChange extends Located {
  /** Start of the call, milliseconds since 1970. */
  readonly at: number;
  readonly old: StoredContent;
  readonly new: StoredContent;
  /** Absent for an operation by the user, see `Operation`. */
  readonly toolId?: ToolCallId;
  readonly via?: 'command';
  /** Another process or the user may have made the change or a part of it. */
  readonly isUncertain?: boolean;
  /** Tool calls only: `before` of the file's review at that time. */
  readonly base?: StoredContent;
  /**
   * Tool calls only, where others had edited lines of pending changes: the same change to `after`
   * of the review, which lacks those edits.
   */
  readonly inReview?: { readonly old: StoredContent; readonly new: StoredContent };
  /** Operations only: review of the file before and after. */
  readonly reviewBefore?: FileReview;
  readonly reviewAfter?: FileReview;
}

/** File with changes that are neither kept nor undone. */
export interface FileReview extends Located {
  /** Content without these changes. */
  readonly before: StoredContent;
  /** Content with these changes, as the agent left it, without edits by others to the same lines. */
  readonly after: StoredContent;
  /** Calls that contributed, in order. */
  readonly tools: readonly ToolCallId[];
  readonly isUncertain?: boolean;
}

/** Undo or rewind by the user, recorded so that it can be reverted. */
export interface Operation {
  readonly id: string;
  readonly at: number;
  readonly label: string;
  readonly files: readonly OperationFile[];
}

export interface OperationFile extends Located {
  readonly old: StoredContent;
  readonly new: StoredContent;
  /** Reviews of the file before and after the operation. */
  readonly reviewBefore?: FileReview;
  readonly reviewAfter?: FileReview;
}

/** Tool call in progress, recorded so that its files can be compared after the window closes. */
export interface OpenCall extends Located {
  readonly toolId: ToolCallId;
  readonly at: number;
  readonly old: StoredContent;
}

/** Command in progress, recorded so that its loss can be reported after the window closes. */
export interface OpenCommand {
  readonly toolId: ToolCallId;
  readonly at: number;
}

/** Everything known about a conversation's changes; stays on disk as long as its baselines. */
export interface ReviewRecord {
  readonly channelId: ChannelId;
  readonly cwd: string;
  /** Title of the conversation at its last change. */
  readonly title: string;
  readonly changes: readonly FileChange[];
  readonly files: readonly FileReview[];
  readonly operations: readonly Operation[];
  readonly open: readonly OpenCall[];
  /** Absent in records of earlier versions. */
  readonly commands?: readonly OpenCommand[];
  /** Commands whose window closed while they ran: what they changed is not known. */
  readonly cutOff?: readonly ToolCallId[];
  /** Newest calls whose changes were kept and no longer wait. Absent in records of earlier versions. */
  readonly kept?: readonly ToolCallId[];
  /** Changes up to this time (milliseconds since 1970) are no longer in the log. */
  readonly forgottenUntil?: number;
}

const content = z.nullable(
  z.object({ ref: z.string().check(z.regex(/^[0-9a-f]{64}$/)), mode: z.optional(z.number()) }),
);

/** Earlier versions did not record places. */
const located = {
  path: z.string(),
  place: z.optional(z.object({ real: z.string(), inode: z.optional(z.string()) })),
};

const fileReview = z.object({
  ...located,
  before: content,
  after: content,
  tools: z.array(z.string()),
  isUncertain: z.optional(z.boolean()),
});

const waited = { reviewBefore: z.optional(fileReview), reviewAfter: z.optional(fileReview) };

const reviewRecord = z.object({
  channelId: z.string(),
  cwd: z.string(),
  title: z.string(),
  changes: z.array(
    z.object({
      at: z.number(),
      ...located,
      old: content,
      new: content,
      toolId: z.optional(z.string()),
      via: z.optional(z.literal('command')),
      isUncertain: z.optional(z.boolean()),
      base: z.optional(content),
      inReview: z.optional(z.object({ old: content, new: content })),
      ...waited,
    }),
  ),
  files: z.array(fileReview),
  operations: z.array(
    z.object({
      id: z.string(),
      at: z.number(),
      label: z.string(),
      files: z.array(
        z.object({
          ...located,
          old: content,
          new: content,
          ...waited,
        }),
      ),
    }),
  ),
  forgottenUntil: z.optional(z.number()),
  open: z.array(z.object({ toolId: z.string(), at: z.number(), ...located, old: content })),
  commands: z.optional(z.array(z.object({ toolId: z.string(), at: z.number() }))),
  cutOff: z.optional(z.array(z.string())),
  kept: z.optional(z.array(z.string())),
});

export function parseReviewRecord(data: unknown): Parsed<ReviewRecord> {
  const parsed = z.safeParse(reviewRecord, data);
  return parsed.success
    ? // Ids are branded strings.
      { ok: true, value: parsed.data as unknown as ReviewRecord }
    : { ok: false, error: z.prettifyError(parsed.error) };
}

/** @param mode permission bits, where known */
export function contentOf(ref: BlobId | undefined, mode: number | undefined): StoredContent {
  return ref === undefined ? null : { ref, ...(mode === undefined ? {} : { mode }) };
}

export function sameContent(a: StoredContent, b: StoredContent): boolean {
  return a?.ref === b?.ref;
}

export function sameReview(a: FileReview | undefined, b: FileReview | undefined): boolean {
  return (
    (a === undefined) === (b === undefined) &&
    a?.before?.ref === b?.before?.ref &&
    a?.after?.ref === b?.after?.ref
  );
}

/** Lists every content the record refers to. While the record exists, each may be requested. */
export function refsOf(record: ReviewRecord): BlobId[] {
  const contents = [
    ...[...record.changes, ...record.operations.flatMap(({ files }) => files)].flatMap(namedBy),
    ...unreviewedContents(record),
  ];
  return contents.flatMap(one => (one ? [one.ref] : []));
}

/** Lists the contents that must not be evicted, whatever their age. */
export function pinnedRefsOf(record: ReviewRecord): BlobId[] {
  return unreviewedContents(record).flatMap(one => (one ? [one.ref] : []));
}

function namedBy(change: Omit<FileChange, 'at'>): StoredContent[] {
  const { old, new: now, base = null, inReview, reviewBefore, reviewAfter } = change;
  const reviews = [reviewBefore, reviewAfter].filter(review => review !== undefined);
  const own = inReview ? [inReview.old, inReview.new] : [];
  return [old, now, base, ...own, ...reviews.flatMap(({ before, after }) => [before, after])];
}

function unreviewedContents({ files, open }: ReviewRecord): StoredContent[] {
  return [...files.flatMap(({ before, after }) => [before, after]), ...open.map(({ old }) => old)];
}

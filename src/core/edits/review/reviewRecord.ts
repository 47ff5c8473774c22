import * as z from 'zod/mini';
import type { BlobId, ChannelId, ToolCallId } from '../../../contract/ids';
import type { Parsed } from '../../../node/versionedFile';

/** A file's content in the store, or that there was no file. `mode`: permission bits of an executable. */
export type StoredContent = { readonly ref: BlobId; readonly mode?: number } | null;

/** One change of one file, by a call of the agent or by an operation of the user. Only a rename alters it. */
export interface FileChange {
  /** When the call began, milliseconds since 1970. */
  readonly at: number;
  readonly path: string;
  readonly old: StoredContent;
  readonly new: StoredContent;
  /** Absent: an operation of the user's, see `Operation`. */
  readonly toolId?: ToolCallId;
  readonly via?: 'command';
  /** Somebody else may have made it, or a part of it. */
  readonly isUncertain?: boolean;
  /** Of a call: what the review of the file then had as `before`. */
  readonly base?: StoredContent;
  /** Of an operation: what waited for a decision before and after it. */
  readonly reviewBefore?: FileReview;
  readonly reviewAfter?: FileReview;
}

/** A file with changes that are neither kept nor undone. */
export interface FileReview {
  readonly path: string;
  /** Without these changes. */
  readonly before: StoredContent;
  /** With them, as the agent left it. */
  readonly after: StoredContent;
  /** Calls that took part, in order. */
  readonly tools: readonly ToolCallId[];
  readonly isUncertain?: boolean;
}

/** What the user had undone or rewound at once, so that it can be had back. */
export interface Operation {
  readonly id: string;
  readonly at: number;
  readonly label: string;
  readonly files: readonly OperationFile[];
}

export interface OperationFile {
  readonly path: string;
  readonly old: StoredContent;
  readonly new: StoredContent;
  /** What waited for a decision before and after it. */
  readonly reviewBefore?: FileReview;
  readonly reviewAfter?: FileReview;
}

/** A call that has begun, so that its files can be compared even when the window goes away first. */
export interface OpenCall {
  readonly toolId: ToolCallId;
  readonly at: number;
  readonly path: string;
  readonly old: StoredContent;
}

/** All that is known of a conversation's changes; on disk as long as its baselines are. */
export interface ReviewRecord {
  readonly channelId: ChannelId;
  readonly cwd: string;
  /** Name of the conversation when it was last changed. */
  readonly title: string;
  readonly changes: readonly FileChange[];
  readonly files: readonly FileReview[];
  readonly operations: readonly Operation[];
  readonly open: readonly OpenCall[];
  /** Changes up to this time are no longer in the log. */
  readonly forgottenUntil?: number;
}

const content = z.nullable(
  z.object({ ref: z.string().check(z.regex(/^[0-9a-f]{64}$/)), mode: z.optional(z.number()) }),
);

const fileReview = z.object({
  path: z.string(),
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
      path: z.string(),
      old: content,
      new: content,
      toolId: z.optional(z.string()),
      via: z.optional(z.literal('command')),
      isUncertain: z.optional(z.boolean()),
      base: z.optional(content),
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
          path: z.string(),
          old: content,
          new: content,
          ...waited,
        }),
      ),
    }),
  ),
  forgottenUntil: z.optional(z.number()),
  open: z.array(z.object({ toolId: z.string(), at: z.number(), path: z.string(), old: content })),
});

export function parseReviewRecord(data: unknown): Parsed<ReviewRecord> {
  const parsed = z.safeParse(reviewRecord, data);
  return parsed.success
    ? // Ids are branded strings.
      { ok: true, value: parsed.data as unknown as ReviewRecord }
    : { ok: false, error: z.prettifyError(parsed.error) };
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

/** Every content that the record names: as long as it is there, these may be asked for. */
export function refsOf(record: ReviewRecord): BlobId[] {
  const contents = [
    ...[...record.changes, ...record.operations.flatMap(({ files }) => files)].flatMap(namedBy),
    ...unreviewedContents(record),
  ];
  return contents.flatMap(one => (one ? [one.ref] : []));
}

/** Those that must not go, however old they are. */
export function pinnedRefsOf(record: ReviewRecord): BlobId[] {
  return unreviewedContents(record).flatMap(one => (one ? [one.ref] : []));
}

function namedBy(change: Omit<FileChange, 'at'>): StoredContent[] {
  const { old, new: now, base = null, reviewBefore, reviewAfter } = change;
  const reviews = [reviewBefore, reviewAfter].filter(review => review !== undefined);
  return [old, now, base, ...reviews.flatMap(({ before, after }) => [before, after])];
}

function unreviewedContents({ files, open }: ReviewRecord): StoredContent[] {
  return [...files.flatMap(({ before, after }) => [before, after]), ...open.map(({ old }) => old)];
}

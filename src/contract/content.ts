import type { BlobId } from './ids';

/** Text stored by the host. `preview`: its start, cut at a character. `length`: in UTF-16 units. */
interface BlobText {
  readonly blob: BlobId;
  readonly preview: string;
  readonly length: number;
}

/** Text of any length; short texts are sent whole. */
export type Text = string | BlobText;

/** Returns what is at hand of a text: all of it, or its preview. */
export function availableText(text: Text): string {
  return typeof text === 'string' ? text : text.preview;
}

export type ImageMediaType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** `data` is base64 until the host moves it to its blob store. `bytes` is the decoded size. */
export interface Image {
  readonly mediaType: ImageMediaType;
  readonly bytes: number;
  readonly data?: string;
  readonly blob?: BlobId;
  readonly name?: string;
}

/** Hunk of a unified diff: lines begin with ' ', '+', '-' or '\'. Line numbers are 1-based. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

/** Change of one file as a diff. Without hunks: an empty change, or one too large for lines. */
export interface FileChange {
  readonly path: string;
  readonly hunks: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
}

/** Place in a file that a click opens. Lines and columns are 1-based. */
export interface Location {
  readonly path: string;
  readonly line?: number;
  readonly endLine?: number;
  readonly column?: number;
}

export type TodoStatus = 'pending' | 'in_progress' | 'completed';

export interface Todo {
  readonly id: string;
  readonly text: string;
  readonly status: TodoStatus;
  /** Current activity while the status is `in_progress`: "Adding the flag". */
  readonly activeText?: string;
  /** Ids of the items that must be completed first. */
  readonly blockedBy?: readonly string[];
}

/** Modes in the order in which they are offered: from asking most to asking nothing. */
export const permissionModes = [
  'default',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
] as const;
export type PermissionMode = (typeof permissionModes)[number];

/** Mode to continue in after a plan was approved; `previous` is the one from before the plan. */
export type ModeAfterPlan = PermissionMode | 'previous';

export const efforts = ['low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

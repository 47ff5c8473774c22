import type { ImageMediaType } from './content';
import type { Mention, Piece } from './mentions';

export interface ImageUpload {
  readonly name: string;
  readonly mediaType: ImageMediaType;
  /** Base64. */
  readonly data: string;
}

/** Places that an attached text comes from. */
export const attachmentOrigins = [
  'paste',
  'file',
  'terminal',
  'scm',
  'debug',
  'test',
  'notebook',
  'problem',
  'shell',
] as const;
export type AttachmentOrigin = (typeof attachmentOrigins)[number];

/** Content that travels with a message as it was when it was attached. */
export type Attachment = {
  /** Unique within a message. */
  readonly id: string;
  /** File name, or another short name for the chip. */
  readonly name: string;
} & (
  | {
      readonly kind: 'text';
      readonly origin: AttachmentOrigin;
      readonly text: string;
      /** Format that the text was converted from, such as "Word". */
      readonly convertedFrom?: string;
    }
  /** `data` is base64. */
  | { readonly kind: 'pdf'; readonly data: string }
);

/** Content of the composer. */
export interface Draft {
  readonly text: string;
  readonly images: readonly ImageUpload[];
  /** Mentions whose tokens stand in `text`. */
  readonly mentions?: readonly Mention[];
  readonly attachments?: readonly Attachment[];
}

/** Addition to a draft: at the caret, and beside the text. */
export interface DraftAddition {
  readonly pieces: readonly Piece[];
  readonly attachments: readonly Attachment[];
}

export const emptyDraft: Draft = { text: '', images: [] };

/** Returns true if a draft has nothing that could be sent. */
export function isEmptyDraft({ text, images, attachments = [] }: Draft): boolean {
  return text.trim() === '' && images.length === 0 && attachments.length === 0;
}

/** UTF-16 units of a draft's images and attachments. */
export function contentLength({ images, attachments = [] }: Draft): number {
  const parts = [
    ...images.map(({ data }) => data),
    ...attachments.map(one => (one.kind === 'pdf' ? one.data : one.text)),
  ];
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** Puts drafts one below the other. */
export function joinDrafts(...drafts: readonly Draft[]): Draft {
  const texts = drafts.map(({ text }) => text).filter(text => text !== '');
  return withExtras(
    { text: texts.join('\n'), images: drafts.flatMap(({ images }) => images) },
    drafts,
  );
}

/** Adds the mentions and attachments of other drafts, each once. */
export function withExtras(draft: Draft, others: readonly Draft[]): Draft {
  const mentions = new Map(
    others.flatMap(other => other.mentions ?? []).map(mention => [mention.token, mention]),
  );
  const attachments = new Map(
    others.flatMap(other => other.attachments ?? []).map(one => [one.id, one]),
  );
  return {
    text: draft.text,
    images: draft.images,
    ...(mentions.size > 0 ? { mentions: [...mentions.values()] } : {}),
    ...(attachments.size > 0 ? { attachments: [...attachments.values()] } : {}),
  };
}

import type { BlobId } from './ids';

/** Lines of a file, 1-based; both ends are included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Thing that a mention refers to. The host checks each member, because the page sends it back. */
export type MentionTarget =
  /** `path`: absolute, or relative to the conversation's folder, with forward slashes. */
  | { readonly kind: 'file'; readonly path: string; readonly lines?: LineRange }
  | { readonly kind: 'folder'; readonly path: string }
  | {
      readonly kind: 'symbol';
      readonly name: string;
      readonly path: string;
      readonly lines: LineRange;
    }
  /** Problems of a file, or of the whole workspace. */
  | { readonly kind: 'problems'; readonly path?: string; readonly line?: number }
  /** `id`: the host's own id of an open terminal. */
  | { readonly kind: 'terminal'; readonly id: string; readonly name: string }
  /** Uncommitted changes, of one file or of all. */
  | { readonly kind: 'changes'; readonly path?: string; readonly isStaged?: boolean }
  | { readonly kind: 'commit'; readonly hash: string }
  | { readonly kind: 'branch'; readonly name: string }
  | { readonly kind: 'session'; readonly id: string; readonly title: string }
  | { readonly kind: 'agent'; readonly name: string }
  /** Resource of an MCP server. */
  | { readonly kind: 'resource'; readonly server: string; readonly uri: string }
  /** Prompt of an MCP server, which the CLI offers as a command. */
  | { readonly kind: 'prompt'; readonly server: string; readonly name: string }
  /** Output of a running or ended task of an agent, or of the editor. */
  | { readonly kind: 'task'; readonly id: string; readonly name: string }
  | { readonly kind: 'url'; readonly url: string }
  /** Attachment of the same message, which stands inside its text. */
  | { readonly kind: 'attachment'; readonly id: string };

export type MentionKind = MentionTarget['kind'];

export const mentionKinds = [
  'file',
  'folder',
  'symbol',
  'problems',
  'terminal',
  'changes',
  'commit',
  'branch',
  'session',
  'agent',
  'resource',
  'prompt',
  'task',
  'url',
  'attachment',
] as const satisfies readonly MentionKind[];

/**
 * Mention inside a message. The text of the message contains `token` where the chip stands, so that
 * it can be read, searched, and merged as plain text. A mention without its token has no effect.
 */
export interface Mention {
  /** Text such as `@src/a.ts#5-10`, unique within a message. */
  readonly token: string;
  /** Name on the chip, such as "a.ts, lines 5–10". */
  readonly label: string;
  readonly target: MentionTarget;
}

/** Part of what is put into the message box: text, or a chip. */
export type Piece = string | Mention;

/** Row in the list of mentions. */
export interface MentionItem {
  readonly mention: Mention;
  /** Second, quieter text of the row: a folder, an author, a status. */
  readonly detail?: string;
  /** Name of a codicon. */
  readonly icon: string;
  /** Set for a file of an open editor. */
  readonly group?: 'open';
  /** UTF-16 ranges of the label that match the query: start and end, alternating. */
  readonly matches?: readonly number[];
}

export interface MentionList {
  readonly items: readonly MentionItem[];
  /** True if slower sources may find more. */
  readonly isPartial: boolean;
  /** Tells what the list cannot contain. */
  readonly note?: string;
  /** Tells why rows are missing; asking again may help. */
  readonly error?: string;
}

/** Selection or file in the active editor, shown as a chip before it is sent. */
export interface FrontContext {
  /** A new id for each new content: a message names the one that the page shows. */
  readonly id: string;
  readonly kind: 'selection' | 'file';
  /** Relative to the conversation's folder if it lies inside. */
  readonly path: string;
  readonly lines?: LineRange;
  /** Name in place of the path's last part: a notebook's cell, a document without a file. */
  readonly name?: string;
  /** True if the selection is too long to be sent in full. */
  readonly isCut?: true;
  /** Estimate of what it adds to the message. */
  readonly tokens: number;
}

/** File in the active editor of which nothing is sent, and the reason. */
export interface WithheldFront {
  readonly name: string;
  readonly reason: WithheldReason;
}

/** `secret`: by its name. `excluded`: by the editor's settings. `denied`: by the user's rules. */
export type WithheldReason = 'secret' | 'excluded' | 'ignored' | 'denied';

/** Content that went to the agent with a message, besides its text. */
export interface SentContext {
  readonly kind: MentionKind | 'selection' | 'openFile' | 'text' | 'pdf' | 'shell';
  /** Heading such as "Selection in src/a.ts, lines 5–10". */
  readonly title: string;
  /** Attachment of the message that it was, as far as that is known. */
  readonly attachment?: string;
  /** UTF-16 units of a text, bytes of a file. */
  readonly size: number;
  /** Content as the agent got it. Absent if it is not a text, or the agent read it by itself. */
  readonly text?: string;
  /** Base64 of a file. */
  readonly data?: string;
  /** Replaces `text` or `data` once the host has stored it. */
  readonly blob?: BlobId;
}

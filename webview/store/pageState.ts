import type { Gate, PageConfig } from '../../src/contract/calls';
import type { Conversation } from '../../src/contract/conversation';
import { type Draft, type DraftAddition, emptyDraft } from '../../src/contract/draft';
import type { ChannelId, PromptId } from '../../src/contract/ids';
import type { LiveCalls } from '../../src/contract/inspector/inspector';
import type { FrontContext, WithheldFront } from '../../src/contract/mentions';
import type { PromptDraft } from '../../src/contract/prompts';
import { emptyConversation } from '../../src/transcript/emptyConversation';
import type { BoxState } from './boxState';

export type PickerName = 'mode' | 'model' | 'effort' | 'thinking';

/** Request to the composer from another part of the page; `id` makes each one unique. */
type ComposerRequest =
  | {
      readonly id: number;
      readonly kind: 'insert';
      readonly text: string;
      readonly draft?: Draft | undefined;
    }
  /** Puts the draft aside, or brings the last one back. */
  | { readonly id: number; readonly kind: 'stash' }
  /** Starts dictation, or finishes it. */
  | { readonly id: number; readonly kind: 'dictate' }
  /** Puts an example into an empty composer. */
  | { readonly id: number; readonly kind: 'fill'; readonly text: string }
  /** Merges in a draft from the host; text already typed is kept. */
  | {
      readonly id: number;
      readonly kind: 'merge';
      readonly draft: Draft;
      /** See `HostEvents['draft.changed']`. */
      readonly returned?: number;
    }
  /** Shows the message as the model would get it. */
  | { readonly id: number; readonly kind: 'preview' }
  | { readonly id: number; readonly kind: 'openPicker'; readonly picker: PickerName };

export type NewComposerRequest = ComposerRequest extends infer R
  ? R extends ComposerRequest
    ? Omit<R, 'id'>
    : never
  : never;

/** Failure of an action that the user asked for. */
interface Alert {
  readonly id: number;
  readonly text: string;
}

interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** Scroll position to restore; `key` names a message, `offset` is in pixels. */
export interface Anchor {
  readonly key: string;
  readonly offset: number;
}

/** Active editor of the window, as its chip shows it. */
export interface FrontState {
  /** Conversation that the paths are relative to. */
  readonly channelId?: ChannelId;
  readonly front?: FrontContext;
  readonly withheld?: WithheldFront;
  /** Removed by the user from this message. */
  readonly removed?: FrontContext;
}

export interface Reveal {
  readonly id: string;
  readonly turn: number | undefined;
  /**
   * Returns how far below the top of the view its element is to begin, in px, once this is drawn;
   * undefined leaves the view as it is. The focus stays where it is.
   */
  readonly at?: ((element: HTMLElement) => number | undefined) | undefined;
}

interface LiveState extends LiveCalls {
  readonly channelId: ChannelId;
}

export interface PageState {
  readonly isReady: boolean;
  readonly gate: Gate;
  readonly config: PageConfig;
  readonly channelId: ChannelId | undefined;
  /** Number of conversations shown so far; a new number remounts the view. */
  readonly generation: number;
  readonly conversation: Conversation;
  readonly history: readonly string[];
  /** Draft as it was when the conversation was opened; from then on the composer owns it. */
  readonly draft: Draft;
  /** Number of the latest message that had come back to this draft. */
  readonly returned: number;
  /** State of the first picture's box, until the box that replaces it has taken it over. */
  readonly firstBox?: BoxState | undefined;
  readonly anchor: Anchor | undefined;
  /** Keys that the user unfolded, and `foldedKey`s of those that they folded. */
  readonly expanded: ReadonlySet<string>;
  readonly promptDrafts: ReadonlyMap<PromptId, PromptDraft>;
  /** Requests that the composer has not yet carried out. */
  readonly requests: readonly ComposerRequest[];
  /** Additions to the draft that the composer has not yet taken. */
  readonly additions: readonly DraftAddition[];
  readonly front: FrontState;
  /** Model calls of a conversation, while they are observed. */
  readonly live: LiveState | undefined;
  /** Item that the user asked to see, and the index of its turn. */
  readonly reveal: Reveal | undefined;
  /** Number of messages and lines that began to run when they were sent from here. */
  readonly sends: number;
  readonly alerts: readonly Alert[];
  readonly announcements: readonly Announcement[];
  /** Host clock minus page clock, in ms; they differ if the host is remote. */
  readonly clockSkew: number;
}

export const initialState: PageState = {
  isReady: false,
  gate: { kind: 'open' },
  config: {
    agentTitle: 'Claude',
    platform: 'other',
    whileWorking: 'queue',
    modeCycle: ['default', 'acceptEdits', 'plan'],
    modeAfterPlan: 'previous',
    sendWith: 'enter',
    imageLimits: { bytes: 5 * 1024 * 1024, count: 20 },
  },
  channelId: undefined,
  generation: 0,
  conversation: emptyConversation,
  history: [],
  draft: emptyDraft,
  returned: 0,
  anchor: undefined,
  expanded: new Set(),
  promptDrafts: new Map(),
  requests: [],
  additions: [],
  front: {},
  live: undefined,
  reveal: undefined,
  sends: 0,
  alerts: [],
  announcements: [],
  clockSkew: 0,
};

export function foldedKey(key: string): string {
  return `-${key}`;
}

/** @returns the user's choice, or `startsOpen` if there is none */
export function isExpanded(
  expanded: ReadonlySet<string>,
  key: string,
  startsOpen: boolean,
): boolean {
  return expanded.has(key) || (startsOpen && !expanded.has(foldedKey(key)));
}

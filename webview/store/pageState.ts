import type { Gate, PageConfig } from '../../src/contract/calls';
import type { Conversation } from '../../src/contract/conversation';
import type { ChannelId, PromptId } from '../../src/contract/ids';
import type { PromptDraft } from '../../src/contract/prompts';
import type { Draft } from '../../src/contract/view';
import { emptyConversation } from '../../src/transcript/emptyConversation';

export type PickerName = 'mode' | 'model' | 'effort' | 'thinking';

/** What the composer is asked to do from elsewhere; `id` tells one request from the next. */
type ComposerRequest =
  | { readonly id: number; readonly kind: 'insert'; readonly text: string }
  /** Puts an example in an empty composer. */
  | { readonly id: number; readonly kind: 'fill'; readonly text: string }
  /** A draft that the host hands over; what is typed already is kept with it. */
  | { readonly id: number; readonly kind: 'merge'; readonly draft: Draft }
  | { readonly id: number; readonly kind: 'openPicker'; readonly picker: PickerName };

export type NewComposerRequest = ComposerRequest extends infer R
  ? R extends ComposerRequest
    ? Omit<R, 'id'>
    : never
  : never;

/** Something that went wrong with what the user asked for. */
interface Alert {
  readonly id: number;
  readonly text: string;
}

interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** Where the view was when this page took over; `key` names a message. */
export interface Anchor {
  readonly key: string;
  readonly offset: number;
}

export interface PageState {
  readonly isReady: boolean;
  readonly gate: Gate;
  readonly config: PageConfig;
  readonly channelId: ChannelId | undefined;
  /** Counts the conversations and epochs shown: a new one is a new view. */
  readonly generation: number;
  readonly conversation: Conversation;
  readonly history: readonly string[];
  /** As it was when the conversation was taken over; the composer owns it from there. */
  readonly draft: Draft;
  readonly anchor: Anchor | undefined;
  /** Keys of what the user unfolded, and `foldedKey`s of what they folded. */
  readonly expanded: ReadonlySet<string>;
  readonly promptDrafts: ReadonlyMap<PromptId, PromptDraft>;
  readonly request: ComposerRequest | undefined;
  /** A prompt or a call that the user wants to see. */
  readonly reveal: { readonly id: string; readonly turn: number | undefined } | undefined;
  readonly alerts: readonly Alert[];
  readonly announcements: readonly Announcement[];
  /** The host's clock minus this one, in ms: they differ when the host is remote. */
  readonly clockSkew: number;
}

export const emptyDraft: Draft = { text: '', images: [] };

export const initialState: PageState = {
  isReady: false,
  gate: { kind: 'open' },
  config: {
    agentTitle: 'Claude',
    platform: 'other',
    whileWorking: 'queue',
    imageLimits: { bytes: 5 * 1024 * 1024, count: 20 },
  },
  channelId: undefined,
  generation: 0,
  conversation: emptyConversation,
  history: [],
  draft: emptyDraft,
  anchor: undefined,
  expanded: new Set(),
  promptDrafts: new Map(),
  request: undefined,
  reveal: undefined,
  alerts: [],
  announcements: [],
  clockSkew: 0,
};

export function foldedKey(key: string): string {
  return `-${key}`;
}

/** What the user decided, else `startsOpen`. */
export function isExpanded(
  expanded: ReadonlySet<string>,
  key: string,
  startsOpen: boolean,
): boolean {
  return expanded.has(key) || (startsOpen && !expanded.has(foldedKey(key)));
}

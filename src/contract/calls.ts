import type { Effort, Location, PermissionMode } from './content';
import type { AgentAction, ConversationEvent } from './events';
import type { BlobId, ChannelId, MessageId, PromptId, TaskId, ToolCallId, TurnId } from './ids';
import type { ItemPlace } from './places';
import type { PromptAnswer } from './prompts';
import type { Snapshot, TurnPage } from './snapshot';
import type { Draft, ImageUpload, ViewState } from './view';

/** Begins each call about a conversation: the host refuses ids that the page was not given. */
interface InChannel {
  readonly channelId: ChannelId;
}

/** `list` shows all that run, of all conversations. */
export type TaskAct =
  | { readonly action: 'stop' | 'output'; readonly taskId: TaskId }
  | { readonly action: 'list' };

/** What the page may ask of the host. Each call is checked before it is acted on (see `callGuards`). */
export interface HostCalls {
  /** The page is there and listens; the answer is all that it starts from. */
  'page.ready'(p: Record<string, never>): PageInit;
  /** Asked after a gap in `seq` or a new `epoch`. */
  'conversation.snapshot'(p: InChannel): Snapshot;
  /** Turns that come before the one at this place. */
  'conversation.earlier'(p: InChannel & { before: number }): TurnPage;
  'message.send'(p: InChannel & { text: string; images: readonly ImageUpload[] }): void;
  'draft.save'(p: InChannel & { draft: Draft }): void;
  'queue.edit'(p: InChannel & { messageId: MessageId }): Draft;
  'queue.sendNow'(p: InChannel & { messageId: MessageId }): void;
  'queue.remove'(p: InChannel & { messageId: MessageId }): void;
  /** One place sooner (-1) or later (1). */
  'queue.move'(p: InChannel & { messageId: MessageId; by: -1 | 1 }): void;
  'agent.stop'(p: InChannel): void;
  'agent.act'(p: InChannel & { action: AgentAction }): void;
  /** The last prompt once more, after an error or a sign-in. */
  'turn.retry'(p: InChannel): void;
  /** The newest message comes back into the composer, by `draft.changed`. */
  'turn.edit'(p: InChannel): void;
  /** "Go on" after a limit of turns or of money. */
  'turn.continue'(p: InChannel): void;
  'turn.review'(p: InChannel & { turnId: TurnId }): void;
  /** What the turn changed is reviewed: it stays as it is. */
  /** Puts the turn on the clipboard, as Markdown. */
  'turn.copy'(p: InChannel & { turnId: TurnId }): void;
  'turn.keep'(p: InChannel & { turnId: TurnId }): void;
  /** Takes back what the turn changed; the host asks first. */
  'turn.undo'(p: InChannel & { turnId: TurnId }): void;
  /** All changes that are neither kept nor undone, as diffs. */
  'review.open'(p: InChannel): void;
  /** Files become what they were when the message was sent; the host shows what that does and asks. */
  'rewind.code'(p: InChannel & { messageId: MessageId }): void;
  /** A new conversation that ends before the message; the host asks first. */
  'rewind.fork'(p: InChannel & { messageId: MessageId; rewindsCode: boolean }): void;
  /** The host offers the messages to rewind to. */
  'rewind.pick'(p: InChannel): void;
  /** The host offers what can be done with the folder: another one, or the work tree. */
  'place.open'(p: InChannel): void;
  /** Stops a task or shows what it prints; `list` shows all that run, of all conversations. */
  'task.act'(p: InChannel & TaskAct): void;
  'prompt.answer'(p: InChannel & { promptId: PromptId; answer: PromptAnswer }): void;
  'prompt.openDiff'(p: InChannel & { promptId: PromptId }): void;
  'mode.set'(p: InChannel & { mode: PermissionMode }): void;
  'model.set'(p: InChannel & { model: string }): void;
  'effort.set'(p: InChannel & { effort: Effort }): void;
  /** `null` leaves it to the model. */
  'thinking.set'(p: InChannel & { maxThinkingTokens: number | null }): void;
  /** Opens a file of the workspace or one that the conversation names. */
  'file.open'(p: InChannel & { location: Location }): void;
  /** http, https and mailto only; the editor asks before it leaves. */
  'link.open'(p: { url: string }): void;
  /** `path`: which of the files that the call changed. */
  'edit.openDiff'(p: InChannel & { toolId: ToolCallId; path?: string }): void;
  'blob.read'(p: InChannel & { blob: BlobId }): BlobContent;
  'clipboard.write'(p: { text: string }): void;
  'view.save'(p: InChannel & { view: ViewState }): void;
  /** What the gates of the empty view offer. */
  'host.act'(p: { action: HostAction }): void;
  /** The chat page that was focused last is the one that commands act on. */
  'page.focused'(p: { channelId?: ChannelId }): void;
  'log.report'(p: { level: 'warn' | 'error'; message: string }): void;
}

/** What the host tells the page without being asked. */
export interface HostEvents {
  /**
   * Consecutive events of a channel. `seq` counts messages within an `epoch` from 1; a page that
   * misses one asks for a snapshot. `done` marks the end of a turn.
   */
  io_message: IoMessage;
  /** The page shows another conversation, or a gate has opened or closed. */
  'page.changed': PageInit;
  /** Puts the caret into the composer, with text to add (a command, a link). */
  'composer.focus': { text?: string };
  /** The draft was changed by the host (a message taken back from the queue). */
  'draft.changed': { channelId: ChannelId; draft: Draft };
  'config.changed': { config: PageConfig };
  /** Scrolls to an item. Without a place only what is near the end of the conversation is found. */
  'item.reveal': { channelId: ChannelId; key: string; place?: ItemPlace };
  /** Something waits or has ended. */
  'sound.play': Record<string, never>;
}

export interface IoMessage {
  readonly channelId: ChannelId;
  readonly epoch: number;
  readonly seq: number;
  readonly events: readonly ConversationEvent[];
  readonly done: boolean;
}

export interface PageInit {
  readonly gate: Gate;
  readonly snapshot?: Snapshot;
  readonly config: PageConfig;
}

/** Why there is no conversation to show, or `open`. */
export type Gate =
  | { kind: 'open' }
  | { kind: 'untrusted' }
  | { kind: 'noFolder' }
  | { kind: 'noCli'; searched: readonly string[]; message: string };

export type HostAction =
  | 'openFolder'
  | 'manageTrust'
  | 'installCli'
  | 'choosePath'
  | 'searchCliAgain'
  | 'showLog'
  | 'openSettings';

export interface PageConfig {
  /** Name of the agent, for "Claude" in the transcript. */
  readonly agentTitle: string;
  readonly platform: 'mac' | 'other';
  readonly whileWorking: 'queue' | 'steer';
  /** Bytes of one image and number of images in one message that the API takes. */
  readonly imageLimits: { readonly bytes: number; readonly count: number };
}

export type BlobContent =
  | { kind: 'text'; text: string }
  | { kind: 'base64'; data: string; mediaType: string };

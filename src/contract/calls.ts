import type { Switch } from './agentSettings';
import type { AgentAction } from './agentState';
import type { OwnCommand } from './commands';
import type { Effort, Location, ModeAfterPlan, PermissionMode } from './content';
import type { Attachment, Draft, DraftAddition } from './draft';
import type { FieldProblems, FormEntries } from './elicitation';
import type { ConversationEvent } from './events';
import type { FindQuery, FindStart, FoundPlaces } from './find';
import type { BlobId, ChannelId, MessageId, PromptId, TaskId, ToolCallId, TurnId } from './ids';
import type { LiveCalls } from './inspector/inspector';
import type { FrontContext, Mention, MentionList, MentionTarget, WithheldFront } from './mentions';
import type { ProgramsAnswer, ProgramsQuestion } from './programs';
import type { PromptAnswer } from './prompts';
import type { Snapshot, TurnPage } from './snapshot';
import type { SpeechReport } from './speech';
import type { TurnPosition } from './turnPosition';
import type { ViewState } from './view';

/** Parameters of every call about a conversation; the host refuses ids not given to the page. */
interface InChannel {
  readonly channelId: ChannelId;
}

/** `list` shows all running tasks of all conversations. */
export type TaskAct =
  | { readonly action: 'stop' | 'output'; readonly taskId: TaskId }
  | { readonly action: 'list' };

/** Calls from the page to the host. Each call is checked before it is executed (`callGuards`). */
export interface HostCalls {
  /** Sent by the page's document, before its scripts; the answer is all that the page starts from. */
  'page.ready'(p: Record<string, never>): PageInit;
  /** Reports that the page has drawn what it started from, and can do what it is asked for. */
  'page.started'(p: Record<string, never>): void;
  /** Called after a gap in `seq` or a new `epoch`. */
  'conversation.snapshot'(p: InChannel): Snapshot;
  /** Returns turns that come before the turn at this place. */
  'conversation.earlier'(p: InChannel & { before: number }): TurnPage;
  /**
   * Finds a text in turns before a place, else in the newest ones; `first` of the answer is where the
   * next call goes on. Whoever no longer calls has canceled the search.
   */
  'conversation.find'(p: InChannel & FindQuery & { before?: number }): FoundPlaces;
  /** Returns the title of the latest conversation in the folder for new ones, if there is any. */
  'conversation.last'(p: Record<string, never>): { readonly title?: string };
  /** `front`: the id of the chip whose content goes with the message (`FrontContext`). */
  'message.send'(p: InChannel & Draft & { front?: string; returned?: number }): void;
  /** Runs a line in a shell; fails if a rule forbids it or the user declines. */
  'shell.run'(p: InChannel & { command: string }): void;
  /** Ends a running shell line. */
  'shell.stop'(p: InChannel & { id: string }): void;
  /** Keeps the output of a shell line out of the next message. */
  'shell.remove'(p: InChannel & { id: string }): void;
  /** Records and recognizes what the user says; reports come as `speech.reported` with this id. */
  'speech.start'(p: InChannel & { id: string }): void;
  /** Ends the recording; without `keeps`, nothing comes of it. */
  'speech.stop'(p: { id: string; keeps: boolean }): void;
  /** Lets the user choose what records and what recognizes. */
  'speech.setUp'(p: Record<string, never>): void;
  /** `returned`: number of the latest `draft.changed` that is in the draft; absent: none. */
  'draft.save'(p: InChannel & { draft: Draft; returned?: number }): void;
  /**
   * Puts the draft aside; an empty one brings back the draft that was put aside last.
   * Returns what the composer shows from now on.
   */
  'draft.stash'(p: InChannel & { draft: Draft }): Draft;
  /** Returns the newest message with this text, as it was written. */
  'message.recall'(p: InChannel & { text: string }): Draft;
  /** Finds what can be mentioned; `all` waits for slower sources too. */
  'mentions.find'(p: InChannel & { query: string; depth: 'fast' | 'all' }): MentionList;
  /** Opens what a mention refers to. */
  'mention.open'(p: InChannel & { target: MentionTarget }): void;
  /** Runs a command of Tandem that the list of commands offers. */
  'command.run'(p: InChannel & { name: OwnCommand }): void;
  /** Runs a command of the agent in a terminal: it works nowhere else. */
  'command.inTerminal'(p: InChannel & { name: string }): void;
  /** Converts a document (Word, Excel, …) to text; `data` is base64. */
  'attachment.convert'(p: InChannel & { name: string; data: string }): Attachment;
  /** Opens an attachment of the draft as it was saved last. */
  'attachment.open'(p: InChannel & { id: string }): void;
  /** Opens what went with a sent message; `index` is its place in the message's context. */
  'context.open'(p: InChannel & { messageId: MessageId; index: number }): void;
  /** Shows the message as the model would get it now. */
  'message.preview'(p: InChannel & Draft & { front?: string }): void;
  /** Makes mentions of dropped URIs or paths; the others are left out. */
  'mentions.drop'(p: InChannel & { places: readonly string[] }): readonly Mention[];
  /** Shows in the editor what the chip with this id stands for. */
  'front.reveal'(p: InChannel & { front: string }): void;
  /** Lets the user choose how much of the active editor is shared from now on. */
  'front.choose'(p: InChannel): void;
  'queue.edit'(p: InChannel & { messageId: MessageId }): Draft;
  'queue.sendNow'(p: InChannel & { messageId: MessageId }): void;
  'queue.remove'(p: InChannel & { messageId: MessageId }): void;
  /** Moves the message one place up (-1) or down (1). */
  'queue.move'(p: InChannel & { messageId: MessageId; by: -1 | 1 }): void;
  /** Sends the queue that was held after Stop or an error. */
  'queue.resume'(p: InChannel): void;
  'agent.stop'(p: InChannel): void;
  'agent.act'(p: InChannel & { action: AgentAction }): void;
  /** Sends the last prompt once more, after an error or a sign-in. */
  'turn.retry'(p: InChannel): void;
  /** Returns the newest message to the composer, by `draft.changed`. */
  'turn.edit'(p: InChannel): void;
  /** Continues ("Go on") after a limit of turns or of money. */
  'turn.continue'(p: InChannel): void;
  /** Continues by itself when the usage limit is reset; see `TurnOutcome.resetsAt`. */
  'turn.goOnAtReset'(p: InChannel): void;
  'turn.cancelGoOn'(p: InChannel): void;
  'turn.review'(p: InChannel & { turnId: TurnId }): void;
  /** Copies the turn to the clipboard as Markdown. */
  'turn.copy'(p: InChannel & { turnId: TurnId }): void;
  /** Marks the turn's changes as reviewed; they stay as they are. */
  'turn.keep'(p: InChannel & { turnId: TurnId }): void;
  /** Reverts the turn's changes; the host asks first. */
  'turn.undo'(p: InChannel & { turnId: TurnId }): void;
  /** Takes back the newest undo, which was of this turn's changes. */
  'turn.redo'(p: InChannel & { turnId: TurnId }): void;
  /** Opens all changes that are neither kept nor undone, as diffs. */
  'review.open'(p: InChannel): void;
  /** Keeps all changes of the conversation that are neither kept nor undone. */
  'review.keep'(p: InChannel): void;
  /** Reverts them; the host asks first where that loses something. */
  'review.undo'(p: InChannel): void;
  /** Restores files to their state when the message was sent; the host previews it and asks. */
  'rewind.code'(p: InChannel & { messageId: MessageId }): void;
  /** Starts a new conversation that ends before the message; the host asks first. */
  'rewind.fork'(p: InChannel & { messageId: MessageId; rewindsCode: boolean }): void;
  /** Offers the messages to rewind to. */
  'rewind.pick'(p: InChannel): void;
  /** Offers actions for the folder: choosing another one, or the work tree. */
  'folder.open'(p: InChannel): void;
  /** Stops a task, shows its output, or lists all running tasks of all conversations. */
  'task.act'(p: InChannel & TaskAct): void;
  /** Asks beside the conversation; `follows` names the question that this one continues. */
  'side.ask'(p: InChannel & { question: string; follows?: string }): void;
  'side.clear'(p: InChannel): void;
  'prompt.answer'(p: InChannel & { promptId: PromptId; answer: PromptAnswer }): void;
  /** Returns what is wrong with the entries of a server's form. */
  'prompt.check'(p: InChannel & { promptId: PromptId; entries: FormEntries }): FieldProblems;
  /** Tells that all of a request was in view, to its end. */
  'prompt.seen'(p: InChannel & { promptId: PromptId }): void;
  'prompt.openDiff'(p: InChannel & { promptId: PromptId }): void;
  'mode.set'(p: InChannel & { mode: PermissionMode }): void;
  'model.set'(p: InChannel & { model: string }): void;
  /** `null` leaves it to the settings and the model. */
  'effort.set'(p: InChannel & { effort: Effort | null }): void;
  'fastMode.set'(p: InChannel & { fastMode: Switch }): void;
  'ultracode.set'(p: InChannel & { ultracode: Switch }): void;
  /** `null` leaves the budget to the model. */
  'thinking.set'(p: InChannel & { maxThinkingTokens: number | null }): void;
  /** Sets one of a foreign agent's options; a switch takes true or false. */
  'option.set'(p: InChannel & { id: string; value: string | boolean }): void;
  /** Opens the inspector at the model calls of a turn; without one, of the conversation. */
  'inspector.show'(p: InChannel & { turnId?: TurnId }): void;
  /** Opens a file of the workspace or one that the conversation names. */
  'file.open'(p: InChannel & { location: Location }): void;
  /** Writes code of a reply over the selection of the editor in front. */
  'code.insert'(p: InChannel & { text: string }): void;
  /** Writes a line into the terminal for the user to run; asks before several lines run. */
  'code.run'(p: InChannel & { text: string }): void;
  /** Opens http, https and mailto links only; the editor asks before it leaves. */
  'link.open'(p: { url: string }): void;
  /** `path`: the file to show, among those that the call changed. */
  'edit.openDiff'(p: InChannel & { toolId: ToolCallId; path?: string }): void;
  'blob.read'(p: InChannel & { blob: BlobId }): BlobContent;
  'clipboard.write'(p: { text: string }): void;
  'view.save'(p: InChannel & { view: ViewState }): void;
  /** Runs an action that a gate of the empty view offers. */
  'host.act'(p: { action: HostAction }): void;
  /** Answers the question of the `programs` gate; `hash` names the list that the page shows. */
  'programs.answer'(p: { hash: string; answer: ProgramsAnswer }): void;
  /** Reports focus: commands act on the chat page that was focused last. */
  'page.focused'(p: { channelId?: ChannelId }): void;
  /** Reports whether keys go to the page: key bindings of the chat depend on it. */
  'page.focusChanged'(p: { hasFocus: boolean }): void;
  'log.report'(p: { level: 'warn' | 'error'; message: string }): void;
}

/** Notifications from the host to the page. */
export interface HostEvents {
  /**
   * Consecutive events of a channel. `seq` counts messages within an `epoch` from 1; a page that
   * misses one asks for a snapshot. `done` marks the end of a turn. Text that only continues the
   * last block arrives as `MoreText` instead.
   */
  io_message: IoMessage;
  /** Fires when the page shows another conversation, or a gate has opened or closed. */
  'page.changed': PageInit;
  'composer.focus': ComposerRequest;
  /** Asks the page to show what the composer would send (`message.preview`). */
  'composer.preview': Record<string, never>;
  /** Adds to the draft at the caret, and moves the focus there. Without a channel: any. */
  'composer.add': DraftAddition & { channelId?: ChannelId };
  /** Fires when another file or selection is in front; without both members, nothing is. */
  'front.changed': { channelId: ChannelId; front?: FrontContext; withheld?: WithheldFront };
  /** Fires when the host changed the draft (a message taken back from the queue). */
  /** A message came back to the composer; `returned` rises with each. */
  'draft.changed': { channelId: ChannelId; draft: Draft; returned: number };
  'config.changed': { config: PageConfig };
  /** Scrolls to an item. Without a place, only items near the end of the conversation are found. */
  'item.reveal': { channelId: ChannelId; key: string; place?: TurnPosition };
  /** Opens the bar that finds text in the conversation, or goes to it. */
  'find.open': { start?: FindStart };
  /** Model calls in flight and the cache; at most once a second, and only while they are observed. */
  'calls.live': { channelId: ChannelId; live?: LiveCalls };
  'speech.reported': SpeechReport;
  /** Plays the notification sound: something is waiting or has ended. */
  'sound.play': Record<string, never>;
}

/** Moves the caret into the composer, to do something there. */
export interface ComposerRequest {
  /** Text to add at the caret, such as a link. */
  readonly text?: string;
  /** Draft to add at the caret, such as a saved prompt. */
  readonly draft?: Draft;
  /** Puts the draft aside, or brings the last one back. */
  readonly stash?: true;
  /** Starts dictation, or finishes it. */
  readonly dictate?: true;
}

export interface IoMessage {
  readonly channelId: ChannelId;
  readonly epoch: number;
  readonly seq: number;
  readonly events: readonly ConversationEvent[];
  readonly done: boolean;
}

/**
 * Short form of an `io_message`: text that continues the last delta of the message before it, which
 * has `seq - 1` of the same channel and epoch. Streamed text in the long form has twice its length.
 */
export type MoreText = readonly [seq: number, text: string];

/** Messages to a chat page that were posted together, in their order. */
export interface PostedBatch {
  readonly batch: readonly unknown[];
}

export interface PageInit {
  readonly gate: Gate;
  readonly snapshot?: Snapshot;
  readonly config: PageConfig;
}

/** Reason why there is no conversation to show, or `open`. */
export type Gate =
  | { kind: 'open' }
  | { kind: 'untrusted' }
  | { kind: 'noFolder' }
  /** `isWrapper`: the command of `tandem.cli.wrapper` does not start it. */
  | { kind: 'noCli'; searched: readonly string[]; message: string; isWrapper?: true }
  | ({ kind: 'programs' } & ProgramsQuestion);

export type HostAction =
  | 'openFolder'
  | 'manageTrust'
  | 'installCli'
  | 'choosePath'
  | 'searchCliAgain'
  | 'otherAgent'
  | 'continueLast'
  | 'getStarted'
  | 'showLog'
  | 'openSettings'
  | 'openWrapperSetting';

export interface PageConfig {
  /** Agent's name in the transcript, such as "Claude". */
  readonly agentTitle: string;
  readonly platform: 'mac' | 'other';
  readonly whileWorking: 'queue' | 'steer';
  /** Modes that Shift+Tab goes through. */
  readonly modeCycle: readonly PermissionMode[];
  /** Mode to continue in after a plan was approved, or the one from before it. */
  readonly modeAfterPlan: ModeAfterPlan;
  /** Key that sends the message; Ctrl+Enter or Cmd+Enter always does. */
  readonly sendWith: 'enter' | 'modifierEnter';
  /** Font sizes of VS Code's own chat in px, where the user has set them. */
  readonly fontSizes?: { readonly text?: number; readonly code?: number };
  /** API limits: bytes of one image, and number of images in one message. */
  readonly imageLimits: { readonly bytes: number; readonly count: number };
}

export type BlobContent =
  | { kind: 'text'; text: string }
  | { kind: 'base64'; data: string; mediaType: string };

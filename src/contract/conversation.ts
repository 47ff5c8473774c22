import type { AgentSettings } from './agentSettings';
import type { AgentState } from './agentState';
import type { Account, Choices } from './choices';
import type { Image, Text, Todo } from './content';
import type { ConversationFolder, HoldReason, QueuedMessage, TurnOutcome } from './events';
import type { FileUpdate, ReviewSummary } from './fileUpdates';
import type { MessageId, SessionId, ToolCallId, TurnId } from './ids';
import type { Mention, SentContext } from './mentions';
import type { Notice } from './notices';
import type { Prompt, PromptOutcome } from './prompts';
import type { ShellLine } from './shell';
import type { SideQuestion } from './sideQuestions';
import type { RunningTask, TurnCause } from './tasks';
import type { AgentProgress, ToolCall } from './tools';
import type { TurnUsage, Usage, UsageLimit } from './usage';

/** Folded conversation: closed turns, at most one open turn, and facts about the whole. */
export interface Conversation {
  /**
   * Place of `turns[0]`. Numbering starts at the first turn that was loaded. Earlier turns have
   * negative numbers, because their count is unknown.
   */
  readonly first: number;
  /** True if turns before `turns[0]` exist that are not loaded here. */
  readonly hasEarlier: boolean;
  readonly turns: readonly Turn[];
  readonly open: Turn | undefined;
  readonly summary: Summary;
}

export interface Turn {
  readonly id: TurnId;
  readonly origin: 'person' | 'agent';
  readonly startedAt: number;
  /** Task whose end made the agent begin the turn; absent while it is in `Summary.tasks`. */
  readonly after?: TurnCause;
  readonly items: readonly Item[];
  readonly endedAt?: number;
  readonly outcome?: TurnOutcome;
  readonly durationMs?: number;
  readonly costUsd?: number;
  readonly usage?: TurnUsage;
}

/** `key` is unique within its turn and stable: lists are rendered by it. */
export type Item =
  | {
      readonly kind: 'prompt';
      readonly key: string;
      readonly at: number;
      readonly messageId: MessageId;
      readonly text: Text;
      readonly images: readonly Image[];
      readonly mentions?: readonly Mention[];
      readonly context?: readonly SentContext[];
      readonly agentText?: Text;
    }
  | TextItem
  | ThinkingItem
  | ToolItem
  | {
      readonly kind: 'ask';
      readonly key: string;
      readonly at: number;
      readonly prompt: Prompt;
      readonly outcome?: PromptOutcome;
    }
  | {
      readonly kind: 'notice';
      readonly key: string;
      readonly at: number;
      readonly notice: Notice;
    }
  | {
      readonly kind: 'unknown';
      readonly key: string;
      readonly at: number;
      readonly what: string;
    };

interface BlockItem {
  readonly key: string;
  readonly at: number;
  readonly source: string;
  readonly text: string;
  readonly isStreaming: boolean;
  readonly parentToolId?: ToolCallId;
}

export interface TextItem extends BlockItem {
  readonly kind: 'text';
}

export interface ThinkingItem extends BlockItem {
  readonly kind: 'thinking';
  readonly durationMs?: number;
  readonly isRedacted?: boolean;
}

export interface ToolItem {
  readonly kind: 'tool';
  readonly key: string;
  readonly at: number;
  readonly call: ToolCall;
  /** Argument that is being written, until the whole input has arrived. */
  readonly draft?: { readonly argument: string; readonly text: string };
  readonly progress?: AgentProgress;
  readonly elapsedMs?: number;
  /** Time at which it began to run, where that was a second or more after `at`. */
  readonly runningAt?: number;
  readonly endedAt?: number;
  /** Effects of the call on files, one entry for each path. */
  readonly files?: readonly FileUpdate[];
  readonly notes?: readonly string[];
}

export interface Summary {
  readonly sessionId?: SessionId;
  readonly title?: string;
  readonly cwd?: string;
  readonly agentVersion?: string;
  readonly agent: AgentState;
  readonly settings: AgentSettings;
  readonly choices: Choices;
  readonly account?: Account;
  readonly usage: Usage;
  /** Usage limits of the account by their types, as far as the agent has reported them. */
  readonly limits?: Readonly<Record<string, UsageLimit>>;
  /** Time at which the conversation goes on by itself, in milliseconds since 1970. */
  readonly goOnAt?: number;
  readonly todos: readonly Todo[];
  /** Running tasks and, of this window, ended ones, oldest first. None runs without a process. */
  readonly tasks: readonly RunningTask[];
  readonly queue: readonly QueuedMessage[];
  /** True if queued messages wait for the user, after Stop or an error. */
  readonly isQueueHeld?: true;
  readonly queueHeldBecause?: HoldReason;
  /** Messages that are shown but may still return to the composer. Absent if there are none. */
  readonly sending?: readonly QueuedMessage[];
  /** Questions beside the conversation, oldest first. Absent if there are none. */
  readonly sideQuestions?: readonly SideQuestion[];
  /** Shell lines whose output goes with the next message, oldest first. Absent if there are none. */
  readonly shellLines?: readonly ShellLine[];
  /** Waiting prompts, oldest first, including those of turns that are not loaded. */
  readonly waiting: readonly Prompt[];
  /** Next message that the agent suggests, shown in the empty composer. */
  readonly suggestion?: string;
  /** Absent if there is nothing to review. */
  readonly review?: ReviewSummary;
  /** Absent if there is only one folder. */
  readonly folder?: ConversationFolder;
}

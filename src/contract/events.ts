import type { AgentSettings } from './agentSettings';
import type { AgentState } from './agentState';
import type { Account, Choices } from './choices';
import type { AgentCommand } from './commands';
import type { Image, PermissionMode, Text, Todo } from './content';
import type { FileUpdate, ReviewSummary } from './fileUpdates';
import type { MessageId, PromptId, SessionId, ToolCallId, TurnId } from './ids';
import type { Mention, SentContext } from './mentions';
import type { Notice } from './notices';
import type { Prompt, PromptOutcome } from './prompts';
import type { ShellLine } from './shell';
import type { SideQuestion } from './sideQuestions';
import type { RunningTask, TurnCause } from './tasks';
import type { AgentProgress, ToolCall } from './tools';
import type { TurnUsage, Usage, UsageLimit } from './usage';

/**
 * Event format shared by agents, the host and the page. JSON only. Times are milliseconds since
 * 1970, costs US dollars, tokens whole numbers.
 */
export type ConversationEvent =
  | TurnEvent
  | BlockEvent
  | ToolEvent
  | PromptEvent
  | SummaryEvent
  | HostEvent;

type TurnEvent =
  /** `prompt.sent` may precede or follow its turn's start; a turn without it is the agent's own. */
  | {
      type: 'turn.started';
      turnId: TurnId;
      at: number;
      origin: 'person' | 'agent';
      /** Prompts that the turn answers, if the agent reports them; they may be much older. */
      messageIds?: readonly MessageId[];
      /** Task whose end made the agent begin the turn, where only the agent's store knows it. */
      after?: TurnCause;
    }
  | {
      type: 'prompt.sent';
      messageId: MessageId;
      at: number;
      text: Text;
      images: readonly Image[];
      /** Mentions whose tokens stand in `text`. */
      mentions?: readonly Mention[];
      /** Everything else that the agent got with the text. */
      context?: readonly SentContext[];
      /** Text as the agent got it, where it differs: a mention became something else. */
      agentText?: Text;
    }
  | {
      type: 'turn.ended';
      at: number;
      outcome: TurnOutcome;
      durationMs?: number;
      costUsd?: number;
      usage?: TurnUsage;
    };

/** Streamed text and thinking. `blockId` is unique in the conversation. */
type BlockEvent =
  | {
      type: 'block.started';
      blockId: string;
      /** Agent's message that the block belongs to. */
      source: string;
      kind: 'text' | 'thinking';
      at: number;
      parentToolId?: ToolCallId;
    }
  | { type: 'block.delta'; blockId: string; text: string }
  /** `text` is the whole block and replaces the streamed text. */
  | {
      type: 'block.ended';
      blockId: string;
      text?: string;
      durationMs?: number;
      /** True for thinking that the model sends only in encrypted form. */
      isRedacted?: boolean;
    }
  /** Failed attempt: its streamed text disappears. */
  | { type: 'block.discarded'; blockId: string };

type ToolEvent =
  /** Current state of the call: replaces everything known under its id except its draft. */
  | { type: 'tool.updated'; call: ToolCall; at: number }
  /** Input that is still being written: `text` is appended to the draft of this argument. */
  | { type: 'tool.delta'; toolId: ToolCallId; argument: string; text: string }
  /** Call of a failed attempt, whose input was never completed: it disappears. */
  | { type: 'tool.discarded'; toolId: ToolCallId }
  /** Totals of a subagent, and the running time of a call. */
  | {
      type: 'tool.progress';
      toolId: ToolCallId;
      progress: AgentProgress;
      elapsedMs?: number;
    }
  /** Note for the user about the call, not about a single file that it changed. */
  | { type: 'tool.noted'; toolId: ToolCallId; note: string };

type PromptEvent =
  | { type: 'prompt.opened'; prompt: Prompt; at: number }
  | { type: 'prompt.closed'; promptId: PromptId; outcome: PromptOutcome };

type SummaryEvent =
  | {
      type: 'session.changed';
      sessionId?: SessionId;
      title?: string;
      cwd?: string;
      agentVersion?: string;
    }
  /** The agent has forgotten the previous conversation (/clear). */
  | { type: 'conversation.cleared' }
  /** Next message, as the agent suggests it; until the user sends one. */
  | { type: 'suggestion.changed'; suggestion: string }
  | { type: 'todos.changed'; todos: readonly Todo[] }
  /** Current state of a task: replaces everything known under its id. */
  | { type: 'task.changed'; task: RunningTask }
  | { type: 'usage.changed'; usage: Usage }
  /** Settings that the agent reports; `requested` holds the user's unconfirmed changes. */
  | { type: 'settings.changed'; settings: Partial<AgentSettings> }
  | { type: 'choices.changed'; choices: Choices }
  /** Commands that the agent offers from now on; absent members are as before. */
  | {
      type: 'commands.changed';
      commands?: readonly AgentCommand[];
      terminalCommands?: readonly string[];
      tools?: readonly string[];
    }
  | { type: 'account.changed'; account: Account }
  | { type: 'notice'; notice: Notice; at: number };

type HostEvent =
  | { type: 'agent.changed'; agent: AgentState }
  /** `isHeld`: nothing is sent until the user goes on. */
  | {
      type: 'queue.changed';
      queue: readonly QueuedMessage[];
      isHeld?: boolean;
      heldBecause?: HoldReason;
    }
  /** Messages on their way to the agent: not yet on disk, or waiting for its process. */
  | { type: 'sending.changed'; sending: readonly QueuedMessage[] }
  /** Usage limit of the account, as the agent has reported it last. */
  | { type: 'limit.changed'; limit: UsageLimit }
  /** Time at which the conversation goes on by itself, in ms since 1970; absent: it does not. */
  | { type: 'goOn.changed'; at?: number }
  /** All kept questions beside the conversation, oldest first. */
  | { type: 'sideQuestions.changed'; sideQuestions: readonly SideQuestion[] }
  /** Current state of a shell line: replaces everything known under its id. */
  | { type: 'shell.changed'; line: ShellLine }
  /** Lines that were sent, or removed by the user. */
  | { type: 'shell.removed'; ids: readonly string[] }
  /** The user has seen the tasks that ended. */
  | { type: 'tasks.cleared' }
  | { type: 'file.updated'; update: FileUpdate }
  | { type: 'review.changed'; review: ReviewSummary }
  | { type: 'folder.changed'; folder: ConversationFolder }
  /** Wire data that could not be understood; shown small, never dropped. */
  | { type: 'unknown'; what: string; at: number };

export type ErrorReason =
  | 'authentication'
  | 'billing'
  | 'rateLimit'
  | 'usageLimit'
  | 'modelNotFound'
  | 'promptTooLong'
  | 'requestTooLarge'
  | 'image'
  | 'overloaded'
  | 'server'
  | 'connection'
  | 'invalidRequest'
  | 'execution'
  | 'unknown';

export type TurnOutcome =
  | { kind: 'completed' }
  | { kind: 'interrupted' }
  | { kind: 'maxTurns' }
  | { kind: 'maxBudget' }
  | { kind: 'hookStopped'; message?: string }
  | {
      kind: 'error';
      reason: ErrorReason;
      message: string;
      status?: number;
      /** Time at which the limit that was hit is reset, in milliseconds since 1970. */
      resetsAt?: number;
    }
  /** The process died during the turn, or was ended by a reload of the window. */
  | { kind: 'lost'; message: string; isReload?: true }
  /** Another process has the session open: the turn may continue there. */
  | { kind: 'elsewhere' };

/** Place where a conversation runs and is stored, as far as the user needs it. */
export interface ConversationFolder {
  /** Name of its folder; absent if there is no other one. */
  readonly name?: string;
  /** Branch of the linked work tree that it runs in. */
  readonly branch?: string;
  /** True if the agent does not store it. */
  readonly isTemporary?: true;
  /** Names of further folders that the agent may work in. Absent if there are none. */
  readonly added?: readonly string[];
}

/** Event after which queued messages wait for the user. */
export type HoldReason =
  | 'stopped'
  | 'turnFailed'
  | 'agentEnded'
  | 'notStarted'
  | 'notSent'
  | 'reloaded'
  | 'elsewhere'
  | 'folderGone';

export interface QueuedMessage {
  readonly id: MessageId;
  readonly text: string;
  readonly images: readonly Image[];
  /** Names of what it brings along besides text and images. */
  readonly context?: readonly string[];
  /** Mode and model that were set when it was written, and with which it will be sent. */
  readonly mode?: PermissionMode;
  readonly model?: string;
}

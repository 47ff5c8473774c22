import type { Effort, Hunk, Image, PermissionMode, Text, Todo } from './content';
import type { BlobId, MessageId, PromptId, SessionId, ToolCallId, TurnId } from './ids';
import type { Prompt, PromptOutcome } from './prompts';
import type { RunningTask } from './tasks';
import type { AgentProgress, ToolCall } from './tools';

/**
 * The one language in which agents, the host and the page speak of a conversation. JSON only.
 * Times are milliseconds since 1970, costs US dollars, tokens whole numbers.
 */
export type ConversationEvent =
  | TurnEvent
  | BlockEvent
  | ToolEvent
  | PromptEvent
  | SummaryEvent
  | HostEvent;

type TurnEvent =
  /** `prompt.sent` of a turn may come before or after its start; one without is the agent's own. */
  | {
      type: 'turn.started';
      turnId: TurnId;
      at: number;
      origin: 'person' | 'agent';
      /** The prompts that it answers, where the agent says so: they may have been sent long before. */
      messageIds?: readonly MessageId[];
    }
  | {
      type: 'prompt.sent';
      messageId: MessageId;
      at: number;
      text: Text;
      images: readonly Image[];
    }
  | {
      type: 'turn.ended';
      at: number;
      outcome: TurnOutcome;
      durationMs?: number;
      costUsd?: number;
    };

/** Streamed text and thinking. `blockId` is unique in the conversation. */
type BlockEvent =
  | {
      type: 'block.started';
      blockId: string;
      /** The agent's message that the block belongs to. */
      source: string;
      kind: 'text' | 'thinking';
      at: number;
      parentToolId?: ToolCallId;
    }
  | { type: 'block.delta'; blockId: string; text: string }
  /** `text` is the whole block and replaces what was streamed. */
  | {
      type: 'block.ended';
      blockId: string;
      text?: string;
      durationMs?: number;
      /** Thinking that the model sends encrypted only. */
      isRedacted?: boolean;
    }
  /** A dead attempt: what was streamed of it disappears. */
  | { type: 'block.discarded'; blockId: string };

type ToolEvent =
  /** The call as it is now: replaces what was known under its id, but for its draft. */
  | { type: 'tool.updated'; call: ToolCall; at: number }
  /** Input that is still being written: `text` is appended to the draft of this argument. */
  | { type: 'tool.delta'; toolId: ToolCallId; argument: string; text: string }
  /** A call of a dead attempt, whose input never became whole: it disappears. */
  | { type: 'tool.discarded'; toolId: ToolCallId }
  /** Totals of a subagent, and how long a call has been running. */
  | {
      type: 'tool.progress';
      toolId: ToolCallId;
      progress: AgentProgress;
      elapsedMs?: number;
    }
  /** One line for the user that is about the call and no single file it changed. */
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
  /** The agent has forgotten what came before (/clear). */
  | { type: 'conversation.cleared' }
  | { type: 'todos.changed'; todos: readonly Todo[] }
  /** A task as it is now: replaces what was known under its id. */
  | { type: 'task.changed'; task: RunningTask }
  | { type: 'usage.changed'; usage: Usage }
  /** What the agent reports; what the user wishes and the agent has not confirmed is `wished`. */
  | { type: 'settings.changed'; settings: Partial<AgentSettings> }
  | { type: 'choices.changed'; choices: Choices }
  | { type: 'account.changed'; account: Account }
  | { type: 'notice'; notice: Notice; at: number };

type HostEvent =
  | { type: 'agent.changed'; agent: AgentState }
  | { type: 'queue.changed'; queue: readonly QueuedMessage[] }
  /** The user has seen the tasks that have ended. */
  | { type: 'tasks.cleared' }
  | { type: 'file.updated'; update: FileUpdate }
  | { type: 'review.changed'; review: ReviewSummary }
  | { type: 'place.changed'; place: Place }
  /** Something from a wire that could not be understood; shown small, never dropped. */
  | { type: 'unknown'; what: string; at: number };

export type ErrorReason =
  | 'authentication'
  | 'billing'
  | 'rateLimit'
  | 'usageLimit'
  | 'modelNotFound'
  | 'promptTooLong'
  | 'image'
  | 'overloaded'
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
  | { kind: 'error'; reason: ErrorReason; message: string; status?: number }
  /** The process died in the middle of the turn. */
  | { kind: 'lost'; message: string }
  /** Somebody else has the session open: the turn may go on there. */
  | { kind: 'elsewhere' };

export interface Usage {
  /** Tokens of the last request: input, cache reads and cache writes. */
  readonly contextTokens?: number;
  readonly contextWindow?: number;
  /** Of the whole conversation, over all processes that carried it. */
  readonly costUsd?: number;
}

export interface AgentSettings {
  readonly mode: PermissionMode;
  readonly model: string;
  /** Absent when the model has no levels. */
  readonly effort: Effort | null;
  readonly maxThinkingTokens: number | null;
  /** Tools that the user has switched off, by the agent's names. */
  readonly disabledTools?: readonly string[];
  /** Wishes that the agent has not confirmed yet. */
  readonly wished: Partial<Pick<AgentSettings, 'mode' | 'model' | 'effort' | 'maxThinkingTokens'>>;
}

export interface ModelChoice {
  /** What is sent: an alias or an id. */
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  /** Full id behind the alias, where the agent says it. */
  readonly resolved?: string;
  readonly efforts: readonly Effort[];
  /** Takes a token budget for thinking instead of an effort. */
  readonly hasThinkingBudget: boolean;
}

/** What the pickers offer. */
export interface Choices {
  readonly models: readonly ModelChoice[];
  readonly modes: readonly PermissionMode[];
  readonly commands: readonly {
    name: string;
    description: string;
    argumentHint?: string;
  }[];
}

export interface Account {
  readonly isSignedIn: boolean;
  readonly label?: string;
}

export type Notice =
  | { kind: 'info'; text: string }
  | { kind: 'warning'; text: string }
  | { kind: 'compacting' }
  | { kind: 'compacted'; summary?: string; tokensBefore?: number }
  | {
      kind: 'retrying';
      attempt: number;
      maxAttempts?: number;
      delayMs?: number;
      status?: number;
    }
  /** Output of a command that the CLI answered by itself (/cost, /model). */
  | { kind: 'commandOutput'; command?: string; text: string };

export type AgentPhase =
  | 'idle'
  | 'starting'
  | 'working'
  | 'waiting'
  | 'stopping'
  | 'stopped'
  | 'lost';

export interface AgentState {
  readonly phase: AgentPhase;
  /** What it waits for or why it ended, in words. */
  readonly detail?: string;
  /** Longer text for an expander: the last of stderr. */
  readonly stderr?: string;
  /** What the user can do about `stopped` and `lost`. */
  readonly actions?: readonly AgentAction[];
  /** A changed setting needs a new process; it comes before the next message. */
  readonly restartsBeforeNext?: boolean;
}

/** What is done to the conversation itself. */
export type ChannelAction = 'resume' | 'restart' | 'takeOver' | 'takeBack' | 'chooseFolder';
export type AgentAction = ChannelAction | 'signIn' | 'installCli' | 'choosePath' | 'showLog';

/** Where a conversation runs and is kept, as far as that needs to be said. */
export interface Place {
  /** Name of its folder; absent where there is no other one. */
  readonly folder?: string;
  /** It runs in a linked work tree, with this branch checked out. */
  readonly branch?: string;
  /** The agent does not store it. */
  readonly isTemporary?: true;
}

/** What the agent changed and the user has neither kept nor undone. */
export interface ReviewSummary {
  readonly files: number;
  /** Lines. */
  readonly added: number;
  readonly removed: number;
  /** Calls that have changes which are neither kept nor undone. */
  readonly tools: readonly ToolCallId[];
}

export interface QueuedMessage {
  readonly id: MessageId;
  readonly text: string;
  readonly images: readonly Image[];
  /** What it was written under and will be sent with. */
  readonly mode?: PermissionMode;
  readonly model?: string;
}

/** One file as an edit or a command left it. `oldRef` and `newRef` name stored contents; absent: the file did not exist. */
export interface FileUpdate {
  readonly toolId: ToolCallId;
  readonly path: string;
  readonly status: 'created' | 'updated' | 'deleted' | 'unchanged' | 'failed' | 'untracked';
  readonly hunks?: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
  readonly oldRef?: BlobId;
  readonly newRef?: BlobId;
  /** Changed by a shell command: the call does not name the file. */
  readonly via?: 'command';
  /** Somebody else may have made the change. */
  readonly isUncertain?: boolean;
  /** Why it is untracked or failed. */
  readonly detail?: string;
  /** One line for the user (another conversation works on the file). */
  readonly note?: string;
  readonly problems?: ProblemDelta;
}

/** How many more problems the editor finds in a file than before; negative when there are fewer. */
export interface ProblemDelta {
  readonly errors: number;
  readonly warnings: number;
}

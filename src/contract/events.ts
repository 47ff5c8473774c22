import type { AgentCommand } from './commands';
import type { Effort, Hunk, Image, PermissionMode, Text, Todo } from './content';
import type { BlobId, MessageId, PromptId, SessionId, ToolCallId, TurnId } from './ids';
import type { Mention, SentContext } from './mentions';
import type { Prompt, PromptOutcome } from './prompts';
import type { ShellLine } from './shell';
import type { SideQuestion } from './sideQuestions';
import type { RunningTask } from './tasks';
import type { AgentProgress, ToolCall } from './tools';

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
  /** The process died during the turn. */
  | { kind: 'lost'; message: string }
  /** Another process has the session open: the turn may continue there. */
  | { kind: 'elsewhere' };

/** Tokens of calls to the model. */
export interface TokenCounts {
  /** Input that was neither written to the cache nor read from it. */
  readonly input: number;
  readonly output: number;
  readonly cacheWritten: number;
  readonly cacheRead: number;
}

/** Usage of a turn, as far as the agent reports it. */
export interface TurnUsage {
  /** Calls of the conversation itself. */
  readonly main: TokenCounts;
  /** With subagents and the agent's own calls, such as those for titles; absent if the same. */
  readonly all?: TokenCounts;
  /** Time that the calls took together, in milliseconds. */
  readonly apiMs?: number;
  /** Answers of the model, to subagents as well. */
  readonly calls?: number;
}

/** Limit of a subscription for a window of time. */
export interface UsageLimit {
  /** `five_hour`, `seven_day`, `seven_day_opus`, or another name of the agent's. */
  readonly type: string;
  /** True if requests are refused until the reset. */
  readonly isReached: boolean;
  /** Part that is used, from 0 to 1. */
  readonly used?: number;
  /** Milliseconds since 1970. */
  readonly resetsAt?: number;
}

export interface Usage {
  /** Tokens of the last request: input, cache reads and cache writes. */
  readonly contextTokens?: number;
  readonly contextWindow?: number;
  /** Cost of the whole conversation, over all of its processes. */
  readonly costUsd?: number;
}

export interface AgentSettings {
  readonly mode: PermissionMode;
  readonly model: string;
  /** `null` if no level is set or the model has no levels. */
  readonly effort: Effort | null;
  readonly maxThinkingTokens: number | null;
  /** Level that the model uses by itself while `effort` is null, if the agent reports it. */
  readonly usualEffort?: Effort | undefined;
  /** Absent if the agent has no fast mode. */
  readonly fastMode?: FastMode;
  /** Agent's name of the reason why fast mode cannot be on now. */
  readonly fastModeBlocked?: string | undefined;
  /** Absent if the agent does not offer it for the model. */
  readonly ultracode?: Switch | undefined;
  /** Agent's names of the tools that the user has switched off. */
  readonly disabledTools?: readonly string[];
  /** Changes that the agent has not confirmed yet. */
  readonly requested: Partial<
    Pick<
      AgentSettings,
      'mode' | 'model' | 'effort' | 'maxThinkingTokens' | 'fastMode' | 'ultracode'
    >
  > & {
    /** Wished values of a foreign agent's options by id. */
    readonly options?: OptionValues;
  };
}

/** Values of a foreign agent's options by id. */
export type OptionValues = Readonly<Record<string, string | boolean>>;

export type Switch = 'on' | 'off';
/** `cooldown`: on, but paused after a rate limit. */
export type FastMode = Switch | 'cooldown';

export interface ModelChoice {
  /** Value that is sent: an alias or an id. */
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  /** Full id behind the alias, if the agent reports it. */
  readonly resolved?: string;
  readonly efforts: readonly Effort[];
  /** True if the model takes a token budget for thinking instead of an effort. */
  readonly hasThinkingBudget: boolean;
  readonly hasFastMode?: true;
  /** True if the mode "auto" is not available with the model. */
  readonly lacksAutoMode?: true;
}

/**
 * Setting of an agent that is not Claude Code: a mode, a model, a level of thinking, or anything
 * else that it names itself. Its value is the one in force.
 */
export type AgentOption = {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Chip that the option takes in the message box; `other` has a chip of its own. */
  readonly role: 'mode' | 'model' | 'thinking' | 'other';
} & (
  | { readonly kind: 'select'; readonly value: string; readonly groups: readonly OptionGroup[] }
  | { readonly kind: 'switch'; readonly isOn: boolean }
);

/** Values of an option under a heading; a single group may have none. */
export interface OptionGroup {
  readonly label?: string;
  readonly values: readonly OptionValue[];
}

export interface OptionValue {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

/**
 * Features of a conversation that an agent may lack; what is lacking is not offered. `rewind` takes
 * the conversation back: Tandem itself takes files back, whoever has changed them.
 */
export type AgentFeature =
  | 'images'
  /** Before a message; `forkWhole`: at the end. */
  | 'fork'
  | 'forkWhole'
  | 'rewind'
  | 'sideQuestions'
  | 'steering'
  | 'rename'
  | 'compact'
  | 'toolChoice'
  | 'shellLines'
  | 'servers'
  | 'temporary';

/** Agent that is not Claude Code, as it introduces itself. */
export interface ForeignAgent {
  /** Name under which the user has it in `tandem.agents`. */
  readonly name: string;
  readonly title: string;
  readonly version?: string;
  readonly lacks: readonly AgentFeature[];
}

/** Options that the pickers offer. */
export interface Choices {
  readonly models: readonly ModelChoice[];
  readonly modes: readonly PermissionMode[];
  readonly commands: readonly AgentCommand[];
  /** Modes that the user could expect here, and why they are not offered. */
  readonly missingModes?: readonly MissingMode[];
  /** Names of commands that work in a terminal only. */
  readonly terminalCommands?: readonly string[];
  /** Names of the agent's own tools; absent until it has reported them. */
  readonly tools?: readonly string[];
  /** Subagents that a message can name; absent if the CLI does not list them. */
  readonly agents?: readonly AgentChoice[];
  /** Absent for Claude Code. */
  readonly foreign?: ForeignAgent;
  /** Settings of a foreign agent, in its order; they replace the pickers of Claude Code. */
  readonly options?: readonly AgentOption[];
}

export interface MissingMode {
  readonly mode: PermissionMode;
  readonly why: 'baseUrl' | 'account' | 'model';
}

export interface AgentChoice {
  readonly name: string;
  readonly description: string;
  readonly model?: string;
}

export interface Account {
  readonly isSignedIn: boolean;
  readonly label?: string;
}

export type Notice =
  | { kind: 'info'; text: string }
  | { kind: 'warning'; text: string }
  | { kind: 'compacting' }
  | {
      kind: 'compacted';
      summary?: string;
      tokensBefore?: number;
      tokensAfter?: number;
      /** The agent has done so by itself, because the conversation was long. */
      isAutomatic?: true;
    }
  | {
      kind: 'retrying';
      attempt: number;
      maxAttempts?: number;
      delayMs?: number;
      status?: number;
    }
  /** Output of a command that the CLI answered by itself (/cost, /model). */
  | { kind: 'commandOutput'; command?: string; text: string }
  | HookNotice
  /** The agent knows the command in a terminal only; `text` is how it says so. */
  | { kind: 'terminalOnly'; command: string; text: string };

/** A hook of the CLI's settings has printed something, failed, or stopped what it was asked about. */
export interface HookNotice {
  readonly kind: 'hook';
  /** Event with what it was about, such as `PreToolUse:Bash`. */
  readonly name: string;
  readonly result: 'printed' | 'failed' | 'blocked';
  readonly exitCode?: number;
  /** Output or reason; may be empty. */
  readonly text: string;
}

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
  /** Reason for the phase, as text: what the agent waits for or why it ended. */
  readonly detail?: string;
  /** Longer text for an expander: the end of stderr. */
  readonly stderr?: string;
  /** Actions that the user can take on `stopped` and `lost`. */
  readonly actions?: readonly AgentAction[];
  /** True if a changed setting needs a new process, which starts before the next message. */
  readonly restartsBeforeNext?: boolean;
}

/** Actions on the conversation itself. */
export type ChannelAction = 'resume' | 'restart' | 'takeOver' | 'takeBack' | 'chooseFolder';
/** `signIn` and `installCli` concern the conversation's own agent, whichever it is. */
export type AgentAction =
  | ChannelAction
  | 'signIn'
  | 'installCli'
  | 'choosePath'
  | 'configureAgents'
  | 'otherAgent'
  | 'openWrapperSetting'
  | 'showLog';

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

/** Agent's changes that the user has neither kept nor undone. */
export interface ReviewSummary {
  readonly files: number;
  /** Number of lines. */
  readonly added: number;
  readonly removed: number;
  /** Calls with changes that are neither kept nor undone. */
  readonly tools: readonly ToolCallId[];
  /** Calls whose changes the newest undo took back; `turn.redo` makes them again. */
  readonly undone?: readonly ToolCallId[];
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

/** File after an edit or command. `oldRef`, `newRef`: stored contents; absent: no file existed. */
export interface FileUpdate {
  readonly toolId: ToolCallId;
  readonly path: string;
  readonly status: 'created' | 'updated' | 'deleted' | 'unchanged' | 'failed' | 'untracked';
  readonly hunks?: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
  readonly oldRef?: BlobId;
  readonly newRef?: BlobId;
  /** Set if a shell command changed the file: the call does not name it. */
  readonly via?: 'command';
  /** True if the change may not be the agent's. */
  readonly isUncertain?: boolean;
  /** Reason why the file is untracked or failed. */
  readonly detail?: string;
  /** Note for the user, in one line (another conversation works on the file). */
  readonly note?: string;
  readonly problems?: ProblemDelta;
}

/** Change in the number of problems that the editor finds in a file; negative for fewer. */
export interface ProblemDelta {
  readonly errors: number;
  readonly warnings: number;
}

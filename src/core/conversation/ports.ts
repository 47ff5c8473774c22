import type { JsonObject } from '../../base/json';
import type { PermissionMode } from '../../contract/content';
import type { ConversationEvent, FileUpdate, ProblemDelta } from '../../contract/events';
import type { ChannelId, PromptId, SessionId, ToolCallId } from '../../contract/ids';
import type { ProcessIdentity } from '../../node/processIdentity';
import type { AgentLauncher } from '../../protocol/agentLauncher';
import type {
  EditProposal,
  PermissionRequest,
  ToolOutcome,
  ToolUse,
} from '../../protocol/agentSource';

/** Dependencies of a channel, so that tests can run it without an editor. */
export interface ChannelPorts {
  readonly agents: AgentLauncher;
  readonly edits: EditTracking;
  readonly openFiles: OpenFiles;
  readonly proposals: ProposalPresenter;
  readonly settings: ChannelSettings;
  /**
   * Ensures that nothing else has the session open before an agent process takes it up.
   * @throws UserError `openElsewhere`
   */
  acquireLease?(id: SessionId): Promise<void>;
  /** Identifies a process beyond its pid, which another may reuse; undefined if it is gone. */
  identify(pid: number): Promise<ProcessIdentity | undefined>;
}

export interface ChannelSettings {
  readonly whileWorking: 'queue' | 'steer';
  readonly initialMode: PermissionMode;
  /** Tools switched off in new conversations, by the agent's names. */
  readonly disabledTools?: readonly string[];
}

/** Records files before an edit and reports how they changed. Best effort, bounded in time. */
export interface EditTracking {
  /** Registers a channel; must precede all other calls for it. */
  attach(channel: TrackedChannel): void;
  /** Reads the state to compare upcoming calls with, before a message is sent. */
  warmUp(channel: ChannelId): void;
  /** Returns the file updates of the channel's calls that earlier windows recorded. */
  remembered(channel: ChannelId): Promise<readonly FileUpdate[]>;
  /** Called for calls that edit files or run a command. */
  before(channel: ChannelId, use: ToolUse): Promise<void>;
  /** Called when a call waits for the user. */
  asked(channel: ChannelId, tool: ToolCallId): void;
  /** Called when a call that asked may run: its files' present content is the state before it. */
  permitted(channel: ChannelId, tool: ToolCallId): Promise<void>;
  after(channel: ChannelId, use: ToolUse, outcome: ToolOutcome): Promise<TrackedChange>;
  /** Called when a call will not run: denied, or withdrawn while it waited. */
  forget(channel: ChannelId, tool: ToolCallId): void;
  /** Called when the conversation is closed: no more of its calls are tracked. */
  detach(channel: ChannelId): void;
  /** Called when a call has ended without a hook: interrupted, failed, its process gone. */
  settle(channel: ChannelId, tool: ToolCallId): Promise<readonly FileUpdate[]>;
  /** Returns changes made so far by commands that run in the background. */
  turnEnded(channel: ChannelId): Promise<readonly FileUpdate[]>;
  /** Opens the diff of one finished call. */
  openDiff(channel: ChannelId, update: FileUpdate): Promise<void>;
  /** Opens all changes of a turn in the multi-file diff editor. */
  review(channel: ChannelId, title: string, updates: readonly FileUpdate[]): Promise<void>;
}

/** Conversation whose file changes are tracked. */
export interface TrackedChannel {
  readonly id: ChannelId;
  readonly cwd: string;
  title(): string;
}

/** File changes of a call that has ended. */
export interface TrackedChange {
  readonly updates: readonly FileUpdate[];
  /** Note to the user about the call as a whole: why a command's changes are unknown. */
  readonly note?: string;
  /** Text for the agent, which reads it with the call's result. */
  readonly feedback?: string;
}

/** Editor access to the files that a call reads or edits. Never rejects, bounded in time. */
export interface OpenFiles {
  /** Saves unsaved files; resolves with a line for the user about each file that stays unsaved. */
  before(use: ToolUse): Promise<readonly string[]>;
  after(use: ToolUse, outcome: ToolOutcome): Promise<FileFindings>;
  /** Called when a call has ended without running. */
  forget(tool: ToolCallId): void;
}

export interface FileFindings {
  /** Changes in the number of problems, by path; unchanged files are omitted. */
  readonly problems: ReadonlyMap<string, ProblemDelta>;
  /** Text for the agent, which reads it with the call's result. */
  readonly feedback?: string;
}

/** Shows edits that wait for permission in diff editors and keeps the user's changes to them. */
export interface ProposalPresenter {
  /** Shows the proposal as `tandem.diff.open` says. Never rejects: a preview blocks no answer. */
  open(channel: ChannelId, prompt: PromptId, request: PermissionRequest, edit: EditProposal): void;
  /** Brings the diff to the front, regardless of the setting. */
  reveal(prompt: PromptId): Promise<void>;
  /** Returns the input for the diff's right side; undefined if the user changed nothing. */
  editedInput(prompt: PromptId): Promise<EditedInput | undefined>;
  close(prompt: PromptId): Promise<void>;
}

export interface EditedInput {
  readonly input: JsonObject;
  /** Text for the agent about the user's changes, sent once the call has run. */
  readonly feedback: string;
}

/** Page that shows a channel. */
export interface ChannelPage {
  post(message: {
    epoch: number;
    seq: number;
    events: readonly ConversationEvent[];
    done: boolean;
  }): void;
}

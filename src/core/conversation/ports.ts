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

/** What a channel needs of the world, so that it runs without an editor in tests. */
export interface ChannelPorts {
  readonly agents: AgentLauncher;
  readonly edits: EditTracking;
  readonly openFiles: OpenFiles;
  readonly proposals: ProposalRoom;
  readonly settings: ChannelSettings;
  /**
   * Makes sure that nothing else has the session open before a process takes it up.
   * @throws UserError `openElsewhere`
   */
  claim?(id: SessionId): Promise<void>;
  /** Names a process so that it can be told from a stranger with its number; undefined when it is gone. */
  identify(pid: number): Promise<ProcessIdentity | undefined>;
}

export interface ChannelSettings {
  readonly whileWorking: 'queue' | 'steer';
  readonly initialMode: PermissionMode;
  /** Tools that new conversations do without, by the agent's names. */
  readonly disabledTools?: readonly string[];
}

/** Remembers what files were before an edit, and tells what became of them. Best effort, in time. */
export interface EditTracking {
  /** Before anything else of this channel. */
  attach(channel: TrackedChannel): void;
  /** A message is about to be sent, so that calls will follow: reads what they are compared with. */
  warmUp(channel: ChannelId): void;
  /** What earlier windows were told of the channel's calls. */
  remembered(channel: ChannelId): Promise<readonly FileUpdate[]>;
  /** Called for calls that edit files or run a command. */
  before(channel: ChannelId, use: ToolUse): Promise<void>;
  /** A call waits for the user. */
  asked(channel: ChannelId, tool: ToolCallId): void;
  /** A call that had asked may run: what its files are now is what they were before it. */
  permitted(channel: ChannelId, tool: ToolCallId): Promise<void>;
  after(channel: ChannelId, use: ToolUse, outcome: ToolOutcome): Promise<TrackedChange>;
  /** The call will not run: denied, or withdrawn while it waited. */
  forget(channel: ChannelId, tool: ToolCallId): void;
  /** The conversation is closed: nothing more comes of its calls. */
  detach(channel: ChannelId): void;
  /** The call has ended, and no hook has told how: interrupted, failed, its process gone. */
  settle(channel: ChannelId, tool: ToolCallId): Promise<readonly FileUpdate[]>;
  /** What commands that run in the background have changed so far. */
  turnEnded(channel: ChannelId): Promise<readonly FileUpdate[]>;
  /** Opens the difference that one finished call made. */
  openDiff(channel: ChannelId, update: FileUpdate): Promise<void>;
  /** Opens all that a turn changed in the multi-file diff editor. */
  review(channel: ChannelId, title: string, updates: readonly FileUpdate[]): Promise<void>;
}

/** A conversation whose changes are followed. */
export interface TrackedChannel {
  readonly id: ChannelId;
  readonly cwd: string;
  title(): string;
}

/** What a call that has ended did to files. */
export interface TrackedChange {
  readonly updates: readonly FileUpdate[];
  /** For the user, about the call as a whole: why the changes of a command are not known. */
  readonly note?: string;
  /** For the agent, which reads it with the call's result. */
  readonly words?: string;
}

/** The editor's side of the files that a call reads or edits. Never rejects, bounded in time. */
export interface OpenFiles {
  /** Saves what is unsaved; resolves with a line for the user about each file that stays unsaved. */
  before(use: ToolUse): Promise<readonly string[]>;
  after(use: ToolUse, outcome: ToolOutcome): Promise<FileFindings>;
  /** The call has ended without running. */
  forget(tool: ToolCallId): void;
}

export interface FileFindings {
  /** By path, of the files whose problems have become more or fewer. */
  readonly problems: ReadonlyMap<string, ProblemDelta>;
  /** For the agent, which reads it with the call's result. */
  readonly words?: string;
}

/** Shows edits that wait for permission in diff editors and keeps what the user makes of them. */
export interface ProposalRoom {
  /** Shows the proposal as `tandem.diff.open` says. Never rejects: a preview must not block an answer. */
  open(channel: ChannelId, prompt: PromptId, request: PermissionRequest, edit: EditProposal): void;
  /** Brings the diff to the front, whatever the setting. */
  reveal(prompt: PromptId): Promise<void>;
  /** The input that makes the file what the right side says now; undefined when nothing was changed. */
  editedInput(prompt: PromptId): Promise<EditedInput | undefined>;
  close(prompt: PromptId): Promise<void>;
}

export interface EditedInput {
  readonly input: JsonObject;
  /** For the agent, once the call has run: what the user has changed. */
  readonly words: string;
}

/** Pages that show a channel. */
export interface ChannelPage {
  post(message: {
    epoch: number;
    seq: number;
    events: readonly ConversationEvent[];
    done: boolean;
  }): void;
}

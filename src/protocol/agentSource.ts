import type { AbortSignalLike } from '../base/abort';
import type { Disposable } from '../base/disposable';
import type { JsonObject } from '../base/json';
import type { Switch } from '../contract/agentSettings';
import type { Effort, PermissionMode } from '../contract/content';
import type { ImageUpload } from '../contract/draft';
import type { ElicitationPrompt } from '../contract/elicitation';
import type { ConversationEvent } from '../contract/events';
import type { MessageId, SessionId, TaskId, ToolCallId } from '../contract/ids';
import type { SentContext } from '../contract/mentions';
import type { CallPrompt, Destination } from '../contract/prompts';
import type { AgentReports } from './agentReports';

/** Agent process as a channel needs it, whatever protocol the agent speaks. */
export interface AgentProcess extends Disposable {
  readonly pid: number | undefined;
  /** Variable of its environment that everything it starts inherits, as `name=value`. */
  readonly mark?: string | undefined;
  /** True once the process has ended, before `onExit` reports the outcome. */
  readonly hasEnded: boolean;
  /** Number of things that the agent will begin by itself later, as long as the process lives. */
  readonly scheduled: number;
  /** Resolves when the agent takes messages. Rejects with a `UserError` if it does not start. */
  start(): Promise<void>;
  /** Resolves when the message is written. Send one at a time, unless `urgency` says otherwise. */
  send(message: OutgoingMessage): Promise<void>;
  /** Asks the running turn to end; resolves when the agent has confirmed. */
  interrupt(): Promise<void>;
  /** Each setter resolves when the agent confirms; its report arrives as `settings.changed`. */
  setMode(mode: PermissionMode): Promise<void>;
  setModel(model: string): Promise<void>;
  /** `null` leaves it to the user's own settings and the model. */
  setEffort(effort: Effort | null): Promise<void>;
  setFastMode(state: Switch): Promise<void>;
  setUltracode(state: Switch): Promise<void>;
  setMaxThinkingTokens(tokens: number | null): Promise<void>;
  /** Sets one of a foreign agent's options; its new value arrives as `choices.changed`. */
  setOption?(id: string, value: string | boolean): Promise<void>;
  /**
   * Restores the files that the agent's own edits changed since a message. A dry run changes
   * nothing and reports what would change.
   * @throws UserError `rewind.unsupported`, `rewind.noCheckpoint` (the agent kept none), `rewind.failed`
   */
  rewindFiles(messageId: MessageId, isDryRun: boolean): Promise<RewoundFiles>;
  /** Resolves when the agent has the request; the end of the task arrives as `task.changed`. */
  stopTask(id: TaskId): Promise<void>;
  /** Returns the last output of a task. @throws UserError `cli.unsupported` */
  taskOutput(id: TaskId): Promise<TaskOutput>;
  /**
   * Names the stored session.
   * @throws UserError `cli.unsupported`
   */
  rename(title: string): Promise<void>;
  /**
   * Asks about the conversation without changing it, also during a turn.
   * @returns Markdown
   * @throws UserError `cli.unsupported`, `message.unanswered`
   */
  askAside(question: string): Promise<string>;
  readonly servers: AgentServers;
  /** Absent until the process has started, and for other agents. */
  readonly reports?: AgentReports | undefined;
  /** Asks the agent how full its context is; the answer is `usage.changed`, or nothing. */
  refreshUsage(): Promise<void>;
  stop(ladder: StopLadder): Promise<void>;
}

/** MCP servers by name, configured as in the agent's files: `{command, args}`, `{type, url}`. */
export type ServerConfigs = Readonly<Record<string, JsonObject>>;

/** MCP servers of an agent process. */
export interface AgentServers {
  /**
   * Notifies the agent that the tools of the host's own servers have changed.
   * @returns whether the agent requested them again; only some versions do
   */
  toolsChanged(): Promise<boolean>;
  /**
   * Replaces all servers that were set earlier. Servers of the host and of the agent's own files
   * stay.
   * @returns errors of the servers that cannot be reached, by name
   * @throws UserError `cli.unsupported`
   */
  set(servers: ServerConfigs): Promise<ReadonlyMap<string, string>>;
  /** Lists all servers. @throws UserError `cli.unsupported` */
  list(): Promise<readonly AgentServer[]>;
}

export interface AgentServer {
  readonly name: string;
  /** Status as the agent reports it: `connected`, `pending`, `failed`, `needs-auth`, `disabled`. */
  readonly status: string;
  readonly error?: string;
  /** Tool names without the server's name; empty if the agent does not report them. */
  readonly tools: readonly string[];
}

/**
 * `interrupt`: interrupt, SIGTERM, SIGKILL; the process may live on if the first one helps.
 * `whenIdle`: end of input, SIGTERM, SIGKILL. `now`: SIGTERM and SIGKILL of the tree.
 */
export type StopLadder = 'interrupt' | 'whenIdle' | 'now';

export interface OutgoingMessage {
  readonly id: MessageId;
  /** Text with mentions as the agent writes them. */
  readonly text: string;
  readonly images: readonly ImageUpload[];
  /** Goes with the text, in front of it. */
  readonly context?: readonly ContextBlock[];
  /** `now` interrupts the running turn; `next` joins it if the agent can; `turn` gets its own. */
  readonly urgency: 'turn' | 'next' | 'now';
}

/** Something that a message brings along, in full. */
export type ContextBlock = Pick<SentContext, 'kind' | 'title'> &
  (
    | { readonly text: string }
    /** A PDF; `data` is base64. */
    | { readonly data: string }
  );

/** Changes that a rewind would make, or has made if the agent reports them. */
export interface RewoundFiles {
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Number of lines. */
  readonly insertions: number;
  readonly deletions: number;
}

export interface TaskOutput {
  readonly text: string;
  /** True if earlier output was cut off. */
  readonly isCut: boolean;
}

/** User's message as the conversation knows it. */
export interface SentPrompt {
  readonly id: MessageId;
  readonly text: string;
  /** Time of sending, milliseconds since 1970. */
  readonly at: number;
}

/**
 * Place where a stored conversation is cut so that it ends before a prompt. `first`: nothing comes
 * before the prompt. `at`: name of the last entry that stays.
 */
export type ForkPoint = { kind: 'first' } | { kind: 'at'; at: string };

/** Callbacks from an agent process to its host, called in wire order. */
export interface AgentHost {
  onEvents(events: readonly ConversationEvent[]): void;
  /** `idle`: the agent takes the next message. A turn may also begin by itself from `idle`. */
  onActivity(activity: 'working' | 'idle'): void;
  /** Reports messages that Stop took back before the agent had read them. */
  onTakenBack?(ids: readonly MessageId[]): void;
  /** Waits as long as the user does; `signal` aborts if the agent no longer waits. */
  decide(request: PermissionRequest, signal: AbortSignalLike): Promise<PermissionAnswer>;
  /** Shows a server's request for input; `signal` aborts if nobody waits for the answer any more. */
  elicit(request: ElicitationRequest, signal: AbortSignalLike): Promise<ElicitedInput>;
  /** Called when a server is done with a page that it had asked the user to open. */
  onPageFinished(server: string, pageId: string): void;
  /** Called before a tool runs; the agent waits. Never rejects; the caller limits its time. */
  beforeTool(use: ToolUse, signal: AbortSignalLike): Promise<void>;
  /** Called after a tool succeeded or failed. The returned text is passed to the agent. */
  afterTool(use: ToolUse, outcome: ToolOutcome): Promise<string | undefined>;
  /** Called when something has changed that only a new process may take up. */
  onOutdated?(): void;
  onExit(exit: AgentExit): void;
}

export interface ToolUse {
  readonly toolId: ToolCallId;
  /** Agent's own name of the tool. */
  readonly tool: string;
  /** Input as on the wire. */
  readonly input: JsonObject;
  readonly cwd: string;
  /** Absolute paths of the files that the call will change; empty if none are known. */
  readonly edits: readonly string[];
  /** Absolute paths of the files that the call will read; an edit reads what it changes. */
  readonly reads: readonly string[];
  /** Set for a shell command, which may change any file. */
  readonly command?: { readonly isBackground: boolean };
  readonly isSubagent: boolean;
}

export type ToolOutcome =
  | { kind: 'succeeded'; response: unknown; durationMs?: number }
  | { kind: 'failed'; error: string };

export interface ElicitationRequest {
  readonly prompt: ElicitationPrompt;
  /** Server's name of the page; it reports under it that it is done. */
  readonly pageId?: string;
}

export type ElicitedInput =
  /** `content`: the form's values by name. */
  { action: 'accept'; content?: JsonObject } | { action: 'decline' } | { action: 'cancel' };

export interface PermissionRequest {
  readonly prompt: CallPrompt;
  readonly tool: string;
  /** Input as on the wire. Requests with equal tool and input are the same. */
  readonly input: JsonObject;
  readonly edit?: EditProposal;
}

/** Edit that waits for permission: previews the new content, and converts it to tool input. */
export interface EditProposal {
  /** Absolute path. In a notebook, the proposal is the source of one cell. */
  readonly path: string;
  readonly kind: 'text' | 'notebookCell';
  /** Name for the title: a file name, "cell 3". */
  readonly label: string;
  /** True if the agent takes no other input: the user can only look at it. */
  readonly isReadOnly?: true;
  /** The same for the agent, in English; absent: the path. */
  readonly agentLabel?: string;
  /**
   * Returns both sides of the diff, for the file's current content (undefined: no file).
   * @throws UserError if the edit does not fit the content
   */
  sides(current: string | undefined): { before: string; after: string };
  /** Returns the tool input that turns the file into exactly `after`. */
  inputFor(current: string | undefined, after: string): JsonObject;
  /** Equivalent for an editor that shows the whole notebook. */
  readonly notebook?: NotebookSides;
}

/** Edit of one cell as two whole notebooks in the Jupyter format. */
export interface NotebookSides extends Pick<EditProposal, 'sides'> {
  /** @throws UserError `notebook.unreadable` if `after` has changes that the tool cannot make */
  inputFor(current: string | undefined, after: string): JsonObject;
  /**
   * Applies `after`, which was made from `older`, to the current notebook.
   * @throws UserError as `inputFor`, or if the edit does not fit
   */
  rebase(older: string | undefined, after: string, newer: string | undefined): string;
}

export type PermissionAnswer =
  | {
      kind: 'allow';
      /** Tool input, changed or not: the agent always gets it back. */
      input: JsonObject;
      /** Suggestions to apply, by index; `destination` replaces the suggestion's own. */
      apply: readonly { index: number; destination?: Destination }[];
      /** Mode change that no suggestion names (approving a plan). */
      mode?: PermissionMode;
      /** Index of the foreign agent's answer that the user took. */
      offered?: number;
    }
  /** `offered` as above; absent: without one of the agent's own answers. */
  | { kind: 'deny'; message: string; interrupts?: boolean; offered?: number };

export interface AgentExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Last part of stderr, decoded, without secrets. */
  readonly stderr: string;
  /** True if Tandem ended the process. */
  readonly wasAsked: boolean;
  readonly sessionId: SessionId | undefined;
}

import type { AbortSignalLike } from '../base/abort';
import type { Disposable } from '../base/disposable';
import type { JsonObject } from '../base/json';
import type { Effort, PermissionMode } from '../contract/content';
import type { Choices, ConversationEvent } from '../contract/events';
import type { MessageId, SessionId, TaskId, ToolCallId } from '../contract/ids';
import type { Destination, Prompt } from '../contract/prompts';
import type { ImageUpload } from '../contract/view';

/** What a channel needs of an agent's process, whichever wire it speaks. */
export interface AgentProcess extends Disposable {
  readonly pid: number | undefined;
  /** True as soon as it has ended, before `onExit` tells what came of it. */
  readonly hasEnded: boolean;
  /** Resolves when the agent takes messages. Rejects with a `UserError` when it does not come up. */
  start(): Promise<void>;
  /** Resolves when the message has been written. One message at a time unless `urgency` says else. */
  send(message: OutgoingMessage): Promise<void>;
  /** Asks the running turn to end; resolves when the agent has said that it does. */
  interrupt(): Promise<void>;
  /** Each resolves when the agent has confirmed; what it reports comes as `settings.changed`. */
  setMode(mode: PermissionMode): Promise<void>;
  setModel(model: string): Promise<void>;
  setEffort(effort: Effort): Promise<void>;
  setMaxThinkingTokens(tokens: number | null): Promise<void>;
  /**
   * Puts the files that the agent's own edits changed back to what they were before a message. A dry
   * run changes nothing and says what would change.
   * @throws UserError `unsupported`, `noCheckpoint` (the agent kept nothing of that message), `rewind`
   */
  rewindFiles(messageId: MessageId, isDryRun: boolean): Promise<RewoundFiles>;
  /** Resolves when the agent has been told; the end of the task comes as `task.changed`. */
  stopTask(id: TaskId): Promise<void>;
  /** The last of what a task has printed. @throws UserError `cli.unsupported` */
  taskOutput(id: TaskId): Promise<TaskOutput>;
  /**
   * Gives the stored session a name.
   * @throws UserError `cli.unsupported`
   */
  rename(title: string): Promise<void>;
  readonly servers: AgentServers;
  /** Asks the agent for the fill of its context; answers with `usage.changed`, or not at all. */
  refreshUsage(): Promise<void>;
  stop(ladder: StopLadder): Promise<void>;
}

/** MCP servers by their names, each as the agent's own files have it: `{command, args}`, `{type, url}`. */
export type ServerConfigs = Readonly<Record<string, JsonObject>>;

/** The MCP servers of an agent's process. */
export interface AgentServers {
  /**
   * What the host's own servers offer is different.
   * @returns whether the agent has asked for it anew; only some versions do
   */
  toolsChanged(): Promise<boolean>;
  /**
   * Takes the place of all servers that were set before; those of the host and of the agent's own
   * files stay.
   * @returns what is wrong with those that cannot be reached, by name
   * @throws UserError `cli.unsupported`
   */
  set(servers: ServerConfigs): Promise<ReadonlyMap<string, string>>;
  /** All that it has. @throws UserError `cli.unsupported` */
  list(): Promise<readonly AgentServer[]>;
}

export interface AgentServer {
  readonly name: string;
  /** In the agent's words: `connected`, `pending`, `failed`, `needs-auth`, `disabled`. */
  readonly status: string;
  readonly error?: string;
  /** Names of its tools, without the server's; empty where the agent does not tell. */
  readonly tools: readonly string[];
}

/**
 * `interrupt`: interrupt, SIGTERM, SIGKILL, and the process may live on when the first helps.
 * `whenIdle`: end of input, SIGTERM, SIGKILL. `now`: SIGTERM and SIGKILL of the tree.
 */
export type StopLadder = 'interrupt' | 'whenIdle' | 'now';

export interface OutgoingMessage {
  readonly id: MessageId;
  readonly text: string;
  readonly images: readonly ImageUpload[];
  /** `now` interrupts the running turn; `next` joins it where the agent can; `turn` gets its own. */
  readonly urgency: 'turn' | 'next' | 'now';
}

/** What going back changes, or has changed where the agent says so. */
export interface RewoundFiles {
  /** Absolute. */
  readonly files: readonly string[];
  /** Lines. */
  readonly insertions: number;
  readonly deletions: number;
}

export interface TaskOutput {
  readonly text: string;
  /** There was more before it. */
  readonly isCut: boolean;
}

/** A message of the user as the conversation knows it. */
export interface SentPrompt {
  readonly id: MessageId;
  readonly text: string;
  /** When it was sent, milliseconds since 1970. */
  readonly at: number;
}

/**
 * Where a stored conversation is cut so that it ends before a prompt: nowhere, because nothing comes
 * before it, or after the entry of this name.
 */
export type ForkPoint = { kind: 'first' } | { kind: 'at'; at: string };

/** What an agent's process asks of and tells its host. Called in the order of the wire. */
export interface AgentHost {
  onEvents(events: readonly ConversationEvent[]): void;
  /** `idle`: takes the next message. A turn may also begin by itself, from `idle`. */
  onActivity(activity: 'working' | 'idle'): void;
  onChoices?(choices: Choices): void;
  /** Waits as long as the user does; `signal` aborts when the agent no longer waits. */
  decide(request: PermissionRequest, signal: AbortSignalLike): Promise<PermissionAnswer>;
  /** Before a tool runs; the agent waits for it. Never rejects, bounded in time by the caller. */
  beforeTool(use: ToolUse, signal: AbortSignalLike): Promise<void>;
  /** After a tool ran, well or badly. What is returned is told to the agent. */
  afterTool(use: ToolUse, outcome: ToolOutcome): Promise<string | undefined>;
  onExit(exit: AgentExit): void;
}

export interface ToolUse {
  readonly toolId: ToolCallId;
  /** The agent's own name of the tool. */
  readonly tool: string;
  /** As on the wire. */
  readonly input: JsonObject;
  readonly cwd: string;
  /** Files that the call is going to change, absolute; empty when it changes none or none is known. */
  readonly edits: readonly string[];
  /** Files whose content the call is about to read, absolute: an edit reads what it changes. */
  readonly reads: readonly string[];
  /** Of a shell command, which may change any file. */
  readonly command?: { readonly isBackground: boolean };
  readonly isSubagent: boolean;
}

export type ToolOutcome =
  | { kind: 'succeeded'; response: unknown; durationMs?: number }
  | { kind: 'failed'; error: string };

export interface PermissionRequest {
  readonly prompt: Prompt;
  readonly tool: string;
  /** As on the wire: two requests are the same when tool and input are. */
  readonly input: JsonObject;
  readonly edit?: EditProposal;
}

/** An edit that waits for permission: what the file would become, and how to say what it shall become. */
export interface EditProposal {
  /** Absolute. For a notebook the proposal is the source of one cell. */
  readonly path: string;
  readonly kind: 'text' | 'notebookCell';
  /** Name of what is edited, for the title: a file name, "cell 3". */
  readonly label: string;
  /**
   * Left and right side, from the file's present content (absent: there is no file).
   * @throws UserError when the edit does not fit the content
   */
  sides(current: string | undefined): { before: string; after: string };
  /** The tool's input that makes the file exactly `after`. */
  inputFor(current: string | undefined, after: string): JsonObject;
  /** The same for an editor that shows the whole notebook. */
  readonly notebook?: NotebookSides;
}

/** An edit of one cell as two whole notebooks in the Jupyter format. */
export interface NotebookSides extends Pick<EditProposal, 'sides'> {
  /** @throws UserError `notebook` when `after` has changes that the tool cannot make */
  inputFor(current: string | undefined, after: string): JsonObject;
  /**
   * `after`, which was made from `older`, for the notebook as it is now.
   * @throws UserError as `inputFor`, or when the edit does not fit
   */
  rebase(older: string | undefined, after: string, newer: string | undefined): string;
}

export type PermissionAnswer =
  | {
      kind: 'allow';
      /** The tool's input, changed or not: it always goes back. */
      input: JsonObject;
      /** Suggestions to apply, by index; `destination` replaces the suggestion's own. */
      apply: readonly { index: number; destination?: Destination }[];
      /** A change of mode that no suggestion names (approving a plan). */
      mode?: PermissionMode;
    }
  | { kind: 'deny'; message: string; interrupts?: boolean };

export interface AgentExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** The last of stderr, decoded, without secrets. */
  readonly stderr: string;
  /** We ended it. */
  readonly wasAsked: boolean;
  readonly sessionId: SessionId | undefined;
}

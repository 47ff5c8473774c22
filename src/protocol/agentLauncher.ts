import * as l10n from '@vscode/l10n';
import type { OptionValues, Switch } from '../contract/agentSettings';
import type { Effort, PermissionMode, Todo } from '../contract/content';
import type { ChannelId, SessionId } from '../contract/ids';
import type { AgentHost, AgentProcess, ForkPoint, SentPrompt } from './agentSource';
import type { StoredSession } from './storedSession';

/** Starts agents and reads their stored sessions; `cli/cliLauncher` implements it for the CLI. */
export interface AgentLauncher {
  /**
   * Creates a process without starting it.
   * @throws UserError `cli.missing` if there is no agent to run
   */
  launch(options: LaunchOptions, host: AgentHost): Promise<AgentProcess>;
  /**
   * Resolves when it is certain where the agent stores its sessions. Before, they are read from where
   * an earlier window found them.
   * @throws UserError as `launch`
   */
  settleStore?(): Promise<void>;
  /** Checks whether the agent stored anything under this id. Rejects if that is unknown. */
  hasSession(cwd: string, id: SessionId): Promise<boolean>;
  /**
   * Reads the history from the agent's own store; undefined if nothing is stored under this id.
   * @param until the last entry to read
   * @throws UserError `session.unreadable`
   */
  openSession(cwd: string, id: SessionId, until?: string): Promise<StoredSession | undefined>;
  /** Returns the stored size of a session in bytes, for `hasMessageSince`. */
  storedLength(cwd: string, id: SessionId): Promise<number>;
  /** Checks whether a message was stored since the session had this size. */
  hasMessageSince(cwd: string, id: SessionId, length: number): Promise<boolean>;
  /**
   * Finds the place where a stored session must be cut to end before a prompt.
   * @param until entry at which the session is taken to end
   * @throws UserError with the reason why it cannot be cut there
   */
  forkPoint(cwd: string, id: SessionId, prompt: SentPrompt, until?: string): Promise<ForkPoint>;
  /** Returns the foreign agent that a stored session belongs to; undefined: Claude Code. */
  sourceOf?(id: SessionId): Promise<string | undefined>;
  /** Returns the launcher of a foreign agent's conversations, also of those that are not stored yet. */
  forSource?(source: string): AgentLauncher;
}

/** `fork` begins a session with this id from another session's entries, up to the entry `at`. */
export type LaunchSession =
  | { readonly kind: 'new'; readonly id: SessionId }
  /** `at`: last entry that the conversation continues from; later entries are left out. */
  | { readonly kind: 'resume'; readonly id: SessionId; readonly at?: string }
  | ({ readonly kind: 'fork'; readonly id: SessionId } & ForkOrigin);

export interface LaunchOptions {
  readonly channel: ChannelId;
  /** Name of a foreign agent of the setting `tandem.agents`; absent: Claude Code. */
  readonly source?: string;
  readonly cwd: string;
  readonly session: LaunchSession;
  /** Choices for this conversation; they take precedence over the settings. */
  readonly picks: Picks;
  readonly granted?: SessionGrants;
  /** Cost of the conversation's earlier processes, in US dollars. */
  readonly costBefore: number;
  /** Returns the conversation's to-dos: the CLI keeps them with a session that it resumes. */
  readonly todosBefore?: () => readonly Todo[];
  /** Folders that the agent may work in, in addition to those of the settings. */
  readonly addDirs?: readonly string[];
  /** True if the agent must store nothing. */
  readonly isTemporary?: boolean;
}

/** Choices of the user for one conversation. */
export interface Picks {
  readonly mode?: PermissionMode;
  readonly model?: string;
  /** Name of the agent that answers, instead of Claude Code's own. */
  readonly agent?: string;
  /** Effort for all models, in records of earlier versions. */
  readonly effort?: Effort;
  /** Effort by model; see `effortFor`. */
  readonly efforts?: Readonly<Record<string, Effort>>;
  readonly fastMode?: Switch;
  readonly ultracode?: Switch;
  readonly maxThinkingTokens?: number | null;
  /** Agent's names of the tools that are switched off. */
  readonly disabledTools?: readonly string[];
  /** Tools of other extensions that are switched on. */
  readonly lmTools?: readonly string[];
  /** Values of a foreign agent's options by id. */
  readonly options?: OptionValues;
}

/** Permissions that the user granted for one conversation, in addition to all settings. */
export interface SessionGrants {
  /** Rules spelled as in `Suggestion`: `Bash(npm test:*)`, `WebFetch`. */
  readonly rules: readonly string[];
  /** Absolute paths. */
  readonly directories: readonly string[];
}

/** Session that a conversation was forked from. */
export interface ForkOrigin {
  readonly from: SessionId;
  /** Last entry of that session to continue from; absent: all of it. */
  readonly at?: string;
}

/** Explains why nothing can be sent in a folder that was removed or renamed. */
export function goneFolder(cwd: string): string {
  return l10n.t(
    'The folder {0} no longer exists. The conversation can be read; to continue it, put the folder back, or continue in another folder.',
    cwd,
  );
}

import type { Effort, PermissionMode } from '../contract/content';
import type { ChannelId, SessionId } from '../contract/ids';
import type { AgentHost, AgentProcess, ForkPoint, SentPrompt } from './agentSource';
import type { StoredSession } from './storedSession';

/** Starts agents, and reads what they have stored: the CLI's is `cli/cliLauncher`. */
export interface AgentLauncher {
  /**
   * A process that has not been started.
   * @throws UserError `noCli` when there is no agent to run
   */
  launch(options: LaunchOptions, host: AgentHost): Promise<AgentProcess>;
  /** Whether the agent has stored anything under this id. Rejects when that cannot be found out. */
  hasSession(cwd: string, id: SessionId): Promise<boolean>;
  /**
   * What was said so far, from the agent's own store; undefined when there is nothing under this id.
   * @param until the last entry to read
   * @throws UserError `unreadable`
   */
  openSession(cwd: string, id: SessionId, until?: string): Promise<StoredSession | undefined>;
  /** How much is stored under an id, for `hasMessageSince`. */
  storedLength(cwd: string, id: SessionId): Promise<number>;
  /** Whether a message was stored since the session had this length. */
  hasMessageSince(cwd: string, id: SessionId, length: number): Promise<boolean>;
  /**
   * Where a stored session is cut so that it ends before a prompt.
   * @param until the session is taken to end with this entry
   * @throws UserError that says why it cannot be cut there
   */
  forkPoint(cwd: string, id: SessionId, prompt: SentPrompt, until?: string): Promise<ForkPoint>;
}

/** `fork` begins a session of this id with what another one holds, up to the entry `at`. */
export type LaunchSession =
  | { readonly kind: 'new'; readonly id: SessionId }
  /** `at`: the last entry that the conversation goes on from; what comes after it is left. */
  | { readonly kind: 'resume'; readonly id: SessionId; readonly at?: string }
  | ({ readonly kind: 'fork'; readonly id: SessionId } & ForkOrigin);

export interface LaunchOptions {
  readonly channel: ChannelId;
  readonly cwd: string;
  readonly session: LaunchSession;
  /** Picked in this conversation: go before the settings. */
  readonly picks: Picks;
  readonly granted?: SessionGrants;
  /** Cost of the processes that carried the conversation before, in US dollars. */
  readonly costBefore: number;
  /** Further folders that the agent may work in, beside those of the settings. */
  readonly addDirs?: readonly string[];
  /** The agent is to store nothing. */
  readonly isTemporary?: boolean;
}

/** What the user chose for one conversation. */
export interface Picks {
  readonly mode?: PermissionMode;
  readonly model?: string;
  readonly effort?: Effort;
  readonly maxThinkingTokens?: number | null;
  /** Tools that are switched off, by the agent's names. */
  readonly disabledTools?: readonly string[];
  /** Tools of other extensions that are switched on. */
  readonly lmTools?: readonly string[];
}

/** What the user has allowed for one conversation, beyond all settings. */
export interface SessionGrants {
  /** As `Suggestion` spells them: `Bash(npm test:*)`, `WebFetch`. */
  readonly rules: readonly string[];
  /** Absolute. */
  readonly directories: readonly string[];
}

/** The session that a conversation was forked from. */
export interface ForkOrigin {
  readonly from: SessionId;
  /** The last entry of it that the conversation goes on from; absent: all of it. */
  readonly at?: string;
}

/** Why nothing can be sent in a folder that was removed or renamed. */
export function goneFolder(cwd: string): string {
  return `The folder ${cwd} is not there any more. The conversation can be read; to go on with it, put the folder back, or go on in another folder.`;
}

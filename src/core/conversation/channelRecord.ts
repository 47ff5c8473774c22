import { type Draft, emptyDraft } from '../../contract/draft';
import type { ChannelId, MessageId, SessionId } from '../../contract/ids';
import type { ShellLine } from '../../contract/shell';
import type { SideQuestion } from '../../contract/sideQuestions';
import type { ViewState } from '../../contract/view';
import type { ProcessIdentity } from '../../node/processIdentity';
import type { ForkOrigin, Picks, SessionGrants } from '../../protocol/agentLauncher';
import type { ContextBlock } from '../../protocol/agentSource';
import type { StoredPrompt } from './permissionBroker';

/** State of a channel that must survive its page, its window and its process. */
export interface ChannelRecord {
  readonly channelId: ChannelId;
  readonly cwd: string;
  /** Name of the foreign agent that answers; absent: Claude Code. */
  readonly source?: string;
  readonly sessionId: SessionId;
  /** Session to continue from, until the agent has stored anything under `sessionId`. */
  readonly fork?: ForkOrigin;
  /** Point that the conversation's own session was rewound to, until a message follows. */
  readonly rewound?: RewoundTo;
  /** Session that was found in the agent's store: if it is `sessionId`, it never begins anew. */
  readonly storedAs?: SessionId;
  /** Title shown while the agent has none. */
  readonly fallbackTitle?: string;
  /** Additional folders that the agent may access, as absolute paths. */
  readonly addDirs?: readonly string[];
  /** Set if the agent stores nothing of the conversation; `said` if there is something to lose. */
  readonly temporary?: 'empty' | 'said';
  readonly picks: Picks;
  /** Model that the agent has reported last: a session goes on with it, where nothing names another. */
  readonly model?: string;
  /**
   * Model for the next process if a model that a message had borrowed gave the last answer: the
   * session names that one last, and the agent would continue with it.
   */
  readonly ownModel?: string;
  /** Permissions granted for the session: each process is told, until the conversation closes. */
  readonly granted?: SessionGrants;
  readonly draft: Draft;
  readonly queue: readonly StoredMessage[];
  /** Messages written to the agent whose turn has not ended. */
  readonly inFlight: readonly StoredMessage[];
  /** Messages of the last turn, if it was stopped: the agent may end before it has stored them. */
  readonly stopped?: readonly StoredMessage[];
  readonly prompts: readonly StoredPrompt[];
  readonly view: ViewState;
  readonly costUsd: number;
  /** Plan to go on by itself, in milliseconds since 1970. */
  readonly goOn?: { readonly at: number };
  /** Questions beside the conversation, oldest first. */
  readonly sideQuestions?: readonly SideQuestion[];
  /** Shell lines whose output goes with the next message, oldest first. */
  readonly shellLines?: readonly StoredShellLine[];
  /** Agent process, to be ended if it outlives its window. */
  readonly process?: ProcessIdentity;
  /** Extension host that has the conversation open. */
  readonly owner?: ProcessIdentity;
  readonly updatedAt: number;
}

export interface StoredShellLine extends ShellLine {
  readonly output: string;
  /** Shell of a line that runs, to be ended if it outlives its window. */
  readonly process?: ProcessIdentity;
}

interface RewoundTo {
  /** Last entry, which the conversation continues from. */
  readonly at: string;
  /** Length of the stored session at that time, as the agent's store measures it. */
  readonly length: number;
}

/** Initial values of a new conversation. */
export type RecordStart = Partial<
  Pick<
    ChannelRecord,
    | 'source'
    | 'sessionId'
    | 'fork'
    | 'fallbackTitle'
    | 'draft'
    | 'picks'
    | 'ownModel'
    | 'addDirs'
    | 'shellLines'
    | 'temporary'
  >
>;

export interface StoredMessage extends Draft {
  readonly id: MessageId;
  /** Text that the agent got, if a mention in it became something else. */
  readonly agentText?: string;
  /** Content of the editor, frozen when the user sent the message. */
  readonly context?: readonly ContextBlock[];
  readonly at: number;
  readonly picks: Picks;
}

/** Persistent storage of a channel's record. */
export interface RecordStorage {
  /** Takes effect in order. Of several saves in a row, only the last may be written. */
  save(record: ChannelRecord): void;
  /** Resolves when all saved records survive the end of this process (see ADR 18). */
  written(): Promise<void>;
  /** Resolves when all saved records are on disk. */
  flush(): Promise<void>;
}

/** Creates the record of a conversation without messages. */
export function emptyRecord(
  ids: Pick<ChannelRecord, 'channelId' | 'sessionId' | 'cwd'>,
): ChannelRecord {
  return {
    ...ids,
    picks: {},
    draft: emptyDraft,
    queue: [],
    inFlight: [],
    prompts: [],
    view: { expanded: [] },
    costUsd: 0,
    updatedAt: 0,
  };
}

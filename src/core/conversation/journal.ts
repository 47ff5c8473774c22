import type { ChannelId, MessageId, SessionId } from '../../contract/ids';
import type { Draft, ImageUpload, ViewState } from '../../contract/view';
import type { ProcessIdentity } from '../../node/processIdentity';
import type { ForkOrigin, Picks, SessionGrants } from '../../protocol/agentLauncher';
import type { StoredPrompt } from './broker';

/** All of a channel that must survive its page, its window and its process. */
export interface ChannelRecord {
  readonly channelId: ChannelId;
  readonly cwd: string;
  readonly sessionId: SessionId;
  /** Until the agent has stored anything under `sessionId`: what the conversation goes on from. */
  readonly fork?: ForkOrigin;
  /** Until something was said since: where the conversation was taken back to in its own session. */
  readonly rewound?: RewoundTo;
  /** Shown as long as the agent has no title for it. */
  readonly fallbackTitle?: string;
  /** Further folders that the agent may work in. Absolute. */
  readonly addDirs?: readonly string[];
  /** The agent stores nothing of it; `said` when there is something that can be lost. */
  readonly temporary?: 'empty' | 'said';
  readonly picks: Picks;
  /** What was allowed for as long as the conversation lasts; the agent's process alone remembers it. */
  readonly granted?: SessionGrants;
  readonly draft: Draft;
  readonly queue: readonly StoredMessage[];
  /** Written to the agent, and the turn has not ended. */
  readonly inFlight: readonly StoredMessage[];
  readonly prompts: readonly StoredPrompt[];
  readonly view: ViewState;
  readonly costUsd: number;
  /** The agent's process, to be ended when it outlives its window. */
  readonly process?: ProcessIdentity;
  /** The extension host that has the conversation open. */
  readonly owner?: ProcessIdentity;
  readonly updatedAt: number;
}

interface RewoundTo {
  /** The last entry that the conversation goes on from. */
  readonly at: string;
  /** Of the stored session at that time, as the agent's store measures it. */
  readonly length: number;
}

/** What a new conversation begins with. */
export type RecordStart = Partial<
  Pick<
    ChannelRecord,
    'sessionId' | 'fork' | 'fallbackTitle' | 'draft' | 'picks' | 'addDirs' | 'temporary'
  >
>;

export interface StoredMessage {
  readonly id: MessageId;
  readonly text: string;
  readonly images: readonly ImageUpload[];
  readonly at: number;
  readonly picks: Picks;
}

/** Where a channel's record is written through to. */
export interface Journal {
  /** Takes effect in order; the last of several at once may be the only one that is written. */
  save(record: ChannelRecord): void;
  /** Resolves when all that was saved is on disk. */
  flush(): Promise<void>;
}

export const emptyDraft: Draft = { text: '', images: [] };

/** A conversation of which nothing was said yet. */
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

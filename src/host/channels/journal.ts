import type { Draft, ImageUpload, ViewState } from '../../contract/calls';
import type { ChannelId, MessageId, SessionId } from '../../contract/ids';
import type { ProcessIdentity } from '../../node/processIdentity';
import type { StoredPrompt } from './broker';
import type { Picks } from './ports';

/** All of a channel that must survive its page, its window and its process. */
export interface ChannelRecord {
  readonly channelId: ChannelId;
  readonly cwd: string;
  readonly sessionId: SessionId;
  readonly picks: Picks;
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

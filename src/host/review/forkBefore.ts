import type { MessageId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import type { Reviews } from '../../core/edits/review/reviews';
import { rewindTargetOf } from './rewindTargets';

/** Forks a conversation that ends before a message, and shows the fork in a tab. */
export type ForkConversation = (channel: Channel, message: MessageId) => Promise<Channel>;

interface ForkParts {
  readonly reviews: Pick<Reviews, 'open'>;
  readonly fork: ForkConversation;
  /** Resolves with whether the user confirmed; absent if the code stays as it is. */
  readonly rewindCode: (() => Promise<boolean>) | undefined;
}

/** Forks a conversation before a message. The fork inherits the edits up to there. */
export async function forkBefore(
  channel: Channel,
  message: MessageId,
  { reviews, fork, rewindCode }: ForkParts,
): Promise<void> {
  // Reports an impossible fork before any file is touched.
  await channel.forking.startBefore(message, channel.title);
  // Code comes next: if the user cancels the preview, nothing has happened.
  if (rewindCode && !(await rewindCode())) {
    return;
  }
  const origin = await reviews.open(channel.cwd, channel.id);
  const at = rewindTargetOf(channel.conversation, message)?.at ?? 0;
  const forked = await fork(channel, message);
  const known = origin.record.changes.filter(change => change.at < at);
  await (await reviews.open(forked.cwd, forked.id)).inherit(known);
  await forked.restorer.recallEdits();
}

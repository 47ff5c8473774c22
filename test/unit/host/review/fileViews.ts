import type { ChannelId, ToolCallId } from '../../../../src/contract/ids';
import type { ChannelReview } from '../../../../src/core/edits/review/channelReview';
import type { FileView } from '../../../../src/core/edits/review/fileView';
import type { ReviewRecord } from '../../../../src/core/edits/review/reviewRecord';
import { ReviewText } from '../../../../src/core/edits/review/reviewText';
import { toLines } from '../../../../src/core/edits/text/lines';

/** Creates the review of a conversation, of which only the id matters. */
export function reviewOf(id: string): ChannelReview {
  const record: Partial<ReviewRecord> = { channelId: id as ChannelId, title: id };
  const some: Partial<ChannelReview> = { record: record as ReviewRecord };
  return some as ChannelReview;
}

/** A file before and after the agent's changes, and with what the user made of them. */
export interface Texts {
  readonly before: string;
  readonly after: string;
  readonly now?: string;
}

/** Creates the view of a text file that the agent has updated. */
export function viewOf(
  path: string,
  channel: ChannelReview,
  { before, after, now = after }: Texts,
  tools: readonly string[] = [],
): FileView {
  const text = new ReviewText(toLines(before), toLines(after));
  const lines = toLines(now);
  const hunks = text.hunksIn(lines);
  return {
    channel,
    review: { path, before: null, after: null, tools: tools as readonly ToolCallId[] },
    now: { bytes: Buffer.from(now), isUnsaved: false },
    before: Buffer.from(before),
    kind: 'updated',
    hunks,
    added: hunks.reduce((sum, hunk) => sum + hunk.now.end - hunk.now.start, 0),
    removed: hunks.reduce((sum, hunk) => sum + hunk.before.end - hunk.before.start, 0),
    lines: { text, now: lines, encoding: 'utf-8' },
  };
}

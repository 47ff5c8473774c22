import type { Clock } from '../../../base/clock';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { ChannelId, ToolCallId } from '../../../contract/ids';
import { raceTimeout } from '../../../node/raceTimeout';
import type { TrackedChannel } from '../../conversation/editEvents';
import type { ChannelReview } from '../review/channelReview';
import type { FileChange } from '../review/reviewRecord';
import type { Reviews } from '../review/reviews';

/** Milliseconds. */
const mostWait = 500;

/** The conversations whose edits are tracked, with their reviews. */
export class TrackedReviews {
  private readonly channels = new Map<ChannelId, TrackedChannel>();

  constructor(
    private readonly reviews: Reviews,
    private readonly log: Log,
  ) {}

  /** Conversations open in this window. */
  get attached(): readonly TrackedChannel[] {
    return [...this.channels.values()];
  }

  attach(channel: TrackedChannel): void {
    this.channels.set(channel.id, channel);
  }

  detach(channel: ChannelId): void {
    this.channels.delete(channel);
  }

  cwdOf(channel: ChannelId): string | undefined {
    return this.channels.get(channel)?.cwd;
  }

  /** Opens the review of an attached conversation. Never rejects. */
  async open(channel: ChannelId): Promise<ChannelReview | undefined> {
    const cwd = this.cwdOf(channel);
    try {
      return cwd === undefined ? undefined : await this.reviews.open(cwd, channel);
    } catch (error) {
      this.log.error('The review could not be opened', { error: messageOf(error) });
      return undefined;
    }
  }

  /**
   * Waits for the record to be on disk, but not for longer than an agent should wait. Never rejects.
   */
  async recorded(review: ChannelReview | undefined, clock: Clock): Promise<void> {
    try {
      await (review && raceTimeout(review.flush(), mostWait, clock));
    } catch (error) {
      this.log.warn('A call that begins is not on record yet', { error: messageOf(error) });
    }
  }

  /** Records the changes of a call and its end. Never rejects. */
  async record(
    channel: ChannelId,
    toolId: ToolCallId,
    changes: readonly FileChange[],
  ): Promise<void> {
    const review = await this.open(channel);
    if (!review) {
      return;
    }
    try {
      if (changes.length > 0) {
        const title = this.channels.get(channel)?.title() ?? review.record.title;
        await review.add(changes, { toolId, title });
      } else {
        await review.end(toolId);
      }
    } catch (error) {
      this.log.error('Changes could not be recorded', { error: messageOf(error) });
    }
  }

  /** Records the end of a call without effect. Never rejects. */
  async end(channel: ChannelId, toolId: ToolCallId): Promise<void> {
    try {
      await this.reviews.get(channel)?.end(toolId);
    } catch (error) {
      this.log.error('The end of a call could not be recorded', { error: messageOf(error) });
    }
  }

  /** Returns a note if other conversations have undecided changes in the file. */
  noteAt(path: string, channel: ChannelId): string | undefined {
    const others = this.reviews
      .at(path)
      .filter(({ channel: other }) => other.record.channelId !== channel)
      .map(({ channel: other }) => `“${other.record.title}”`);
    return others.length > 0
      ? `${others.join(', ')} has changes in this file that wait for a decision.`
      : undefined;
  }
}

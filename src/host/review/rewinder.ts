import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { MessageId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelReview } from '../../core/edits/review/channelReview';
import type { Decisions, OwnedPlan } from '../../core/edits/review/decisions';
import type { Reviews } from '../../core/edits/review/reviews';
import type { AgentRewind } from './agentRewind';
import type { ChangeActions } from './changeActions';
import { editsSince, rewindTargetOf, rewindTitle } from './rewindTargets';

interface RewoundEdits {
  readonly reviews: Pick<Reviews, 'get' | 'open'>;
  readonly actions: Pick<ChangeActions, 'showResult'>;
  readonly decisions: Pick<Decisions, 'planner' | 'read' | 'run'>;
}

/** Restores files to their state when a message was sent, after a preview. */
export class Rewinder {
  constructor(
    private readonly edits: RewoundEdits,
    private readonly agent: Pick<AgentRewind, 'rewind'>,
  ) {}

  /** Counts the files that the conversation is known to have changed since then. */
  filesSince(channel: Channel, at: number): number {
    return pathsSince(this.edits.reviews.get(channel.id), at).length;
  }

  /**
   * Previews and rewinds the files to a message.
   * @returns whether the user confirmed
   * @throws UserError `rewind.nothing` when no file has changed since, unless `mayHaveNothing`; `conversation.busy`;
   *   `message.gone`
   */
  async rewind(
    channel: Channel,
    message: MessageId,
    { mayHaveNothing = false } = {},
  ): Promise<boolean> {
    const target = rewindTargetOf(channel.conversation, message);
    if (!target) {
      const reason = l10n.t('This message is no longer in the conversation.');
      throw new UserError('message.gone', reason);
    }
    if (['working', 'waiting', 'stopping'].includes(channel.conversation.summary.agent.phase)) {
      const reason = l10n.t('This conversation is working. Stop it before you rewind code.');
      throw new UserError('conversation.busy', reason);
    }
    const review = await this.edits.reviews.open(channel.cwd, channel.id);
    const { plans, lost } = await this.plans(review, target.at);
    const unknown = this.unrecorded(channel, review, target.at) + lost;
    if (plans.length === 0 && unknown > 0 && !mayHaveNothing) {
      return this.agent.rewind(channel, target);
    }
    if (plans.length === 0) {
      if (mayHaveNothing) {
        return true;
      }
      throw new UserError(
        'rewind.nothing',
        l10n.t('No file has changed since this message was sent.'),
      );
    }
    const title = rewindTitle(target);
    const means =
      unknown > 0
        ? l10n.t('{0} (from what Tandem kept; {1} changes are not known and stay)', title, unknown)
        : l10n.t('{0} (from what Tandem kept)', title);
    const done = await this.edits.decisions.run(means, plans, true);
    if (done && done.files > 0) {
      await review.forgetKept(target.at);
    }
    await this.edits.actions.showResult(done, true);
    return done !== undefined;
  }

  /** @returns `lost`: number of files whose previous contents are no longer stored */
  private async plans(
    review: ChannelReview,
    since: number,
  ): Promise<{ plans: OwnedPlan[]; lost: number }> {
    const plans: OwnedPlan[] = [];
    const paths = pathsSince(review, since);
    let lost = since <= (review.record.forgottenUntil ?? 0) ? 1 : 0;
    for (const path of lost > 0 ? [] : paths) {
      try {
        const newest = review.record.changes.findLast(change => change.path === path);
        const now = await this.edits.decisions.read(newest ?? { path });
        const plan = await this.edits.decisions.planner.rewind(review, path, since, now);
        plans.push(...(plan ? [{ channel: review, plan }] : []));
      } catch (error) {
        if (!(error instanceof UserError && error.code === 'change.lost')) {
          throw error;
        }
        lost += 1;
      }
    }
    return { plans, lost };
  }

  /** Counts edits in the conversation that are missing from the log: made in another program. */
  private unrecorded(channel: Channel, review: ChannelReview, since: number): number {
    const known = new Set(review.record.changes.map(({ toolId }) => toolId));
    const edits = editsSince(channel.conversation, since);
    return edits.filter(tool => !known.has(tool)).length;
  }
}

function pathsSince(review: ChannelReview | undefined, since: number): string[] {
  const changes = review?.record.changes.filter(({ at }) => at >= since) ?? [];
  return [...new Set(changes.map(({ path }) => path))];
}

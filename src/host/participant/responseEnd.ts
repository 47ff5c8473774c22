import * as l10n from '@vscode/l10n';
import { plural } from '../../base/plural';
import type { Conversation } from '../../contract/conversation';
import type { TurnOutcome } from '../../contract/events';
import { filesText } from '../../contract/labels/filesText';
import { problemOf } from '../../core/runs/channelRun';
import { isRunning } from '../../transcript/foldTasks';
import { escapedLine } from '../nativeText/commentMarkdown';
import type { Reply } from '../nativeText/reply';
import type { Answered } from './answerRequest';
import { openButton } from './openButton';
import type { NextStep } from './responseNote';

/** Conversation of a response, as far as its end shows it. */
export interface EndedChannel {
  readonly id: string;
  readonly record: { readonly sessionId: string };
  readonly conversation: Pick<Conversation, 'summary'>;
}

/**
 * Writes the end of a response: what waits for a review, what goes on, and a button to Tandem.
 * @returns what went wrong, as the error that the Chat view shows; undefined if nothing did
 */
export function showEnd(
  reply: Reply,
  channel: EndedChannel,
  { outcome, problem }: Answered,
): string | undefined {
  const { summary } = channel.conversation;
  const { review, agent, tasks } = summary;
  if (outcome?.kind === 'error' && outcome.reason === 'authentication') {
    reply.button({ title: l10n.t('Sign In'), command: 'tandem.account.signIn' });
  }
  if (outcome?.kind === 'interrupted') {
    reply.markdown(`\n\n*${escapedLine(l10n.t('Stopped'))}*\n\n`);
  }
  if (review && review.files > 0) {
    const counts = `${filesText(review.files)}, +${review.added} −${review.removed}`;
    reply.markdown(`\n\n${escapedLine(l10n.t('Changes to review: {0}', counts))}\n\n`);
    reply.button({
      ...{ title: l10n.t('Review Changes'), command: 'tandem.changes.reviewConversation' },
      // The form of a group in the Source Control view.
      args: [{ id: channel.id, resourceStates: [] }],
    });
  }
  if (tasks.some(isRunning)) {
    const count = tasks.filter(isRunning).length;
    const text = plural(count, {
      one: l10n.t('A task is still running in the background.'),
      other: l10n.t('{0} tasks are still running in the background.', count),
    });
    reply.markdown(`\n\n${escapedLine(text)}\n\n`);
    reply.button({ title: l10n.t('Stop Task…'), command: 'tandem.tasks.stop' });
  }
  reply.button(openButton(channel.record.sessionId));
  return outcome
    ? problemOf(outcome)
    : (agent.detail ?? problem ?? l10n.t('The message was not sent.'));
}

/** Returns what the user may want next. */
export function nextStep(
  { summary }: Pick<Conversation, 'summary'>,
  outcome: TurnOutcome | undefined,
): NextStep | undefined {
  if (outcome !== undefined && ['interrupted', 'maxTurns', 'maxBudget'].includes(outcome.kind)) {
    return 'go';
  }
  if (summary.settings.mode === 'plan') {
    return 'plan';
  }
  return summary.review && summary.review.files > 0 ? 'review' : undefined;
}

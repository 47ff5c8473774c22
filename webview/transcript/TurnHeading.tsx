import * as l10n from '@vscode/l10n';
import type { Turn } from '../../src/contract/conversation';
import type { RunningTask, TurnCause } from '../../src/contract/tasks';
import { agentTitleOf } from '../store/agentTitle';
import { usePageState } from '../store/pageContext';

/** Line above a turn that the agent began by itself, such as after the end of a background task. */
export function TurnHeading({ turn }: { readonly turn: Turn }) {
  const agentTitle = usePageState(agentTitleOf);
  const live = usePageState(({ conversation }) =>
    conversation.summary.tasks.findLast(one => hasCaused(one, turn)),
  );
  const task = turn.after ?? live;
  return (
    <p class="turn-heading">
      <span dir="auto">{task ? endText(task) : l10n.t('{0} continued by itself', agentTitle)}</span>
    </p>
  );
}

/** The agent hears of an end within seconds, unless another turn is still running. */
function hasCaused({ isBackground, endedAt }: RunningTask, { startedAt }: Turn): boolean {
  const since = startedAt - (endedAt ?? 0);
  return isBackground && since >= -2_000 && since < 30_000;
}

function endText({ status, title }: TurnCause): string {
  switch (status) {
    case 'failed':
      return l10n.t('Background task failed: {0}', title);
    case 'stopped':
      return l10n.t('Background task stopped: {0}', title);
    default:
      return l10n.t('Background task finished: {0}', title);
  }
}

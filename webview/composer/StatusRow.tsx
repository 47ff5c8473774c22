import * as l10n from '@vscode/l10n';
import type { AgentPhase } from '../../src/contract/agentState';
import { foreignVersion } from '../../src/contract/labels/agentNames';
import { tasksBeside } from '../../src/transcript/taskCounts';
import { usePageState } from '../store/pageContext';
import { isLossOnCard, phaseLabel } from '../store/phases';
import { formatDuration } from '../ui/durations';
import type { IconName } from '../ui/glyphs';
import { Icon } from '../ui/Icon';
import { useNow } from '../ui/useNow';
import { LateStatusActions } from './LateParts';

const icons: Record<AgentPhase, IconName> = {
  idle: 'circle-filled',
  starting: 'loading',
  working: 'loading',
  waiting: 'bell',
  stopping: 'loading',
  stopped: 'circle-slash',
  lost: 'error',
};

/** Phase of the agent, and what the user can do about it. */
export function StatusRow() {
  const agent = usePageState(state => state.conversation.summary.agent);
  const foreign = usePageState(state => state.conversation.summary.choices.foreign);
  const waiting = usePageState(state => state.conversation.summary.waiting);
  const { phase, stderr, restartsBeforeNext } = agent;
  const hasTasks = usePageState(state => tasksBeside(state.conversation.summary.tasks).length > 0);
  const isOnCard = usePageState(state => isLossOnCard(state.conversation));
  // The card, or the strip beside, says it already.
  const isSaid = phase === 'waiting' || (phase === 'idle' && hasTasks) || isOnCard;
  const detail = isSaid ? undefined : agent.detail;
  const [first] = waiting;
  const isSettled = phase === 'idle' || phase === 'stopped' || isOnCard;
  const isQuiet = isSettled && !detail && !restartsBeforeNext;
  return (
    <>
      <div
        role="status"
        class={isQuiet ? 'sr-only' : `status status-${phase}`}
        aria-label={l10n.t('Agent status')}
        // The hidden live region announces each phase once; here, every second would be read aloud.
        aria-live="off"
        data-phase={phase}
        title={foreign && foreignVersion({ foreign })}
      >
        <Icon name={icons[phase]} spin={icons[phase] === 'loading'} />
        <span class="status-phase">{phaseLabel({ agent, waiting })}</span>
        <Elapsed isRunning={phase === 'working'} />
        {detail ? (
          <span class="status-detail" dir="auto">
            {detail}
          </span>
        ) : null}
        {restartsBeforeNext ? (
          <span class="status-detail">{l10n.t('restarts before the next message')}</span>
        ) : null}
        {foreign ? (
          <span class="status-agent sr-only" dir="auto">
            {foreignVersion({ foreign })}
          </span>
        ) : null}
      </div>
      {first || (agent.actions?.length && !isOnCard) || stderr ? <LateStatusActions /> : null}
    </>
  );
}

function Elapsed({ isRunning }: { readonly isRunning: boolean }) {
  const startedAt = usePageState(state => state.conversation.open?.startedAt);
  const skew = usePageState(state => state.clockSkew);
  const now = useNow(isRunning);
  if (!isRunning || startedAt === undefined) {
    return null;
  }
  const elapsed = now + skew - startedAt;
  return elapsed >= 1000 ? <span class="quiet">{formatDuration(elapsed)}</span> : null;
}

import * as l10n from '@vscode/l10n';
import type { AgentPhase } from '../../src/contract/events';
import { actionLabel } from '../../src/contract/labels/actionLabel';
import { foreignVersion } from '../../src/contract/labels/agentNames';
import { useActions, usePageState } from '../store/pageContext';
import { phaseLabel } from '../store/phases';
import { Button } from '../ui/Button';
import { formatDuration } from '../ui/durations';
import { Icon } from '../ui/Icon';
import { useNow } from '../ui/useNow';
import { LateRequestLink } from './LateParts';

const icons: Record<AgentPhase, string> = {
  idle: 'circle-filled',
  starting: 'loading',
  working: 'loading',
  waiting: 'bell',
  stopping: 'loading',
  stopped: 'circle-slash',
  lost: 'error',
};

/** Phase of the agent, a way to the request that waits, and available actions. */
export function StatusRow() {
  const actions = useActions();
  const agent = usePageState(state => state.conversation.summary.agent);
  const foreign = usePageState(state => state.conversation.summary.choices.foreign);
  const waiting = usePageState(state => state.conversation.summary.waiting);
  const { phase, stderr, restartsBeforeNext } = agent;
  // The card says what it is about.
  const detail = phase === 'waiting' ? undefined : agent.detail;
  const [first] = waiting;
  const isQuiet = (phase === 'idle' || phase === 'stopped') && !detail && !restartsBeforeNext;
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
      {first ? <LateRequestLink key={first.id} id={first.id} count={waiting.length} /> : null}
      {(agent.actions ?? []).map(action => (
        <Button key={action} onClick={() => void actions.call('agent.act', { action })}>
          {actionLabel(action)}
        </Button>
      ))}
      {stderr ? (
        <details class="stderr">
          <summary>{l10n.t('Last output of the process')}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be scrollable by keys. */}
          <pre tabIndex={0}>{stderr}</pre>
        </details>
      ) : null}
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

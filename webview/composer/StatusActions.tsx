import * as l10n from '@vscode/l10n';
import { actionLabel } from '../../src/contract/labels/actionLabel';
import { useActions, usePageState } from '../store/pageContext';
import { isLossOnCard } from '../store/phases';
import { Button } from '../ui/Button';
import { RequestLink } from './RequestLink';

/** A way to the request that waits, available actions, and the last output of the process. */
export function StatusActions() {
  const { call } = useActions();
  const { actions = [], stderr } = usePageState(state => state.conversation.summary.agent);
  const waiting = usePageState(state => state.conversation.summary.waiting);
  const isOnCard = usePageState(state => isLossOnCard(state.conversation));
  return (
    <>
      <RequestLink waiting={waiting} />
      {(isOnCard ? [] : actions).map(action => (
        <Button key={action} onClick={() => void call('agent.act', { action })}>
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

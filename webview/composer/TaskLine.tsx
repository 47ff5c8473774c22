import * as l10n from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import { tasksBeside } from '../../src/transcript/taskCounts';
import { useActions, usePageState } from '../store/pageContext';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { useFocusHeir } from '../ui/useFocusHeir';

/** Counts tasks that run in addition to the agent's own turn; renders nothing without any. */
export function TaskLine() {
  const tasks = usePageState(state => state.conversation.summary.tasks);
  const count = tasksBeside(tasks).length;
  return count > 0 ? <Line count={count} /> : null;
}

function Line({ count }: { readonly count: number }) {
  const { call } = useActions();
  const line = useRef<HTMLDivElement>(null);
  useFocusHeir(line, gone => gone.parentElement?.querySelector<HTMLElement>('.message-input'));
  return (
    <div ref={line} class="review-line">
      <Icon name="loading" spin />
      <span class="review-text" role="status" aria-label={l10n.t('Running tasks')}>
        {l10n.t('{0} running', count)}
      </span>
      <Button
        kind="link"
        label={l10n.t('Show what is running')}
        onClick={() => void call('task.act', { action: 'list' })}
      >
        {l10n.t('Show')}
      </Button>
    </div>
  );
}

import { useRef } from 'preact/hooks';
import { tasksBeside } from '../../src/transcript/taskCounts';
import { useActions, usePageState } from '../store/context';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { useFocusHeir } from '../ui/useFocusHeir';

/** How much runs beside the agent's own words; nothing when nothing does. */
export function TaskLine() {
  const tasks = usePageState(state => state.conversation.summary.tasks);
  const count = tasksBeside(tasks).length;
  return count > 0 ? <Line count={count} /> : null;
}

function Line({ count }: { readonly count: number }) {
  const actions = useActions();
  const line = useRef<HTMLDivElement>(null);
  useFocusHeir(line, gone => gone.parentElement?.querySelector('textarea'));
  return (
    <div ref={line} class="review-line">
      <span class="review-text" role="status" aria-label="Running tasks">
        <Icon name="loading" spin /> {count} running
      </span>
      <Button
        kind="link"
        label="Show what is running"
        onClick={() => void actions.actOnTask({ action: 'list' })}
      >
        Show
      </Button>
    </div>
  );
}

import * as l10n from '@vscode/l10n';
import { useMemo } from 'preact/hooks';
import { runsTurn } from '../../../src/contract/agentState';
import type { ReviewSummary } from '../../../src/contract/fileUpdates';
import type { RunningTask } from '../../../src/contract/tasks';
import { changedFiles } from '../../../src/transcript/selectors';
import { useActions, useExpanded, usePageState, usePageStore } from '../../store/pageContext';
import { EscapedText } from '../../tools/parts/EscapedText';
import { spelledOut } from '../../tools/parts/invisibleCharacters';
import { Todos } from '../../tools/parts/Todos';
import { Button, IconButton } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { LineCounts } from '../../ui/LineCounts';
import { stripKey } from './DockStrip';
import { type StripFacts, useStripFacts } from './stripFacts';

/** Shows what the strip counts; above it, while the user has it open. */
export function StripPanel() {
  const facts = useStripFacts();
  const [isOpen] = useExpanded(stripKey);
  return facts && isOpen ? <Panel {...facts} /> : null;
}

function Panel({ review, todos, tasks }: StripFacts) {
  const isPaused = usePageState(state => !runsTurn(state.conversation.summary.agent.phase));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be scrollable by keys.
    <section id={stripKey} class="strip-panel" tabIndex={0} aria-label={l10n.t('In progress')}>
      {review ? <Files review={review} /> : null}
      {todos.length > 0 ? <Todos todos={todos} isPaused={isPaused} /> : null}
      {tasks.length > 0 ? <Tasks tasks={tasks} /> : null}
    </section>
  );
}

/** Files of the turns that are loaded; the review has the others, too. */
function Files({ review }: { readonly review: ReviewSummary }) {
  const { call } = useActions();
  const store = usePageStore();
  const files = useMemo(() => {
    const pending = new Set(review.tools);
    const { turns, open } = store.get().conversation;
    const items = (open ? [...turns, open] : turns).flatMap(turn =>
      turn.items.filter(item => item.kind === 'tool' && pending.has(item.call.id)),
    );
    return changedFiles({ items });
  }, [review]);
  return (
    <ul class="strip-list" aria-label={l10n.t('Changed files')}>
      {files.map(({ path, toolId, added, removed }) => (
        <li key={path}>
          <button
            type="button"
            class="strip-file"
            title={spelledOut(path)}
            onClick={() => void call('edit.openDiff', { toolId, path })}
          >
            <Icon name="file" />
            <span class="strip-name">
              <EscapedText text={path.split(/[\\/]/).at(-1) ?? path} />
            </span>
            <LineCounts added={added} removed={removed} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function Tasks({ tasks }: { readonly tasks: readonly RunningTask[] }) {
  const { call } = useActions();
  return (
    <ul class="strip-list" aria-label={l10n.t('Running tasks')}>
      {tasks.map(({ id: taskId, title, stop, hasOutput, lastAction }) => (
        <li key={taskId}>
          <Icon name="loading" spin />
          <span
            class="strip-name"
            title={lastAction === undefined ? undefined : spelledOut(lastAction)}
          >
            <EscapedText text={title} />
          </span>
          {hasOutput ? (
            <IconButton
              label={l10n.t('Show Output of {0}', spelledOut(title))}
              icon="output"
              onClick={() => void call('task.act', { action: 'output', taskId })}
            />
          ) : null}
          {stop ? (
            <IconButton
              label={
                stop === 'task'
                  ? l10n.t('Stop {0}', spelledOut(title))
                  : l10n.t('Stop the Turn, and This with It')
              }
              icon="debug-stop"
              onClick={() => void call('task.act', { action: 'stop', taskId })}
            />
          ) : null}
        </li>
      ))}
      <li>
        <Button kind="link" onClick={() => void call('task.act', { action: 'list' })}>
          {l10n.t('Show All Tasks')}
        </Button>
      </li>
    </ul>
  );
}

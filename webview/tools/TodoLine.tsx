import * as l10n from '@vscode/l10n';
import { useId } from 'preact/hooks';
import { runsTurn } from '../../src/contract/agentState';
import type { Todo } from '../../src/contract/content';
import type { ToolItem, Turn } from '../../src/contract/conversation';
import { useExpanded, usePageState } from '../store/pageContext';
import { Icon } from '../ui/Icon';
import { Todos } from './parts/Todos';
import { TodoChanges } from './TodoChanges';
import { isNewestTodo, todosAfter } from './todoCalls';

interface TodoLineProps {
  /** Updates of one turn, in order. */
  readonly calls: readonly ToolItem[];
  readonly turn: Turn;
}

/** Line for all updates of the to-do list in one turn, such as "To-dos: 1 of 3". */
export function TodoLine({ calls, turn }: TodoLineProps) {
  const now = usePageState(({ conversation }) =>
    calls[0]?.call.parentToolId === undefined && isNewestTodo(conversation, turn)
      ? conversation.summary.todos
      : undefined,
  );
  const todos = now ?? todosAfter(calls);
  const isTurn = usePageState(state => runsTurn(state.conversation.summary.agent.phase));
  const isPaused = now !== undefined && !isTurn;
  const bodyId = useId();
  const [isOpen, setOpen] = useExpanded(`todos:${calls[0]?.key ?? ''}`);
  const active = todos?.find(({ status }) => status === 'in_progress');
  const isWriting = calls.some(({ call }) => call.status === 'pending');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's.
    <div
      role="group"
      class="tool"
      aria-label={l10n.t('To-dos')}
      data-status={isWriting ? 'running' : 'done'}
      data-family="todoWrite"
      data-reveal={calls[0]?.call.id}
    >
      <div class="tool-header">
        <button
          type="button"
          class="tool-toggle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <Icon name="checklist" />
          <span class="tool-title">{titleFor(todos)}</span>
          <span class="sr-only">{` ${l10n.t('Details')}`}</span>
        </button>
        {active === undefined ? null : (
          <span class="tool-target" title={active.text}>
            {isPaused ? active.text : (active.activeText ?? active.text)}
          </span>
        )}
      </div>
      {isOpen ? (
        <div class="tool-body" id={bodyId}>
          {todos === undefined ? null : <Todos todos={todos} isPaused={isPaused} />}
          <TodoChanges calls={calls} isWhole={todos !== undefined} />
        </div>
      ) : null}
    </div>
  );
}

function titleFor(todos: readonly Todo[] | undefined): string {
  if (todos === undefined || todos.length === 0) {
    return l10n.t('To-dos updated');
  }
  const done = todos.filter(({ status }) => status === 'completed').length;
  return l10n.t('To-dos: {0} of {1}', done, todos.length);
}

import * as l10n from '@vscode/l10n';
import type { Todo } from '../../../src/contract/content';
import { todoStatusLabel } from '../../../src/contract/labels/statusLabels';
import { Icon } from '../../ui/Icon';

const icons = {
  pending: 'circle-large',
  in_progress: 'play-circle',
  paused: 'debug-pause',
  completed: 'pass',
} as const;

interface TodosProps {
  readonly todos: readonly Todo[];
  /** Whether no turn runs that could go on with those that are begun. */
  readonly isPaused?: boolean;
}

/** Checklist; items in progress show their `activeText`. */
export function Todos({ todos, isPaused = false }: TodosProps) {
  if (todos.length === 0) {
    return <p class="tool-note">{l10n.t('The list is empty')}</p>;
  }
  return (
    <ul class="tool-todos">
      {todos.map((todo, index) => {
        const status = isPaused && todo.status === 'in_progress' ? 'paused' : todo.status;
        return (
          <li key={`${todo.id}:${index}`} data-status={status}>
            <Icon name={icons[status]} />
            <span class="sr-only">{todoStatusLabel(status)}: </span>
            <span class="tool-todo-text">
              {status === 'in_progress' ? (todo.activeText ?? todo.text) : todo.text}
            </span>
            {todo.blockedBy === undefined || todo.blockedBy.length === 0 ? null : (
              <span class="tool-note">
                {` ${l10n.t('after {0}', todo.blockedBy.map(id => `#${id}`).join(', '))}`}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

import * as l10n from '@vscode/l10n';
import type { Todo } from '../../../src/contract/content';
import { todoStatusLabel } from '../../../src/contract/labels/statusLabels';
import { Icon } from '../../ui/Icon';

const icons = { pending: 'circle-large', in_progress: 'play-circle', completed: 'pass' } as const;

/** Checklist; items in progress show their `activeText`. */
export function Todos({ todos }: { readonly todos: readonly Todo[] }) {
  if (todos.length === 0) {
    return <p class="tool-note">{l10n.t('The list is empty')}</p>;
  }
  return (
    <ul class="tool-todos">
      {todos.map((todo, index) => (
        <li key={`${todo.id}:${index}`} data-status={todo.status}>
          <Icon name={icons[todo.status]} />
          <span class="sr-only">{todoStatusLabel(todo.status)}: </span>
          <span class="tool-todo-text">
            {todo.status === 'in_progress' ? (todo.activeText ?? todo.text) : todo.text}
          </span>
          {todo.blockedBy === undefined || todo.blockedBy.length === 0 ? null : (
            <span class="tool-note">
              {` ${l10n.t('after {0}', todo.blockedBy.map(id => `#${id}`).join(', '))}`}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

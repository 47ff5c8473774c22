import * as l10n from '@vscode/l10n';
import type { AgentPhase } from '../../contract/agentState';
import type { Todo } from '../../contract/content';
import { todoStatusLabel } from '../../contract/labels/statusLabels';

interface TodoRow {
  readonly label: string;
  /** To-dos that must be completed first. */
  readonly description?: string;
  readonly tooltip: string;
  /** For screen readers. */
  readonly accessibleLabel: string;
}

/** @param all to-dos of the same conversation */
export function todoRow(todo: Todo, all: readonly Todo[]): TodoRow {
  const isActive = todo.status === 'in_progress';
  const label = isActive ? (todo.activeText ?? todo.text) : todo.text;
  const open = openBlockers(todo, all);
  return {
    label,
    ...(open.length > 0 ? { description: l10n.t('after {0}', open.join(', ')) } : {}),
    tooltip: todo.text,
    accessibleLabel: `${label}, ${todoStatusLabel(todo.status)}`,
  };
}

/** Returns the icon of a to-do in progress: a stopped turn leaves it as it was. */
export function activeIcon(phase: AgentPhase | undefined): 'sync' | 'sync~spin' {
  return phase === 'working' ? 'sync~spin' : 'sync';
}

function openBlockers(todo: Todo, all: readonly Todo[]): string[] {
  const ids = new Set(todo.blockedBy ?? []);
  return all
    .filter(other => ids.has(other.id) && other.status !== 'completed')
    .map(other => other.text);
}

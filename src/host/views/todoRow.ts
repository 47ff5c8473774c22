import * as l10n from '@vscode/l10n';
import { type AgentPhase, runsTurn } from '../../contract/agentState';
import type { Todo, TodoStatus } from '../../contract/content';
import { todoStatusLabel } from '../../contract/labels/statusLabels';

interface TodoRow {
  readonly label: string;
  /** To-dos that must be completed first. */
  readonly description?: string;
  readonly tooltip: string;
  /** For screen readers. */
  readonly accessibleLabel: string;
}

interface TodoIcon {
  readonly icon: 'circle-large-outline' | 'debug-pause' | 'pass-filled' | 'sync' | 'sync~spin';
  readonly color?: 'charts.blue' | 'charts.green';
}

/**
 * @param all to-dos of the same conversation
 * @param isTurn whether a turn runs: one that ends leaves its to-dos as they were
 */
export function todoRow(todo: Todo, all: readonly Todo[], isTurn: boolean): TodoRow {
  const isBegun = todo.status === 'in_progress';
  const label = isBegun && isTurn ? (todo.activeText ?? todo.text) : todo.text;
  const open = openBlockers(todo, all);
  return {
    label,
    ...(open.length > 0 ? { description: l10n.t('after {0}', open.join(', ')) } : {}),
    tooltip: todo.text,
    accessibleLabel: `${label}, ${todoStatusLabel(isBegun && !isTurn ? 'paused' : todo.status)}`,
  };
}

export function todoIcon(status: TodoStatus, phase: AgentPhase | undefined): TodoIcon {
  switch (status) {
    case 'pending':
      return { icon: 'circle-large-outline' };
    case 'in_progress':
      return runsTurn(phase)
        ? { icon: phase === 'working' ? 'sync~spin' : 'sync', color: 'charts.blue' }
        : { icon: 'debug-pause' };
    case 'completed':
      return { icon: 'pass-filled', color: 'charts.green' };
  }
}

function openBlockers(todo: Todo, all: readonly Todo[]): string[] {
  const ids = new Set(todo.blockedBy ?? []);
  return all
    .filter(other => ids.has(other.id) && other.status !== 'completed')
    .map(other => other.text);
}

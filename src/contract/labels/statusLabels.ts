import * as l10n from '@vscode/l10n';
import type { TodoStatus } from '../content';
import type { TaskStatus } from '../tasks';

/** @param status `paused`: begun, but its turn is over */
export function todoStatusLabel(status: TodoStatus | 'paused'): string {
  switch (status) {
    case 'pending':
      return l10n.t('to do');
    case 'in_progress':
      return l10n.t('in progress');
    case 'paused':
      return l10n.t('paused');
    case 'completed':
      return l10n.t('done');
  }
}

/** @param status of a to-do, as the agent names it; unknown ones are returned as they are */
export function toldTodoStatus(status: string): string {
  switch (status) {
    case 'pending':
    case 'in_progress':
    case 'completed':
      return todoStatusLabel(status);
    case 'deleted':
      return l10n.t('removed');
    default:
      return status;
  }
}

interface TaskStatusText {
  /** As an entry of its own: "Running". */
  readonly label: string;
  /** Within a text: "running". */
  readonly name: string;
}

export function taskStatusText(status: TaskStatus): TaskStatusText {
  switch (status) {
    case 'running':
      return { label: l10n.t('Running'), name: l10n.t('running') };
    case 'completed':
      return { label: l10n.t('Finished'), name: l10n.t('finished') };
    case 'failed':
      return { label: l10n.t('Failed'), name: l10n.t('failed') };
    case 'stopped':
      return { label: l10n.t('Stopped'), name: l10n.t('stopped') };
    case 'lost':
      return { label: l10n.t('Ended with its agent'), name: l10n.t('ended with its agent') };
  }
}

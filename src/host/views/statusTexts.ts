import * as l10n from '@vscode/l10n';
import type { Conversation } from '../../contract/conversation';
import type { AgentPhase } from '../../contract/events';
import { percentUsed } from '../../transcript/percentUsed';
import { todoProgress } from '../../transcript/selectors';

/** Maximum number of tasks that a tooltip names. */
const mostTitles = 10;

interface StatusText {
  readonly text: string;
  readonly tooltip: string;
  /** For screen readers. */
  readonly label: string;
  /** Whether the user is to notice it. */
  readonly isWarning: boolean;
}

/**
 * @param waiting number of waiting prompts in all conversations; they count most
 * @param warnAt per cent of the context from which on the text shows it; 0 for never
 */
export function statusText(
  conversation: Conversation | undefined,
  waiting: number,
  warnAt = 0,
): StatusText {
  const agent = conversation?.summary.agent;
  const percent = conversation && percentUsed(conversation.summary.usage);
  const fill = percent === undefined ? '' : `\n${l10n.t('Context: {0}% used', percent)}`;
  const isFull = percent !== undefined && warnAt > 0 && percent >= warnAt;
  const phase = waiting > 0 ? 'waiting' : (agent?.phase ?? 'stopped');
  const { icon, name } = phaseText(phase);
  const count = waiting > 0 ? ` ${waiting}` : '';
  return {
    text: `${icon} Tandem${count}${isFull ? ` ${percent}%` : ''}`,
    tooltip: `Tandem: ${name}${agent?.detail ? `: ${agent.detail}` : ''}${fill}`,
    label: `Tandem, ${name}`,
    isWarning: waiting > 0,
  };
}

/** @returns undefined if the conversation has no to-dos */
export function todosText(
  conversation: Conversation | undefined,
): { readonly text: string; readonly tooltip: string } | undefined {
  const progress = progressText(conversation);
  const active = conversation?.summary.todos.find(todo => todo.status === 'in_progress');
  return progress === undefined
    ? undefined
    : {
        text: `$(checklist) ${progress}`,
        tooltip: active ? (active.activeText ?? active.text) : l10n.t('To-dos of the conversation'),
      };
}

/** Returns the progress as "2 of 5"; undefined if the conversation has no to-dos. */
export function progressText(conversation: Conversation | undefined): string | undefined {
  const progress = conversation && todoProgress(conversation);
  return progress && l10n.t('{0} of {1}', progress.done, progress.all);
}

/** @returns undefined if no task runs */
export function tasksText(
  titles: readonly string[],
): { readonly text: string; readonly tooltip: string; readonly label: string } | undefined {
  if (titles.length === 0) {
    return undefined;
  }
  const label = l10n.t('Tandem: {0} running', titles.length);
  return {
    text: `$(sync~spin) ${titles.length}`,
    tooltip: [label, ...titles.slice(0, mostTitles)].join('\n'),
    label,
  };
}

function phaseText(phase: AgentPhase): { icon: string; name: string } {
  switch (phase) {
    case 'idle':
      return { icon: '$(comment-discussion)', name: l10n.t('idle') };
    case 'starting':
      return { icon: '$(loading~spin)', name: l10n.t('starting') };
    case 'working':
      return { icon: '$(loading~spin)', name: l10n.t('working') };
    case 'waiting':
      return { icon: '$(bell-dot)', name: l10n.t('waiting for you') };
    case 'stopping':
      return { icon: '$(loading~spin)', name: l10n.t('stopping') };
    case 'stopped':
      return { icon: '$(comment-discussion)', name: l10n.t('stopped') };
    case 'lost':
      return { icon: '$(error)', name: l10n.t('lost') };
  }
}

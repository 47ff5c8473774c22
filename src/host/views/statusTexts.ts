import * as l10n from '@vscode/l10n';
import { costText, percentText } from '../../base/locale';
import { plural } from '../../base/plural';
import { type AgentPhase, runsTurn } from '../../contract/agentState';
import type { ModelChoice } from '../../contract/choices';
import type { Conversation } from '../../contract/conversation';
import { findModel, modelLabel, modelName } from '../../contract/labels/modelLabel';
import { percentUsed } from '../../transcript/percentUsed';
import { todoProgress } from '../../transcript/selectors';
import { messageText } from '../nativeText/messageText';

/** Maximum number of tasks that a tooltip names. */
const mostTitles = 10;

/** Facts that the status bar tells. */
export interface StatusFacts {
  /** Conversation in front, and its title. */
  readonly conversation?: Conversation | undefined;
  readonly title?: string | undefined;
  /** Number of waiting prompts in all conversations; they count most. */
  readonly waiting: number;
  /** Titles of tasks that run beside the replies, in all conversations. */
  readonly tasks: readonly string[];
  /** Per cent of the context from which on the text shows it; 0 for never. */
  readonly warnAt: number;
}

interface StatusText {
  readonly text: string;
  /** Lines: the title first, then only what is known. */
  readonly tooltip: string;
  /** For screen readers. */
  readonly label: string;
  /** Whether the user is to notice it. */
  readonly isWarning: boolean;
}

export function statusText(facts: StatusFacts): StatusText {
  const { conversation, title, waiting, tasks, warnAt } = facts;
  const agent = conversation?.summary.agent;
  const percent = conversation && percentUsed(conversation.summary.usage);
  const isFull = percent !== undefined && warnAt > 0 && percent >= warnAt;
  const phase = waiting > 0 ? 'waiting' : (agent?.phase ?? 'stopped');
  const { icon, name } = phaseText(phase);
  const progress = progressText(conversation);
  const parts = [
    `Tandem${waiting > 0 ? ` ${waiting}` : ''}${isFull ? ` ${percentText(percent / 100)}` : ''}`,
    progress,
    tasks.length > 0 ? tasksCount(tasks.length) : undefined,
  ].filter(part => part !== undefined);
  const state = `${name}${agent?.detail ? `: ${agent.detail}` : ''}`;
  return {
    text: `${icon} ${parts.join(' · ')}`,
    tooltip: [
      ...(title === undefined ? [`Tandem: ${state}`] : [title, l10n.t('State: {0}', state)]),
      ...(waiting > 0 ? [l10n.t('Waiting: {0}', requestCount(waiting))] : []),
      ...(conversation ? factLines(conversation, percent) : []),
      ...(tasks.length > 0 ? [l10n.t('Running: {0}', listed(tasks))] : []),
    ]
      // An agent's text must not look like a further fact.
      .map(line => messageText(line))
      .join('\n'),
    // Heard without the icon, bare numbers would say nothing.
    label: [
      `Tandem, ${name}`,
      ...(waiting > 0 ? [requestCount(waiting)] : []),
      ...(isFull ? [l10n.t('Context: {0} used', percentText(percent / 100))] : []),
      ...(progress === undefined ? [] : [l10n.t('{0} to-dos', progress)]),
      ...(tasks.length > 0 ? [tasksCount(tasks.length)] : []),
    ].join(', '),
    isWarning: waiting > 0,
  };
}

function factLines(conversation: Conversation, percent: number | undefined): readonly string[] {
  const { settings, choices, usage, todos, agent } = conversation.summary;
  const { requested } = settings;
  const model = requested.model ?? settings.model;
  const progress = progressText(conversation);
  const isTurn = runsTurn(agent.phase);
  const active = isTurn ? todos.find(todo => todo.status === 'in_progress') : undefined;
  const now = active && (active.activeText ?? active.text);
  return [
    ...(choices.models.length > 0 ? [l10n.t('Model: {0}', nameOf(choices.models, model))] : []),
    ...(percent === undefined ? [] : [l10n.t('Context: {0} used', percentText(percent / 100))]),
    ...(usage.costUsd ? [l10n.t('Cost: {0}', costText(usage.costUsd))] : []),
    ...(progress === undefined
      ? []
      : [l10n.t('To-dos: {0}', now === undefined ? progress : `${progress}, ${now}`)]),
  ];
}

/** Names the model that runs, also behind the default, as far as the agent has told. */
function nameOf(models: readonly ModelChoice[], value: string): string {
  const choice = findModel(models, value);
  const known = choice?.value === 'default' ? modelName(choice.resolved ?? '') : undefined;
  return known ?? modelLabel(models, value);
}

function tasksCount(count: number): string {
  return plural(count, { one: l10n.t('1 task'), other: l10n.t('{0} tasks', count) });
}

function requestCount(count: number): string {
  return plural(count, { one: l10n.t('1 request'), other: l10n.t('{0} requests', count) });
}

function listed(titles: readonly string[]): string {
  const named = titles.slice(0, mostTitles).join(', ');
  return titles.length > mostTitles ? `${named}, …` : named;
}

/** Returns the progress as "2 of 5"; undefined if the conversation has no to-dos. */
export function progressText(conversation: Conversation | undefined): string | undefined {
  const progress = conversation && todoProgress(conversation);
  return progress && l10n.t('{0} of {1}', progress.done, progress.all);
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

import type { AgentSettings } from '../contract/agentSettings';
import type { Choices } from '../contract/choices';
import type { Summary } from '../contract/conversation';
import type { ConversationEvent } from '../contract/events';
import { findModel } from '../contract/labels/modelLabel';
import type { Prompt } from '../contract/prompts';
import type { ShellLine } from '../contract/shell';
import { withoutGranted } from './agentOptions';
import { foldTask, isRunning, loseTasks } from './foldTasks';

/** Folds facts about the whole conversation; returns the same object if nothing changes. */
export function foldSummary(summary: Summary, event: ConversationEvent): Summary {
  switch (event.type) {
    case 'session.changed': {
      const { type: _, ...changed } = event;
      return { ...summary, ...changed };
    }
    case 'conversation.cleared': {
      const { title: _, sideQuestions: __, suggestion: ___, ...kept } = summary;
      return { ...kept, todos: [], usage: {}, waiting: [] };
    }
    case 'suggestion.changed':
      return { ...summary, suggestion: event.suggestion };
    case 'turn.started':
    case 'prompt.sent':
      return withoutSuggestion(summary);
    case 'todos.changed':
      return { ...summary, todos: event.todos };
    case 'usage.changed':
      return { ...summary, usage: { ...summary.usage, ...event.usage } };
    case 'settings.changed':
      return {
        ...summary,
        settings: foldSettings(summary.settings, withAlias(event.settings, summary)),
      };
    case 'choices.changed':
      return {
        ...summary,
        choices: withReported(summary.choices, event.choices),
        settings: withoutGranted(summary.settings, event.choices.options),
      };
    case 'commands.changed': {
      const { type: _, ...changed } = event;
      return { ...summary, choices: { ...summary.choices, ...changed } };
    }
    case 'account.changed':
      return { ...summary, account: event.account };
    case 'agent.changed':
      return { ...summary, agent: event.agent, tasks: loseTasks(summary.tasks, event.agent.phase) };
    case 'task.changed':
      return { ...summary, tasks: foldTask(summary.tasks, event.task) };
    case 'tasks.cleared':
      return { ...summary, tasks: summary.tasks.filter(isRunning) };
    case 'queue.changed': {
      const { isQueueHeld: _, queueHeldBecause: __, ...others } = summary;
      const { queue, isHeld, heldBecause } = event;
      return {
        ...others,
        queue,
        ...(isHeld ? { isQueueHeld: true } : {}),
        ...(heldBecause ? { queueHeldBecause: heldBecause } : {}),
      };
    }
    case 'sending.changed': {
      const { sending: _, ...others } = summary;
      return event.sending.length > 0 ? { ...others, sending: event.sending } : others;
    }
    case 'limit.changed':
      return { ...summary, limits: { ...summary.limits, [event.limit.type]: event.limit } };
    case 'goOn.changed': {
      const { goOnAt: _, ...others } = summary;
      return event.at === undefined ? others : { ...others, goOnAt: event.at };
    }
    case 'sideQuestions.changed': {
      const { sideQuestions: _, ...others } = summary;
      const { sideQuestions } = event;
      return sideQuestions.length > 0 ? { ...others, sideQuestions } : others;
    }
    case 'shell.changed':
      return { ...summary, shellLines: withLine(summary.shellLines, event.line) };
    case 'shell.removed': {
      const { shellLines = [], ...others } = summary;
      const kept = shellLines.filter(({ id }) => !event.ids.includes(id));
      return kept.length > 0 ? { ...others, shellLines: kept } : others;
    }
    case 'review.changed': {
      const { review: _, ...others } = summary;
      const { review } = event;
      const { files, tools, undone, kept } = review;
      const isAny = files > 0 || tools.length > 0 || undone !== undefined || kept !== undefined;
      return isAny ? { ...others, review } : others;
    }
    case 'folder.changed':
      return { ...summary, folder: event.folder };
    case 'prompt.opened': {
      const { prompt } = event;
      const others = summary.waiting.filter(({ id }) => id !== prompt.id);
      return { ...summary, waiting: isWaiting(prompt) ? [...others, prompt] : others };
    }
    case 'prompt.closed':
      return {
        ...summary,
        waiting: summary.waiting.filter(prompt => prompt.id !== event.promptId),
      };
    default:
      return summary;
  }
}

/** A page that the user has opened waits for its server. */
function isWaiting(prompt: Prompt): boolean {
  const { request } = prompt.kind === 'elicitation' ? prompt : {};
  return request?.mode !== 'page' || request.stage !== 'opened';
}

function withLine(lines: readonly ShellLine[] = [], line: ShellLine): readonly ShellLine[] {
  const place = lines.findIndex(({ id }) => id === line.id);
  return place === -1 ? [...lines, line] : lines.with(place, line);
}

function withoutSuggestion(summary: Summary): Summary {
  const { suggestion, ...others } = summary;
  return suggestion === undefined ? summary : others;
}

/** Removes each wish that the agent has reported on, granted or not. */
function foldSettings(old: AgentSettings, changed: Partial<AgentSettings>): AgentSettings {
  const { requested, ...reported } = changed;
  if (requested) {
    return { ...old, ...reported, requested };
  }
  const open = Object.entries(old.requested).filter(([key]) => !(key in reported));
  return { ...old, ...reported, requested: Object.fromEntries(open) };
}

/**
 * Keeps the alias of a model if the agent reports the id behind it. Otherwise the picker would show
 * the first choice with this id, which is the default. The default itself gives way: tomorrow, it may
 * be another model.
 */
function withAlias(
  changed: Partial<AgentSettings>,
  { settings: { model: alias }, choices }: Summary,
): Partial<AgentSettings> {
  const isBehind =
    changed.model !== undefined && findModel(choices.models, alias)?.resolved === changed.model;
  return isBehind && alias !== 'default' ? { ...changed, model: alias } : changed;
}

/** Replaces all choices but those that only a turn reports. */
function withReported({ tools, terminalCommands }: Choices, reported: Choices): Choices {
  return {
    ...(tools ? { tools } : {}),
    ...(terminalCommands ? { terminalCommands } : {}),
    ...reported,
  };
}

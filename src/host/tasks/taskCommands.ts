import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { PromptId, ToolCallId } from '../../contract/ids';
import type { RunningTask } from '../../contract/tasks';
import type { Channel } from '../../core/conversation/channel';
import type { CommandTable } from '../commands/command';
import { pick } from '../commands/inputs';
import type { TaskActions } from './taskActions';
import { requestOf, rootCallOf, taskOfRow } from './tasksModel';

interface TaskTarget {
  readonly channel: Channel;
  readonly task: RunningTask;
}

interface TaskCommandDeps {
  readonly tasks: TaskActions;
  channels(): readonly Channel[];
  /** Shows the card of a tool call, or of a prompt. */
  goTo(channel: Channel, card: ToolCallId | PromptId | undefined): Promise<void>;
}

export function taskCommands(deps: TaskCommandDeps) {
  return {
    'tandem.tasks.stop': async argument => {
      const target = await targetOf(deps, argument, task => task.stop !== undefined);
      if (target) {
        await deps.tasks.stop(target.channel, target.task.id);
      }
    },
    'tandem.tasks.showOutput': async argument => {
      const target = await targetOf(deps, argument, task => task.hasOutput === true);
      if (target) {
        await deps.tasks.showOutput(target.channel, target.task.id);
      }
    },
    'tandem.tasks.goTo': async argument => {
      const target = await targetOf(deps, argument, () => true);
      if (target) {
        const { channel, task } = target;
        const request = requestOf(task, channel.conversation.summary.waiting);
        await deps.goTo(channel, request?.id ?? rootCallOf(task, channel.tasks.all));
      }
    },
    'tandem.tasks.clear': () => {
      for (const channel of deps.channels()) {
        channel.tasks.clear();
      }
    },
  } satisfies Partial<CommandTable>;
}

/**
 * Returns the task of a row, or else lets the user pick a task.
 * @throws UserError if no task fits, or the row's task is gone
 */
async function targetOf(
  deps: TaskCommandDeps,
  argument: unknown,
  fits: (task: RunningTask) => boolean,
): Promise<TaskTarget | undefined> {
  const all = deps
    .channels()
    .flatMap(channel => channel.tasks.all.map(task => ({ channel, task })));
  const ofRow = taskOfRow(all, argument);
  if (ofRow) {
    return ofRow;
  }
  const fitting = all.filter(({ task }) => fits(task));
  if (fitting.length === 0) {
    throw new UserError('task.none', vscode.l10n.t('There is no task for this command.'));
  }
  const choices = fitting.map(target => ({
    label: target.task.title,
    description: target.channel.title,
    value: target,
  }));
  return pick(vscode.l10n.t('Which Task?'), choices);
}

import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { ConversationEvent } from '../../contract/events';
import type { TaskId } from '../../contract/ids';
import type { RunningTask } from '../../contract/tasks';
import type { AgentProcess, TaskOutput } from '../../protocol/agentSource';
import { isRunning } from '../../transcript/foldTasks';

export interface TasksOwner {
  tasks(): readonly RunningTask[];
  live(): AgentProcess | undefined;
  /** Name of the agent's program. */
  program(): string;
  stopTurn(): Promise<void>;
  emit(events: readonly ConversationEvent[]): void;
}

/** Tasks that run in a conversation in addition to its messages. */
export class ChannelTasks {
  constructor(private readonly owner: TasksOwner) {}

  get all(): readonly RunningTask[] {
    return this.owner.tasks();
  }

  /** @throws UserError `task.absent` */
  get(id: TaskId): RunningTask {
    const task = this.all.find(one => one.id === id);
    if (!task) {
      throw new UserError('task.absent', l10n.t('This task is no longer known.'));
    }
    return task;
  }

  /** Running tasks that outlive the turn. */
  get inBackground(): readonly RunningTask[] {
    return this.all.filter(task => isRunning(task) && task.isBackground);
  }

  /**
   * Stops a task, with the whole turn if necessary. Ignores a task that has ended.
   * @throws UserError `task.absent`, `task.unsupported`
   */
  async stop(id: TaskId): Promise<void> {
    const task = this.get(id);
    const live = this.owner.live();
    if (!isRunning(task) || !live) {
      return;
    }
    switch (task.stop) {
      case 'task':
        return live.stopTask(id);
      case 'turn':
        return this.owner.stopTurn();
      case undefined:
        throw new UserError(
          'task.unsupported',
          l10n.t(
            'This version of {0} cannot be told to stop a command in the background. Ask for it in a message.',
            this.owner.program(),
          ),
        );
    }
  }

  /** Returns a task's output as the agent reports it. @throws UserError if it does not */
  async output(id: TaskId): Promise<TaskOutput> {
    const live = this.owner.live();
    if (!live) {
      throw new UserError('task.absent', l10n.t('The process that ran this task has ended.'));
    }
    return live.taskOutput(id);
  }

  /** Removes ended tasks from the list. */
  clear(): void {
    this.owner.emit([{ type: 'tasks.cleared' }]);
  }
}

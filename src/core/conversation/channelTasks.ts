import { UserError } from '../../base/errors';
import type { ConversationEvent } from '../../contract/events';
import type { TaskId } from '../../contract/ids';
import type { RunningTask } from '../../contract/tasks';
import type { AgentProcess, TaskOutput } from '../../protocol/agentSource';
import { isRunning } from '../../transcript/foldTasks';

export interface TasksOwner {
  tasks(): readonly RunningTask[];
  live(): AgentProcess | undefined;
  /** Stops the turn. */
  stopTurn(): Promise<void>;
  emit(events: readonly ConversationEvent[]): void;
}

/** What a conversation has at work beside its own words. */
export class ChannelTasks {
  constructor(private readonly owner: TasksOwner) {}

  get all(): readonly RunningTask[] {
    return this.owner.tasks();
  }

  /** @throws UserError `absent` */
  get(id: TaskId): RunningTask {
    const task = this.all.find(one => one.id === id);
    if (!task) {
      throw new UserError('absent', 'This task is no longer known.');
    }
    return task;
  }

  /** Goes on when the turn ends. */
  get inBackground(): readonly RunningTask[] {
    return this.all.filter(task => isRunning(task) && task.isBackground);
  }

  /**
   * Ends one task, with the turn when it cannot be ended alone. One that has ended stays as it is.
   * @throws UserError `absent`, `unsupported`
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
          'unsupported',
          'This version of Claude Code stops a command in the background only when the agent does it: ask it to.',
        );
    }
  }

  /** What the agent tells of a task's output. @throws UserError when it does not */
  async output(id: TaskId): Promise<TaskOutput> {
    const live = this.owner.live();
    if (!live) {
      throw new UserError('absent', 'The agent that ran this task has ended.');
    }
    return live.taskOutput(id);
  }

  /** Forgets those that have ended. */
  clear(): void {
    this.owner.emit([{ type: 'tasks.cleared' }]);
  }
}

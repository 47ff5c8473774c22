import type { RunningTask } from '../contract/tasks';
import { isRunning } from './foldTasks';

/** What goes on beside the agent's own words: a command that the turn waits for is a part of them. */
export function tasksBeside(tasks: readonly RunningTask[]): readonly RunningTask[] {
  return tasks.filter(task => isRunning(task) && (task.isBackground || task.kind === 'agent'));
}

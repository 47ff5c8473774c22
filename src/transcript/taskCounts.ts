import type { RunningTask } from '../contract/tasks';
import { isRunning } from './foldTasks';

/** Returns work in addition to the agent's reply, which includes a command the turn waits for. */
export function tasksBeside(tasks: readonly RunningTask[]): readonly RunningTask[] {
  return tasks.filter(task => isRunning(task) && (task.isBackground || task.kind === 'agent'));
}

import type { AgentPhase } from '../contract/agentState';
import type { RunningTask } from '../contract/tasks';

/** Maximum number of tasks; beyond it, the oldest ended task is dropped. */
const mostTasks = 100;

export function isRunning({ status }: RunningTask): boolean {
  return status === 'running';
}

export function foldTask(tasks: readonly RunningTask[], task: RunningTask): readonly RunningTask[] {
  const index = tasks.findIndex(({ id }) => id === task.id);
  if (index >= 0) {
    return tasks.map((other, at) => (at === index ? task : other));
  }
  const oldest = tasks.length < mostTasks ? undefined : tasks.find(other => !isRunning(other));
  return [...tasks.filter(other => other !== oldest), task];
}

/** Marks running tasks as lost: nothing runs without a process. */
export function loseTasks(
  tasks: readonly RunningTask[],
  phase: AgentPhase,
): readonly RunningTask[] {
  return (phase === 'stopped' || phase === 'lost') && tasks.some(isRunning)
    ? tasks.map(task => (isRunning(task) ? { ...task, status: 'lost' } : task))
    : tasks;
}

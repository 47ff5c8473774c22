import type { Conversation } from '../../contract/conversation';

/** Whether something that the agent started runs on after its turn and ends with its process. */
export function hasBackground({ summary }: Conversation): boolean {
  const { tasks } = summary as { tasks?: readonly { status: string }[] };
  return tasks?.some(task => task.status === 'running') ?? false;
}

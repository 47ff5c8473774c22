import type { Conversation } from '../../contract/conversation';
import { isRunning } from '../../transcript/foldTasks';

/** Whether something that the agent started runs on after its turn and ends with its process. */
export function hasBackground({ summary }: Conversation): boolean {
  return summary.tasks.some(isRunning);
}

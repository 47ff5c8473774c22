import type { Conversation } from '../../contract/conversation';
import { isRunning } from '../../transcript/foldTasks';

/** Whether something that the agent started runs on after its turn and ends with its process. */
export function hasBackground({ summary }: Conversation): boolean {
  return summary.tasks.some(isRunning);
}

/** Whether a turn is under way. One of notices alone was opened to hold them: nobody works at it. */
export function hasOpenTurn({ open }: Conversation): boolean {
  const isForNotices = open?.items.every(item => item.kind === 'notice') && open.items.length > 0;
  return open !== undefined && !isForNotices;
}

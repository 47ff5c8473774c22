import type { Conversation } from '../../contract/conversation';
import { isRunning } from '../../transcript/foldTasks';

/** True if a task is running that can outlive its turn but not its process. */
export function hasBackground({ summary }: Conversation): boolean {
  return summary.tasks.some(isRunning);
}

/** True if a turn is in progress. Turns of notices alone do not count: no agent works on them. */
export function hasOpenTurn({ open }: Conversation): boolean {
  const isForNotices = open?.items.every(item => item.kind === 'notice') && open.items.length > 0;
  return open !== undefined && !isForNotices;
}

import type { Conversation, Item } from '../../contract/conversation';
import { isRunning } from '../../transcript/foldTasks';

/** True if a task is running that can outlive its turn but not its process. */
export function hasBackground({ summary }: Conversation): boolean {
  return summary.tasks.some(isRunning);
}

/**
 * True if a turn is in progress. Turns of notices and unknown frames alone do not count: no agent
 * works on them.
 */
export function hasOpenTurn({ open }: Conversation): boolean {
  const isRemark = ({ kind }: Item) => kind === 'notice' || kind === 'unknown';
  const isForRemarks = open?.items.every(isRemark) && open.items.length > 0;
  return open !== undefined && !isForRemarks;
}

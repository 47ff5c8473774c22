import type { Conversation } from '../../contract/conversation';
import { isRunning } from '../../transcript/foldTasks';

/** True if a task is running that can outlive its turn but not its process. */
export function hasBackground({ summary }: Conversation): boolean {
  return summary.tasks.some(isRunning);
}

/**
 * True if a turn is in progress. Turns of notices and unreadable lines alone do not count: no agent
 * works on them.
 */
export function hasOpenTurn({ open }: Conversation): boolean {
  const isAside = open?.items.every(({ kind }) => kind === 'notice' || kind === 'unknown');
  return open !== undefined && !(isAside && open.items.length > 0);
}

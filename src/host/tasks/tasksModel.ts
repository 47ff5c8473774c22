import type { ChannelId } from '../../contract/ids';
import type { RunningTask } from '../../contract/tasks';
import { isRunning } from '../../transcript/foldTasks';

/** Milliseconds. */
export const minute = 60_000;

/** A conversation as far as the list of tasks looks at it. */
export interface TaskConversation {
  readonly id: ChannelId;
  readonly title: string;
  readonly tasks: readonly RunningTask[];
}

export interface ConversationNode {
  readonly kind: 'conversation';
  readonly id: ChannelId;
  readonly title: string;
  readonly children: readonly TaskNode[];
}

export interface TaskNode {
  readonly kind: 'task';
  readonly channelId: ChannelId;
  readonly task: RunningTask;
  readonly children: readonly TaskNode[];
}

/** Conversations that have tasks, each with its tasks under the one that started them; newest first. */
export function taskNodes(conversations: readonly TaskConversation[]): ConversationNode[] {
  return conversations
    .filter(({ tasks }) => tasks.length > 0)
    .map(({ id, title, tasks }) => ({
      kind: 'conversation',
      id,
      title,
      children: childrenOf(undefined, id, tasks),
    }));
}

function childrenOf(
  parent: RunningTask | undefined,
  channelId: ChannelId,
  tasks: readonly RunningTask[],
): TaskNode[] {
  const isKnown = (id: string | undefined) => tasks.some(task => task.id === id);
  return (
    tasks
      .filter(task => (parent ? task.parent === parent.id : !isKnown(task.parent)))
      // What runs goes before what has ended.
      .sort((a, b) => Number(isRunning(b)) - Number(isRunning(a)) || b.startedAt - a.startedAt)
      .map(task => ({
        kind: 'task',
        channelId,
        task,
        // Each is below one that is older, so that a circle of parents ends.
        children: childrenOf(
          task,
          channelId,
          tasks.filter(other => other !== task),
        ),
      }))
  );
}

/** The call in the conversation itself under which a task runs: nested cards may be folded away. */
export function rootCallOf(task: RunningTask, tasks: readonly RunningTask[]) {
  const seen = new Set<RunningTask>();
  let root = task;
  for (;;) {
    seen.add(root);
    const parent = tasks.find(({ id }) => id === root.parent);
    if (!parent || seen.has(parent)) {
      return root.toolId;
    }
    root = parent;
  }
}

/**
 * Milliseconds until another whole minute is over for one of those that run; undefined when none runs.
 * Rows say no seconds: one that is drawn anew under the pointer loses the click that has begun on it.
 */
export function untilNextMinute(
  conversations: readonly TaskConversation[],
  now: number,
): number | undefined {
  const running = conversations.flatMap(({ tasks }) => tasks.filter(isRunning));
  const rests = running.map(({ startedAt }) => minute - (Math.max(0, now - startedAt) % minute));
  return rests.length > 0 ? Math.min(...rests) : undefined;
}

/** "0:07", "12:40", "1:02:03": the same in all languages, and it does not dance while it counts. */
export function clockTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map(part =>
    String(part).padStart(2, '0'),
  );
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':').replace(/^0/, '');
}

/** "850", "3.4k", "1.2M". */
export function shortCount(count: number): string {
  if (count < 1000) {
    return String(count);
  }
  const [divisor, unit] = count < 999_500 ? [1000, 'k'] : [1_000_000, 'M'];
  const value = count / divisor;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)}${unit}`;
}

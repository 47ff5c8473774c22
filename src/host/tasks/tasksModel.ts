import { numberText } from '../../base/locale';
import type { ChannelId } from '../../contract/ids';
import type { CallPrompt, Prompt } from '../../contract/prompts';
import type { RunningTask } from '../../contract/tasks';
import { isRunning } from '../../transcript/foldTasks';
import { rowGone } from '../commands/targets';

/** Milliseconds. */
export const minute = 60_000;

/** Parts of a conversation that the task list needs. */
export interface TaskConversation {
  readonly id: ChannelId;
  readonly title: string;
  readonly tasks: readonly RunningTask[];
  /** Waiting prompts, oldest first. */
  readonly waiting: readonly Prompt[];
}

/** Identifies a row: the id of its conversation, or of its conversation and task. */
export type RowKey = string;

export interface ConversationNode {
  readonly kind: 'conversation';
  readonly key: RowKey;
  readonly id: ChannelId;
  readonly title: string;
  readonly children: readonly TaskNode[];
}

export interface TaskNode {
  readonly kind: 'task';
  readonly key: RowKey;
  readonly channelId: ChannelId;
  readonly task: RunningTask;
  /** Oldest request of the task that waits for the user. */
  readonly request?: CallPrompt | undefined;
  readonly children: readonly TaskNode[];
}

/** Groups tasks by conversation, nested under the task that started them, newest first. */
export function taskNodes(conversations: readonly TaskConversation[]): ConversationNode[] {
  return conversations
    .filter(({ tasks }) => tasks.length > 0)
    .map(({ id, title, tasks, waiting }) => ({
      kind: 'conversation',
      key: id,
      id,
      title,
      children: childrenOf(undefined, { id, title, tasks, waiting }),
    }));
}

/** Returns the key of a task's row. */
export function taskKey(channelId: ChannelId, { id }: Pick<RunningTask, 'id'>): RowKey {
  return `${channelId}/${id}`;
}

/**
 * Finds the task of a row by the argument of its command; `undefined` without an argument.
 * @throws UserError `row.gone` if no task has this row
 */
export function taskOfRow<
  T extends {
    readonly channel: { readonly id: ChannelId };
    readonly task: Pick<RunningTask, 'id'>;
  },
>(all: readonly T[], argument: unknown): T | undefined {
  if (argument === undefined) {
    return undefined;
  }
  const found = all.find(({ channel, task }) => taskKey(channel.id, task) === argument);
  if (!found) {
    throw rowGone();
  }
  return found;
}

/** Lists nodes in the order of their rows. */
export function inRows(
  nodes: readonly (ConversationNode | TaskNode)[],
): readonly (ConversationNode | TaskNode)[] {
  return nodes.flatMap(node => [node, ...inRows(node.children)]);
}

function childrenOf(parent: RunningTask | undefined, conversation: TaskConversation): TaskNode[] {
  const { id: channelId, tasks, waiting } = conversation;
  const isKnown = (id: string | undefined) => tasks.some(task => task.id === id);
  return (
    tasks
      .filter(task => (parent ? task.parent === parent.id : !isKnown(task.parent)))
      // Running tasks precede ended ones.
      .sort((a, b) => Number(isRunning(b)) - Number(isRunning(a)) || b.startedAt - a.startedAt)
      .map(task => ({
        kind: 'task',
        key: taskKey(channelId, task),
        channelId,
        task,
        request: requestOf(task, waiting),
        // Excludes the task itself, so that a cycle of parents ends.
        children: childrenOf(task, {
          ...conversation,
          tasks: tasks.filter(other => other !== task),
        }),
      }))
  );
}

/** Returns the oldest prompt that a running subagent waits for: about a call of its own. */
export function requestOf(task: RunningTask, waiting: readonly Prompt[]): CallPrompt | undefined {
  return isRunning(task)
    ? waiting.find(
        (prompt): prompt is CallPrompt =>
          prompt.kind !== 'elicitation' &&
          (prompt.agent === task.id ||
            (task.toolId !== undefined && prompt.call.parentToolId === task.toolId)),
      )
    : undefined;
}

/** Returns the top-level call under which a task runs, because nested cards may be collapsed. */
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
 * Returns the milliseconds until a running task completes its next full minute, undefined if none
 * runs. Rows show no seconds: redrawing a row under the pointer would lose a click in progress.
 */
export function untilNextMinute(
  conversations: readonly TaskConversation[],
  now: number,
): number | undefined {
  const running = conversations.flatMap(({ tasks }) => tasks.filter(isRunning));
  const rests = running.map(({ startedAt }) => minute - (Math.max(0, now - startedAt) % minute));
  return rests.length > 0 ? Math.min(...rests) : undefined;
}

/** Formats milliseconds as "0:07", "12:40" or "1:02:03" in all languages, with steady digits. */
export function clockTime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map(part =>
    String(part).padStart(2, '0'),
  );
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':').replace(/^0/, '');
}

/** Formats a count as "850", "3.4k" or "1.2M". */
export function shortCount(count: number): string {
  if (count < 1000) {
    return String(count);
  }
  const [divisor, unit] = count < 999_500 ? [1000, 'k'] : [1_000_000, 'M'];
  const value = count / divisor;
  return `${numberText(value, value < 10 ? 1 : 0)}${unit}`;
}

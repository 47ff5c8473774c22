import * as l10n from '@vscode/l10n';
import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { TaskId, ToolCallId } from '../../../contract/ids';
import type { RunningTask, TaskStatus } from '../../../contract/tasks';
import type { ToolCall } from '../../../contract/tools';
import { boundedText, oneLine } from '../text/foreignText';
import type { UpdateOf } from '../wire/update';

/** Most subagents of a session that are told apart. */
const mostChildren = 200;

/** Subagent with a session of its own, shown as a call that holds what the session says. */
interface Child {
  readonly toolId: ToolCallId;
  readonly startedAt: number;
  title: string;
  description: string;
  status: TaskStatus;
}

/** Subagents that the session has announced (a draft of the protocol), by their session ids. */
export class Subagents {
  private readonly children = new Map<string, Child>();

  /** @param prefix of the ids of their calls */
  constructor(private readonly prefix: string) {}

  /** Returns the call under which a child's updates are shown. */
  toolOf(session: string | undefined): ToolCallId | undefined {
    return session === undefined ? undefined : this.children.get(session)?.toolId;
  }

  update(wire: UpdateOf<'subagent_update'>, at: number): ConversationEvent[] {
    const child = this.children.get(wire.sessionId) ?? this.enter(wire.sessionId, at);
    if (!child) {
      return [];
    }
    child.title = wire.title === undefined ? child.title : oneLine(wire.title);
    child.description =
      wire.description === undefined ? child.description : boundedText(wire.description);
    child.status = statusOf(wire.state, child.status);
    return shown(child, at);
  }

  /** Ends those that still run: their process is gone. */
  endAll(at: number): ConversationEvent[] {
    return [...this.children.values()].flatMap(child => {
      const isRunning = child.status === 'running';
      child.status = isRunning ? 'lost' : child.status;
      return isRunning ? shown(child, at) : [];
    });
  }

  private enter(session: string, at: number): Child | undefined {
    if (this.children.size >= mostChildren) {
      return undefined;
    }
    const toolId = `${this.prefix}-s${this.children.size + 1}` as ToolCallId;
    const child: Child = { toolId, startedAt: at, title: '', description: '', status: 'running' };
    this.children.set(session, child);
    return child;
  }
}

function statusOf(state: UpdateOf<'subagent_update'>['state'], before: TaskStatus): TaskStatus {
  switch (state?.state) {
    case 'running':
    case 'requires_action':
      return 'running';
    case 'idle':
      return state.stopReason === 'cancelled'
        ? 'stopped'
        : state.stopReason === 'error'
          ? 'failed'
          : 'completed';
    default:
      return before;
  }
}

function shown(child: Child, at: number): ConversationEvent[] {
  const { toolId, title, description, status, startedAt } = child;
  const name = title === '' ? l10n.t('Agent') : title;
  const statuses = {
    running: 'running',
    completed: 'done',
    failed: 'failed',
    stopped: 'interrupted',
    lost: 'interrupted',
  } as const;
  const call: ToolCall = {
    id: toolId,
    family: 'agent',
    tool: 'subagent',
    title: name,
    input: { description: title, prompt: description },
    content: [],
    locations: [],
    status: statuses[status],
  };
  const task: RunningTask = {
    id: toolId as string as TaskId,
    kind: 'agent',
    title: name,
    toolId,
    startedAt,
    ...omitUndefined({ endedAt: status === 'running' ? undefined : at }),
    isBackground: false,
    status,
    stop: 'turn',
  };
  return [
    { type: 'tool.updated', call, at },
    { type: 'task.changed', task },
  ];
}

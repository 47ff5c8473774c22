import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { RunningTask } from '../../../contract/tasks';
import type { AgentProgress } from '../../../contract/tools';
import { readToolResult } from '../../../protocol/toolResults';
import type { OpenCall } from './openCall';
import type { OpenCalls } from './openCalls';
import { RunningTasks } from './runningTasks';
import type { TaskTraits } from './taskTraits';

/** A task as its frames identify it; not all of them name its call. */
export interface TaskReport {
  readonly taskId: string;
  readonly toolId: string | undefined;
}

/** Facts reported when a task begins. */
export interface TaskStart extends TaskReport {
  readonly type: string | undefined;
  readonly description: string | undefined;
  readonly isBackground: boolean | undefined;
  readonly parentTask: string | undefined;
}

/** Facts reported when a task ends. */
export interface TaskEnd extends TaskReport {
  readonly status: string | undefined;
  readonly summary: string | undefined;
  readonly totals: AgentProgress;
  readonly outputPath: string | undefined;
}

/** Tracks tasks that calls have started: subagents and background commands. */
export class TaskTracker {
  /** Call ids by task id. */
  private readonly calls = new Map<string, string>();
  private readonly running: RunningTasks;

  constructor(
    private readonly open: OpenCalls,
    traits: TaskTraits,
  ) {
    this.running = new RunningTasks(traits);
  }

  started(start: TaskStart, now: number): ConversationEvent[] {
    const { taskId, toolId } = start;
    const call = this.open.get(toolId);
    const begun = this.running.begin(
      {
        id: taskId,
        kind: kindOf(start.type),
        title: start.description || call?.toCall().target || taskId,
        toolId,
        parent: start.parentTask ?? this.running.ofCall(call?.parent)?.id,
        isBackground: start.isBackground ?? call?.input.run_in_background === true,
      },
      now,
    );
    if (!call) {
      return begun;
    }
    this.calls.set(taskId, call.id);
    call.hasTask = true;
    return [...call.progress({ status: 'running' }), ...begun];
  }

  progressed(
    report: TaskReport,
    progress: AgentProgress,
    description: string | undefined,
  ): ConversationEvent[] {
    const { tokens, lastTool } = progress;
    const lastAction = description ?? lastTool;
    return [
      ...(this.callOf(report)?.progress({ status: 'running', ...progress }) ?? []),
      ...this.running.change(report.taskId, omitUndefined({ tokens, lastAction })),
    ];
  }

  /** Handles a task's move to the background. */
  moved(taskId: string): ConversationEvent[] {
    return this.running.change(taskId, { isBackground: true });
  }

  /** Handles the agent's list of all background tasks. */
  inBackground(taskIds: readonly string[], now: number): ConversationEvent[] {
    return this.running.keepOnly(new Set(taskIds), now);
  }

  /** Records the model that a subagent answered with. */
  answered(toolId: string, model: string | undefined): ConversationEvent[] {
    return this.running.change(this.running.ofCall(toolId)?.id, omitUndefined({ model }));
  }

  /** Reads the output path from the result of a call whose command is still running. */
  launched(toolId: string, structured: unknown, text: string): ConversationEvent[] {
    const id = readToolResult('bash', structured)?.backgroundTaskId;
    const [, outputPath] = /\bOutput is being written to: (.+?\.output)\b/.exec(text) ?? [];
    const isOwn = id !== undefined && this.running.ofCall(toolId)?.id === id;
    return isOwn ? this.running.change(id, omitUndefined({ isBackground: true, outputPath })) : [];
  }

  /** Returns the call of a subagent's task, or of the nearest task above it whose call is known. */
  callAbove(taskId: string | undefined): string | undefined {
    return this.running.line(taskId).find(({ toolId }) => this.open.get(toolId))?.toolId;
  }

  /** Ends a task; the call of a foreground task still gets its result. */
  ended(end: TaskEnd, now: number): ConversationEvent[] {
    const unseen = this.open.unsettled().filter(call => call.unseenIn === end.taskId);
    for (const call of unseen) {
      // Nothing tells how its calls ended; a subagent ends after them.
      call.status = end.status === 'completed' ? 'done' : 'interrupted';
    }
    return [...this.end(end, now), ...unseen.map(call => call.updated(now))];
  }

  private end(end: TaskEnd, now: number): ConversationEvent[] {
    const { taskId, status, summary, totals, outputPath } = end;
    const call = this.callOf(end);
    this.calls.delete(taskId);
    const how = status === 'failed' || status === 'stopped' ? status : 'completed';
    const change = omitUndefined({ tokens: totals.tokens, outputPath });
    const gone = this.running.end(taskId, how, now, change);
    if (!call) {
      return gone;
    }
    const events = [...call.progress({ ...totals, status: how }), ...gone];
    const wasBackground = call.isBackground;
    call.taskEnded({ how, summary });
    if (!wasBackground) {
      return events;
    }
    const orphans = this.open.unsettled().filter(one => this.open.rootOf(one) === call);
    this.open.delete(call.id);
    return [...events, call.updated(now), ...orphans.map(one => one.interrupt(now))];
  }

  /** Ends a task that was stopped, unless its end has been reported. */
  stopped(taskId: string, now: number): ConversationEvent[] {
    const end = { taskId, toolId: undefined, summary: undefined, outputPath: undefined };
    return this.running.has(taskId)
      ? this.ended({ ...end, status: 'stopped', totals: {} }, now)
      : [];
  }

  endTurn(now: number): ConversationEvent[] {
    return this.running.endTurn(now);
  }

  /** Ends all tasks: nothing continues without the process. */
  endAll(now: number): ConversationEvent[] {
    this.clear();
    return this.running.endAll(now);
  }

  /** Forgets the calls; running tasks continue, and their end is still reported. */
  clear(): void {
    this.calls.clear();
  }

  private callOf({ taskId, toolId }: TaskReport): OpenCall | undefined {
    return this.open.get(toolId ?? this.calls.get(taskId));
  }
}

function kindOf(type: string | undefined): RunningTask['kind'] {
  return type === 'local_agent' ? 'agent' : type === 'local_bash' ? 'shell' : 'other';
}

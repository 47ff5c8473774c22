import type { ConversationEvent } from '../../../contract/events';
import type { AgentProgress } from '../../../contract/tools';
import type { OpenCall } from './openCall';
import type { OpenCalls } from './openCalls';

/** A task as its frames name it: not all of them name its call. */
export interface TaskReport {
  readonly taskId: string;
  readonly toolId: string | undefined;
}

/** Follows what calls have started: subagents, and commands that go on in the background. */
export class TaskTracker {
  /** Call by task. */
  private readonly calls = new Map<string, string>();

  constructor(private readonly open: OpenCalls) {}

  started({ taskId, toolId }: TaskReport): ConversationEvent[] {
    const call = this.open.get(toolId);
    if (!call) {
      return [];
    }
    this.calls.set(taskId, call.id);
    call.hasTask = true;
    return call.progress({ status: 'running' });
  }

  progressed(report: TaskReport, progress: AgentProgress): ConversationEvent[] {
    return this.callOf(report)?.progress({ status: 'running', ...progress }) ?? [];
  }

  /** A task has ended; the call of a foreground one still gets its result. */
  ended(
    report: TaskReport,
    status: string | undefined,
    summary: string | undefined,
    totals: AgentProgress,
    now: number,
  ): ConversationEvent[] {
    const call = this.callOf(report);
    this.calls.delete(report.taskId);
    if (!call) {
      return [];
    }
    const ended = status === 'failed' || status === 'stopped' ? status : 'completed';
    const events = call.progress({ ...totals, status: ended });
    if (!call.isBackground) {
      return events;
    }
    call.status = ended === 'completed' ? 'done' : ended === 'failed' ? 'failed' : 'interrupted';
    // Of a task that was stopped there is nothing but its description.
    if (summary && ended !== 'stopped') {
      const type = call.isAgent ? 'markdown' : 'text';
      call.content = [...call.content, { type, text: summary }];
    }
    const orphans = this.open.unsettled().filter(one => this.open.rootOf(one) === call);
    this.open.delete(call.id);
    return [...events, call.updated(now), ...orphans.map(one => one.interrupt(now))];
  }

  clear(): void {
    this.calls.clear();
  }

  private callOf({ taskId, toolId }: TaskReport): OpenCall | undefined {
    return this.open.get(toolId ?? this.calls.get(taskId));
  }
}

import type { ConversationEvent } from '../../../contract/events';
import type { ToolCall, ToolContent } from '../../../contract/tools';
import { RunningTasks } from './runningTasks';
import type { TaskTraits } from './taskTraits';

/**
 * Derives tasks from calls, for versions that do not report tasks (up to 2.1.20). The end of a
 * background command becomes known when its output is requested, or when the process ends.
 */
export class CallTasks {
  private readonly running: RunningTasks;

  constructor(traits: TaskTraits) {
    this.running = new RunningTasks(traits);
  }

  follow(events: readonly ConversationEvent[]): ConversationEvent[] {
    return events.flatMap(event =>
      event.type === 'tool.updated' ? this.called(event.call, event.at) : [],
    );
  }

  endAll(now: number): ConversationEvent[] {
    return this.running.endAll(now);
  }

  private called(call: ToolCall, now: number): ConversationEvent[] {
    switch (call.family) {
      case 'agent':
        return this.agent(call, now);
      case 'bash':
        return this.command(call, now);
      case 'shellOutput': {
        const code = call.content.flatMap(exitCodeOf)[0];
        return code === undefined || !call.input
          ? []
          : this.running.end(call.input.shellId, code === 0 ? 'completed' : 'failed', now);
      }
      case 'shellStop':
        return call.status === 'done' && call.input
          ? this.running.end(call.input.shellId, 'stopped', now)
          : [];
      default:
        return [];
    }
  }

  private agent(call: ToolCall, now: number): ConversationEvent[] {
    const known = this.running.ofCall(call.id);
    switch (call.status) {
      case 'pending':
        return [];
      case 'running':
        return known ? [] : this.begin(call, call.id, 'agent', false, now);
      case 'done':
        return this.running.end(call.id, 'completed', now);
      case 'failed':
        return this.running.end(call.id, 'failed', now);
      default:
        return this.running.end(call.id, 'stopped', now);
    }
  }

  private command(call: ToolCall, now: number): ConversationEvent[] {
    const [terminal] = call.content.filter(content => content.type === 'terminal');
    const id = terminal?.backgroundId;
    return id === undefined || this.running.ofCall(call.id)
      ? []
      : this.begin(call, id, 'shell', true, now);
  }

  private begin(
    call: ToolCall,
    id: string,
    kind: 'agent' | 'shell',
    isBackground: boolean,
    now: number,
  ): ConversationEvent[] {
    const parent = this.running.ofCall(call.parentToolId)?.id;
    const title = call.target ?? call.title;
    return this.running.begin({ id, kind, title, toolId: call.id, parent, isBackground }, now);
  }
}

function exitCodeOf(content: ToolContent): number[] {
  return content.type === 'terminal' && content.exitCode !== undefined ? [content.exitCode] : [];
}

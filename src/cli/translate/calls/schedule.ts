import type { ConversationEvent } from '../../../contract/events';
import type { ToolCall } from '../../../contract/tools';

/** Limits that the CLI sets to the delay of a wakeup, in seconds. */
const shortestDelay = 60;
const longestDelay = 60 * 60;
/** Milliseconds: the CLI wakes on full minutes and when it is idle. */
const lateness = 2 * 60_000;

/**
 * Jobs and wakeups that the agent has scheduled, which end with its process. The CLI does not
 * report when a one-shot job has run, so that job counts until it is deleted.
 */
export class Schedule {
  /** Results of the calls that created the jobs. Each contains the job's id. */
  private readonly jobs = new Set<string>();
  private wakesUntil = Number.NEGATIVE_INFINITY;

  follow(events: readonly ConversationEvent[]): void {
    for (const event of events) {
      if (event.type === 'tool.updated' && event.call.status === 'done') {
        this.called(event.call, event.at);
      }
    }
  }

  /** @returns number of jobs and wakeups to come */
  countAt(now: number): number {
    return this.jobs.size + (now <= this.wakesUntil ? 1 : 0);
  }

  private called(call: ToolCall, at: number): void {
    const input = call.family === 'other' ? (call.input?.arguments ?? {}) : {};
    switch (call.tool) {
      case 'CronCreate':
        this.jobs.add(textOf(call));
        return;
      case 'CronDelete':
        this.delete(input.id);
        return;
      case 'ScheduleWakeup':
        this.wakesUntil = at + delayOf(input.delaySeconds) * 1000 + lateness;
        return;
    }
  }

  private delete(id: unknown): void {
    for (const job of this.jobs) {
      if (typeof id === 'string' && id !== '' && job.includes(id)) {
        this.jobs.delete(job);
      }
    }
  }
}

function textOf({ content }: ToolCall): string {
  return content
    .map(part => (part.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('\n');
}

function delayOf(seconds: unknown): number {
  return typeof seconds === 'number'
    ? Math.min(longestDelay, Math.max(shortestDelay, seconds))
    : longestDelay;
}

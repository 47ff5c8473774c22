import type { ConversationEvent } from '../../../contract/events';
import type { SystemFrame, SystemFrames } from '../../../protocol/frameSchemas';
import type { TaskTracker } from '../calls/taskTracker';
import { given } from '../given';

type TaskFrame = Extract<SystemFrame, { readonly task_id: string }>;
type TaskTotals = SystemFrames['task_progress']['usage'];

export function isTaskFrame(frame: SystemFrame): frame is TaskFrame {
  return frame.subtype.startsWith('task_');
}

/** How subagents and background commands go on. */
export function translateTask(
  frame: TaskFrame,
  tasks: TaskTracker,
  now: number,
): ConversationEvent[] {
  switch (frame.subtype) {
    case 'task_started':
      return tasks.started(reportOf(frame));
    case 'task_progress': {
      const progress = given({ ...totalsOf(frame.usage), lastTool: frame.last_tool_name });
      return tasks.progressed(reportOf(frame), progress);
    }
    case 'task_notification': {
      const { status, summary, usage } = frame;
      return tasks.ended(reportOf(frame), status, summary, totalsOf(usage), now);
    }
    case 'task_updated':
      return [];
  }
}

function reportOf(frame: Exclude<TaskFrame, SystemFrames['task_updated']>) {
  return { taskId: frame.task_id, toolId: frame.tool_use_id };
}

function totalsOf(usage: TaskTotals) {
  return given({
    tokens: usage?.total_tokens,
    toolUses: usage?.tool_uses,
    durationMs: usage?.duration_ms,
  });
}

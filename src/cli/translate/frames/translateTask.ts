import { omitUndefined } from '../../../base/omitUndefined';
import type { ConversationEvent } from '../../../contract/events';
import type { SystemFrame, SystemFrames } from '../../../protocol/frameSchemas';
import type { TaskTracker } from '../calls/taskTracker';

type TaskFrame = Extract<SystemFrame, { readonly task_id: string }>;
type TaskTotals = SystemFrames['task_progress']['usage'];

export function isTaskFrame(frame: SystemFrame): frame is TaskFrame {
  return frame.subtype.startsWith('task_');
}

/** Translates the progress of subagents and background commands. */
export function translateTask(
  frame: TaskFrame,
  tasks: TaskTracker,
  now: number,
): ConversationEvent[] {
  switch (frame.subtype) {
    case 'task_started': {
      const start = {
        ...reportOf(frame),
        type: frame.task_type,
        description: frame.description,
        isBackground: frame.is_backgrounded,
        parentTask: frame.parent_task_id,
      };
      return tasks.started(start, now);
    }
    case 'task_progress': {
      const progress = omitUndefined({ ...totalsOf(frame.usage), lastTool: frame.last_tool_name });
      return tasks.progressed(reportOf(frame), progress, frame.description);
    }
    case 'task_notification': {
      const { status, summary, usage, output_file: outputPath } = frame;
      const totals = totalsOf(usage);
      return tasks.ended({ ...reportOf(frame), status, summary, totals, outputPath }, now);
    }
    case 'task_updated':
      // A task with the status "killed" may continue (2.1.120); the notification reports the end.
      return frame.patch?.is_backgrounded ? tasks.moved(frame.task_id) : [];
  }
}

function reportOf(frame: Exclude<TaskFrame, SystemFrames['task_updated']>) {
  return { taskId: frame.task_id, toolId: frame.tool_use_id };
}

function totalsOf(usage: TaskTotals) {
  return omitUndefined({
    tokens: usage?.total_tokens,
    toolUses: usage?.tool_uses,
    durationMs: usage?.duration_ms,
  });
}

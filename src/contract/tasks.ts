import type { TaskId, ToolCallId } from './ids';

/** Work of an agent in addition to its own text: a subagent, a command. */
export interface RunningTask {
  /** Agent's own name of the task, unique in the conversation. */
  readonly id: TaskId;
  readonly kind: 'agent' | 'shell' | 'other';
  /** Assignment of the task, in the agent's words. */
  readonly title: string;
  /** Call that started the task. */
  readonly toolId?: ToolCallId;
  /** Task whose subagent started this one. */
  readonly parent?: TaskId;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly tokens?: number;
  readonly model?: string;
  readonly lastAction?: string;
  /** True if the task continues after the end of the turn. */
  readonly isBackground: boolean;
  /** `lost`: the agent's process has ended, and the outcome of the task is unknown. */
  readonly status: TaskStatus;
  /** Way to stop it: alone, or only with the whole turn. Absent if it cannot be stopped. */
  readonly stop?: 'task' | 'turn';
  /** True if its output can be shown. */
  readonly hasOutput?: boolean;
  /** Absolute path of the file that the agent has named for its output. */
  readonly outputPath?: string;
}

/** Background task after whose end an agent begins a turn. */
export type TurnCause = Pick<RunningTask, 'title' | 'status'>;

export type TaskStatus = 'running' | 'completed' | 'failed' | 'stopped' | 'lost';

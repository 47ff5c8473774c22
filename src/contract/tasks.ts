import type { TaskId, ToolCallId } from './ids';

/** What an agent has at work beside its own words: a subagent, a command. */
export interface RunningTask {
  /** The agent's own name of it, unique in the conversation. */
  readonly id: TaskId;
  readonly kind: 'agent' | 'shell' | 'other';
  /** What it is to do, in the agent's words. */
  readonly title: string;
  /** The call that has started it. */
  readonly toolId?: ToolCallId;
  /** The task whose subagent has started it. */
  readonly parent?: TaskId;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly tokens?: number;
  readonly model?: string;
  readonly lastAction?: string;
  /** Goes on when the turn ends. */
  readonly isBackground: boolean;
  /** `lost`: its agent's process has ended, and how the task ended is not known. */
  readonly status: TaskStatus;
  /** How it can be stopped: alone, or only with the whole turn. Absent: not at all. */
  readonly stop?: 'task' | 'turn';
  /** Whether what it prints can be shown. */
  readonly hasOutput?: boolean;
  /** Absolute: the file that the agent has named for what it prints. */
  readonly outputPath?: string;
}

export type TaskStatus = 'running' | 'completed' | 'failed' | 'stopped' | 'lost';

import type { Hunk } from './content';
import type { BlobId, ToolCallId } from './ids';

/** Agent's changes that the user has neither kept nor undone. */
export interface ReviewSummary {
  readonly files: number;
  /** Number of lines. */
  readonly added: number;
  readonly removed: number;
  /** Calls with changes that are neither kept nor undone. */
  readonly tools: readonly ToolCallId[];
  /** Calls whose changes the newest undo took back; `turn.redo` makes them again. */
  readonly undone?: readonly ToolCallId[];
  /** Newest calls whose changes were kept. */
  readonly kept?: readonly ToolCallId[];
}

/** File after an edit or command. `oldRef`, `newRef`: stored contents; absent: no file existed. */
export interface FileUpdate {
  readonly toolId: ToolCallId;
  readonly path: string;
  readonly status: 'created' | 'updated' | 'deleted' | 'unchanged' | 'failed' | 'untracked';
  readonly hunks?: readonly Hunk[];
  readonly added: number;
  readonly removed: number;
  readonly oldRef?: BlobId;
  readonly newRef?: BlobId;
  /** Set if a shell command changed the file: the call does not name it. */
  readonly via?: 'command';
  /** True if the change may not be the agent's. */
  readonly isUncertain?: boolean;
  /** Reason why the file is untracked or failed. */
  readonly detail?: string;
  /** Note for the user, in one line (another conversation works on the file). */
  readonly note?: string;
  readonly problems?: ProblemDelta;
}

/** Change in the number of problems that the editor finds in a file; negative for fewer. */
export interface ProblemDelta {
  readonly errors: number;
  readonly warnings: number;
}

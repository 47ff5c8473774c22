import type { JsonObject } from '../../../../../src/base/json';
import type { ToolUse } from '../answer';
import type { Wish } from '../permissions';
import type { Session } from '../session';

/** Results of a call: `content` for the model, `result` for the host. */
export interface ToolOutcome {
  readonly content: unknown;
  readonly isError?: boolean;
  readonly result: unknown;
}

/** Failure of a tool; model and host receive the message. */
export class ToolFailure extends Error {}

export interface Tool {
  /** @returns the reason why the call is invalid */
  readonly check?: (input: JsonObject, session: Session) => string | undefined;
  /** Describes the call for permission checks. Absent if the tool never asks. */
  readonly wish?: (input: JsonObject, session: Session) => Wish;
  /** @throws ToolFailure */
  readonly run: (call: ToolUse, session: Session, signal: AbortSignal) => Promise<ToolOutcome>;
}

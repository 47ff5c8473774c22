import type { JsonObject } from '../../../../../src/base/json';
import type { ToolUse } from '../answer';
import type { Wish } from '../permissions';
import type { Session } from '../session';

/** What a call has brought: for the model, and for the host. */
export interface ToolOutcome {
  readonly content: unknown;
  readonly isError?: boolean;
  readonly result: unknown;
}

/** A tool that did not work; the message goes to model and host. */
export class ToolFailure extends Error {}

export interface Tool {
  /** @returns why the call cannot even be tried */
  readonly check?: (input: JsonObject, session: Session) => string | undefined;
  /** Absent: nobody is asked. */
  readonly wish?: (input: JsonObject, session: Session) => Wish;
  /** @throws ToolFailure */
  readonly run: (call: ToolUse, session: Session, signal: AbortSignal) => Promise<ToolOutcome>;
}

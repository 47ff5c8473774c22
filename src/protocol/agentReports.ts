import type { HookNotice } from '../contract/notices';
import type { ControlParams, ControlResult, ReportName } from './control';
import type { InitializeResult } from './controlSchemas';

/** A run of a hook of the settings. */
export interface HookRun {
  readonly event: string;
  /** Event with what it was about, such as `PreToolUse:Bash`. */
  readonly name: string;
  readonly result: 'silent' | HookNotice['result'];
  readonly exitCode?: number;
  /** Output or reason; may be empty. */
  readonly text: string;
  /** Time of its end. */
  readonly at: number;
}

/** Reports of a running CLI about itself. */
export interface AgentReports {
  /** Version of the running program, such as "2.1.329". */
  readonly version: string;
  /** Answer of the process to `initialize`: account, agents, models. */
  readonly start: InitializeResult;
  /**
   * Asks the model without a trace in the conversation, which it sees.
   * @throws UserError `message.unanswered`, `cli.unsupported`
   */
  aside?(question: string): Promise<string>;
  /** Returns the newest runs of hooks, the newest first. */
  hookRuns?(): readonly HookRun[];
  /**
   * Asks for a report, or for a change to what one shows.
   * @throws UserError `cli.unsupported`, `cli.refused` with the CLI's own reason, `cli.timeout`
   */
  ask<N extends ReportName>(name: N, params: ControlParams<N>): Promise<ControlResult<N>>;
}

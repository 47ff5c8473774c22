import type { ControlParams, ControlResult, ReportName } from './control';
import type { InitializeResult } from './controlSchemas';

/** Reports of a running CLI about itself. */
export interface AgentReports {
  /** Version of the running program, such as "2.1.329". */
  readonly version: string;
  /** Answer of the process to `initialize`: account, agents, models. */
  readonly start: InitializeResult;
  /**
   * Asks for a report, or for a change to what one shows.
   * @throws UserError `cli.unsupported`, `cli.refused` with the CLI's own reason, `cli.timeout`
   */
  ask<N extends ReportName>(name: N, params: ControlParams<N>): Promise<ControlResult<N>>;
}

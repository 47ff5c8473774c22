import type { PermissionMode } from '../../contract/content';
import type { PipedProcess } from '../../node/spawnProcess';

/** Line that the user wants to run, and the conversation that it belongs to. */
export interface ShellRequest {
  readonly command: string;
  readonly cwd: string;
  readonly mode: PermissionMode;
  /** Folders that the agent may work in besides its own. */
  readonly addDirs: readonly string[];
}

/** Runs lines of the user in a shell. */
export interface ShellRunner {
  /**
   * Asks the user first if a rule says so.
   * @returns undefined if the user declines
   * @throws UserError `shell.denied`, which names the rule; `trust.required`; `spawn.*`
   */
  start(request: ShellRequest): Promise<PipedProcess | undefined>;
}

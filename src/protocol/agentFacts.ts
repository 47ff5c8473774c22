import type { Choices } from '../contract/choices';
import type { Effort } from '../contract/content';

/** Claude Code's first words in a folder, for the next conversation that waits for its start. */
export interface AgentFacts {
  /** Without tools, and commands of MCP servers and of prompt files. */
  readonly choices: Choices;
  /** Id of the model without a pick, where the settings of the CLI itself name one. */
  readonly model?: string;
  /** Level of that model by itself. */
  readonly usualEffort?: Effort;
}

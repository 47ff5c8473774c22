import type { AgentCommand } from './commands';
import type { Effort, PermissionMode } from './content';

export interface ModelChoice {
  /** Value that is sent: an alias or an id. */
  readonly value: string;
  readonly label: string;
  readonly description?: string;
  /** Full id behind the alias, if the agent reports it. */
  readonly resolved?: string;
  readonly efforts: readonly Effort[];
  /** True if the model takes a token budget for thinking instead of an effort. */
  readonly hasThinkingBudget: boolean;
  readonly hasFastMode?: true;
  /** True if the mode "auto" is not available with the model. */
  readonly lacksAutoMode?: true;
}

/**
 * Setting of an agent that is not Claude Code: a mode, a model, a level of thinking, or anything
 * else that it names itself. Its value is the one in force.
 */
export type AgentOption = {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Chip that the option takes in the message box; `other` has a chip of its own. */
  readonly role: 'mode' | 'model' | 'thinking' | 'other';
} & (
  | { readonly kind: 'select'; readonly value: string; readonly groups: readonly OptionGroup[] }
  | { readonly kind: 'switch'; readonly isOn: boolean }
);

/** Values of an option under a heading; a single group may have none. */
export interface OptionGroup {
  readonly label?: string;
  readonly values: readonly OptionValue[];
}

export interface OptionValue {
  readonly value: string;
  readonly label: string;
  readonly description?: string;
}

/**
 * Features of a conversation that an agent may lack; what is lacking is not offered. `rewind` takes
 * the conversation back: Tandem itself takes files back, whoever has changed them.
 */
export type AgentFeature =
  | 'images'
  /** Before a message; `forkWhole`: at the end. */
  | 'fork'
  | 'forkWhole'
  | 'rewind'
  | 'sideQuestions'
  | 'steering'
  | 'rename'
  | 'compact'
  | 'toolChoice'
  | 'shellLines'
  | 'servers'
  | 'temporary';

/** Agent that is not Claude Code, as it introduces itself. */
export interface ForeignAgent {
  /** Name under which the user has it in `tandem.agents`. */
  readonly name: string;
  readonly title: string;
  readonly version?: string;
  readonly lacks: readonly AgentFeature[];
}

/** Options that the pickers offer. */
export interface Choices {
  readonly models: readonly ModelChoice[];
  readonly modes: readonly PermissionMode[];
  readonly commands: readonly AgentCommand[];
  /** Modes that the user could expect here, and why they are not offered. */
  readonly missingModes?: readonly MissingMode[];
  /** Names of commands that work in a terminal only. */
  readonly terminalCommands?: readonly string[];
  /** Names of the agent's own tools; absent until it has reported them. */
  readonly tools?: readonly string[];
  /** Subagents that a message can name; absent if the CLI does not list them. */
  readonly agents?: readonly AgentChoice[];
  /** Absent for Claude Code. */
  readonly foreign?: ForeignAgent;
  /** Settings of a foreign agent, in its order; they replace the pickers of Claude Code. */
  readonly options?: readonly AgentOption[];
}

export interface MissingMode {
  readonly mode: PermissionMode;
  readonly why: 'baseUrl' | 'account' | 'model';
}

export interface AgentChoice {
  readonly name: string;
  readonly description: string;
  readonly model?: string;
}

export interface Account {
  readonly isSignedIn: boolean;
  readonly label?: string;
}

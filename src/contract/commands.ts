/** Where a command of the agent comes from, as far as it says so. */
export type CommandSource = 'builtIn' | 'user' | 'project' | 'plugin' | 'server' | 'other';

/** Command or skill of the agent, which a message that begins with `/name` runs. */
export interface AgentCommand {
  /** Name without the slash. */
  readonly name: string;
  readonly description: string;
  readonly argumentHint?: string;
  readonly aliases?: readonly string[];
  readonly source: CommandSource;
}

/** Commands of Tandem that have a word in the list, beside those of the agent. */
export const ownCommands = [
  'new',
  'resume',
  'rewind',
  'mode',
  'model',
  'effort',
  'export',
  'add-dir',
  'tools',
  'mcp',
  'config',
  'login',
  'diff',
  'tasks',
] as const;
export type OwnCommand = (typeof ownCommands)[number];

/**
 * Commands that Claude Code knows in a terminal only. The list names those that the agent itself
 * does not offer.
 * @see https://code.claude.com/docs/en/commands
 */
export const terminalCommands = [
  'agents',
  'help',
  'hooks',
  'ide',
  'keybindings',
  'logout',
  'memory',
  'output-style',
  'permissions',
  'plugin',
  'privacy-settings',
  'release-notes',
  'sandbox',
  'status',
  'statusline',
  'terminal-setup',
  'theme',
  'upgrade',
] as const;

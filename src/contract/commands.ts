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
  'fast',
  'plan',
  'copy',
  'export',
  'add-dir',
  'tools',
  'mcp',
  'permissions',
  'hooks',
  'output-style',
  'account',
  'memory',
  'agents',
  'skills',
  'plugins',
  'usage',
  'context',
  'status',
  'sandbox',
  'config',
  'login',
  'diff',
  'tasks',
] as const;
export type OwnCommand = (typeof ownCommands)[number];

/** Words that Claude Code has for them, too. */
export const ownAliases: Partial<Readonly<Record<OwnCommand, readonly string[]>>> = {
  resume: ['continue'],
  rewind: ['checkpoint', 'branch', 'fork'],
  config: ['settings'],
  tasks: ['bashes'],
  permissions: ['allowed-tools'],
  usage: ['cost'],
  plugins: ['plugin'],
};

/**
 * Commands that Claude Code knows in a terminal only. The list names those that the agent itself
 * does not offer.
 * @see https://code.claude.com/docs/en/commands
 */
export const terminalCommands = [
  'auto-mode-setup',
  'chrome',
  'desktop',
  'extra-usage',
  'feedback',
  'help',
  'ide',
  'install-github-app',
  'install-slack-app',
  'keybindings',
  'logout',
  'mobile',
  'passes',
  'privacy-settings',
  'release-notes',
  'remote-control',
  'remote-env',
  'statusline',
  'terminal-setup',
  'theme',
  'upgrade',
  'vim',
  'voice',
] as const;

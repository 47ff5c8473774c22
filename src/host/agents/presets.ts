/** Agent that Tandem is tested with. Its name, its program and its package are its own. */
export interface AgentPreset {
  readonly name: string;
  /** Program on PATH. */
  readonly program: string;
  readonly args: readonly string[];
  /** npm package that brings the program. */
  readonly package: string;
  /** Arguments with which the program signs the user in; undefined: it does so over ACP only. */
  readonly signIn?: readonly string[];
  /** True if it runs Claude Code, and is told which one. */
  readonly runsClaude?: true;
}

/** Package of the vendor's adapter, which other editors run as well. */
export const claudeAdapter = '@agentclientprotocol/claude-agent-acp';

/** In the order of lists. */
export const agentPresets: readonly AgentPreset[] = [
  {
    name: 'Claude Code (ACP)',
    program: 'claude-agent-acp',
    args: [],
    package: claudeAdapter,
    signIn: ['--cli', 'auth', 'login'],
    runsClaude: true,
  },
  {
    name: 'opencode',
    program: 'opencode',
    args: ['acp'],
    package: 'opencode-ai',
    signIn: ['auth', 'login'],
  },
  {
    name: 'Gemini CLI',
    program: 'gemini',
    args: ['--acp'],
    package: '@google/gemini-cli',
    signIn: [],
  },
  {
    name: 'Codex',
    program: 'codex-acp',
    args: [],
    package: '@agentclientprotocol/codex-acp',
  },
  {
    name: 'Qwen Code',
    program: 'qwen',
    args: ['--acp'],
    package: '@qwen-code/qwen-code',
    signIn: [],
  },
];

export function presetOf(name: string): AgentPreset | undefined {
  return agentPresets.find(preset => preset.name === name);
}

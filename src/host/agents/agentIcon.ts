/** By the names of `agentPresets`, whose programs the list of sessions does not need. */
const icons: ReadonlyMap<string, string> = new Map([
  ['Claude Code (ACP)', 'sparkle'],
  ['opencode', 'terminal'],
  ['Gemini CLI', 'star'],
  ['Codex', 'symbol-event'],
  ['Qwen Code', 'symbol-constant'],
]);

/** Codicon that stands for an agent in lists. */
export function agentIcon(name: string): string {
  return icons.get(name) ?? 'hubot';
}

const icons: Readonly<Record<string, string>> = {
  'Claude Code (ACP)': 'sparkle',
  opencode: 'terminal',
  'Gemini CLI': 'star',
  Codex: 'symbol-event',
  'Qwen Code': 'symbol-constant',
};

/** Codicon that stands for an agent in lists. */
export function agentIcon(name: string): string {
  return Object.hasOwn(icons, name) ? (icons[name] ?? 'hubot') : 'hubot';
}

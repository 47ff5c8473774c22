import * as l10n from '@vscode/l10n';

/** Tools of the to-do list; versions and models of Claude Code have one family or the other. */
export const todoTools: readonly string[] = [
  'TodoWrite',
  'TaskCreate',
  'TaskGet',
  'TaskList',
  'TaskUpdate',
];

export function todoListLabel(): string {
  return l10n.t('To-do list');
}

/** Names what rules switch off: tools that go together once, and those of servers by their server. */
export function toolNames(rules: readonly string[]): readonly string[] {
  const names = rules.map(rule =>
    todoTools.includes(rule) ? todoListLabel() : rule.replace(/^mcp__/, '').replace('__', ': '),
  );
  return [...new Set(names)];
}

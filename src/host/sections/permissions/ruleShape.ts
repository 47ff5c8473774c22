import * as l10n from '@vscode/l10n';

/** Parts of a rule such as `Bash(npm test:*)`. */
export interface RuleParts {
  readonly tool: string;
  /** Text in the parentheses, if any. */
  readonly content: string | undefined;
}

/** Tools of the CLI that rules may name. Others may exist: this list only helps with typing errors. */
const knownTools: readonly string[] = [
  'Agent',
  'AskUserQuestion',
  'Bash',
  'Edit',
  'EnterWorktree',
  'ExitPlanMode',
  'Glob',
  'Grep',
  'KillShell',
  'LSP',
  'MultiEdit',
  'NotebookEdit',
  'PowerShell',
  'Read',
  'Skill',
  'SlashCommand',
  'Task',
  'TodoWrite',
  'ToolSearch',
  'WebFetch',
  'WebSearch',
  'Write',
];

/** Takes a rule apart; undefined if the CLI would ignore it. */
export function partsOf(rule: string): RuleParts | undefined {
  const [, tool, content] = /^([A-Za-z_*][\w*.:@-]*)(?:\(([\s\S]+)\))?$/.exec(rule) ?? [];
  return tool === undefined || !isBalanced(content ?? '') ? undefined : { tool, content };
}

/** Returns what is wrong with a rule, and how to mend it. */
export function ruleProblem(rule: string): string | undefined {
  const parts = partsOf(rule);
  if (!parts) {
    return isBalanced(rule)
      ? l10n.t('Enter the name of a tool, or one with a pattern, such as {0}.', 'Bash(npm test:*)')
      : l10n.t('The parentheses do not match. A rule looks like {0}.', 'Bash(npm test:*)');
  }
  const { tool, content } = parts;
  const lower = tool.toLowerCase();
  const known = knownTools.find(name => name.toLowerCase() === lower);
  if (known !== undefined && known !== tool) {
    return l10n.t('Tools are written with capital letters: {0}.', known);
  }
  if (tool.startsWith('mcp__') && content !== undefined) {
    return l10n.t('Rules for tools of MCP servers take no parentheses.');
  }
  if (tool === 'WebFetch' && content !== undefined && !content.startsWith('domain:')) {
    return l10n.t('Name a domain, such as {0}.', 'WebFetch(domain:example.com)');
  }
  if (tool === 'WebSearch' && content !== undefined && content.includes('*')) {
    return l10n.t('Rules for searches take no wildcards.');
  }
  return undefined;
}

/** Whether the name of a tool is one that Tandem knows, or that of a server's tool. */
export function isKnownTool(rule: string): boolean {
  const tool = partsOf(rule)?.tool ?? '';
  return knownTools.includes(tool) || tool.startsWith('mcp__') || tool.includes('*');
}

/** Whether the parentheses match; a backslash takes the meaning from the next character. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const [part] of text.matchAll(/\\[\s\S]|[()]/g)) {
    depth += part === '(' ? 1 : part === ')' ? -1 : 0;
    if (depth < 0) {
      return false;
    }
  }
  return depth === 0;
}

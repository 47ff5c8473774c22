import * as l10n from '@vscode/l10n';
import type { FileWorld } from './agentFile';

export type ValueKind = 'text' | 'flag' | 'number' | 'list' | 'textOrList' | 'any';

/** A key that a head may have. */
export interface HeadKey {
  readonly key: string;
  readonly kind: ValueKind;
  /** False if it is kept, but has no effect in Tandem. */
  readonly isApplied: boolean;
  readonly choices?: readonly string[];
  /** Key that has taken its place. */
  readonly newer?: string;
  readonly text: string;
}

/** Returns the keys that a world knows, those that most files have first. */
export function headKeys(world: FileWorld): readonly HeadKey[] {
  switch (world) {
    case 'claudeAgent':
      return claudeKeys();
    case 'githubAgent':
      return githubKeys();
    case 'prompt':
      return promptKeys();
  }
}

/** Returns a key as some world knows it, this one first. */
export function headKey(
  world: FileWorld,
  key: string,
): { readonly key: HeadKey; readonly isOwn: boolean } | undefined {
  const own = headKeys(world).find(one => one.key === key);
  if (own) {
    return { key: own, isOwn: true };
  }
  const worlds: readonly FileWorld[] = ['claudeAgent', 'githubAgent', 'prompt'];
  const other = worlds.flatMap(headKeys).find(one => one.key === key);
  return other && { key: other, isOwn: false };
}

function applied(key: string, kind: ValueKind, text: string, ...choices: string[]): HeadKey {
  return { key, kind, text, isApplied: true, ...(choices.length > 0 ? { choices } : {}) };
}

function kept(key: string, kind: ValueKind, text: string, ...choices: string[]): HeadKey {
  return { ...applied(key, kind, text, ...choices), isApplied: false };
}

/** @see https://code.claude.com/docs/en/sub-agents */
function claudeKeys(): readonly HeadKey[] {
  return [
    applied('name', 'text', l10n.t('Name, in lowercase letters and “-”. Required.')),
    applied(
      'description',
      'text',
      l10n.t('When Claude should hand work to this agent. Required; sent with each conversation.'),
    ),
    applied(
      'tools',
      'textOrList',
      l10n.t('Tools that the agent may use, such as “Read, Grep”. Default: all tools.'),
    ),
    applied('disallowedTools', 'textOrList', l10n.t('Tools that the agent may not use.')),
    applied(
      'model',
      'text',
      l10n.t("Model: an alias such as “haiku”, an ID, or “inherit” for the conversation's model."),
    ),
    applied(
      'permissionMode',
      'text',
      l10n.t('Permission mode in which the agent works.'),
      ...['default', 'acceptEdits', 'auto', 'dontAsk', 'bypassPermissions', 'plan', 'manual'],
    ),
    applied('maxTurns', 'number', l10n.t('Maximum number of model calls before it stops.')),
    applied('skills', 'textOrList', l10n.t('Skills whose text the agent gets from the start.')),
    applied('mcpServers', 'any', l10n.t('MCP servers: names, or configurations.')),
    applied('hooks', 'any', l10n.t('Hooks that run while the agent works.')),
    applied(
      'memory',
      'text',
      l10n.t('Where the agent keeps notes for later conversations.'),
      ...['user', 'project', 'local'],
    ),
    applied('background', 'flag', l10n.t('Whether it always runs in the background.')),
    applied(
      'effort',
      'text',
      l10n.t('Effort of the model while the agent works.'),
      ...['low', 'medium', 'high', 'xhigh', 'max'],
    ),
    applied(
      'isolation',
      'text',
      l10n.t('“worktree”: it works in a Git worktree of its own.'),
      ...['worktree', 'remote'],
    ),
    applied(
      'color',
      'text',
      l10n.t('Color of its name in a terminal.'),
      ...['red', 'blue', 'green', 'yellow', 'purple', 'orange', 'pink', 'cyan', 'magenta', 'white'],
    ),
    applied('initialPrompt', 'text', l10n.t('First message where the agent answers by itself.')),
  ];
}

/** @see https://code.visualstudio.com/docs/agents/reference/custom-agent-file-reference */
function githubKeys(): readonly HeadKey[] {
  return [
    applied('description', 'text', l10n.t('What the agent does, and when it should be used.')),
    applied('name', 'text', l10n.t("Name of the agent. Default: the file's name.")),
    argumentHint(),
    tools(),
    model(),
    applied(
      'user-invocable',
      'flag',
      l10n.t('“false”: users cannot choose the agent; other agents may use it.'),
    ),
    applied(
      'disable-model-invocation',
      'flag',
      l10n.t('“true”: other agents cannot hand work to it.'),
    ),
    kept('agents', 'textOrList', l10n.t('Agents that this one may hand work to; “*” for all.')),
    kept('handoffs', 'any', l10n.t('Steps to offer after an answer: label, agent, prompt, send.')),
    kept(
      'target',
      'text',
      l10n.t('Where the agent is offered. Default: everywhere.'),
      ...['vscode', 'github-copilot'],
    ),
    kept('mcp-servers', 'any', l10n.t('MCP servers for the agent on GitHub.')),
    kept('hooks', 'any', l10n.t('Hooks that VS Code runs while the agent works.')),
    kept('metadata', 'any', l10n.t('Notes for other tools.')),
    { ...applied('user-invokable', 'flag', ''), ...renamed('user-invocable') },
    { ...applied('infer', 'any', ''), ...renamed('disable-model-invocation') },
  ];
}

/** @see https://code.visualstudio.com/docs/agent-customization/prompt-files */
function promptKeys(): readonly HeadKey[] {
  return [
    applied('description', 'text', l10n.t('What the prompt does. Shown in the list of commands.')),
    applied('name', 'text', l10n.t("Word after “/”. Default: the file's name.")),
    argumentHint(),
    applied(
      'agent',
      'text',
      l10n.t('Who answers: “ask”, “edit”, “agent”, “plan”, or the name of an agent.'),
    ),
    model(),
    tools(),
    { ...applied('mode', 'text', ''), ...renamed('agent') },
  ];
}

function argumentHint(): HeadKey {
  const text = l10n.t('What to type after the name, such as “[file] [focus]”.');
  return applied('argument-hint', 'text', text);
}

function tools(): HeadKey {
  return applied(
    'tools',
    'textOrList',
    l10n.t(
      'Tools: names of Claude Code, or read, edit, search, execute, web, todo, agent; “server/*” for those of an MCP server.',
    ),
  );
}

function model(): HeadKey {
  return applied(
    'model',
    'textOrList',
    l10n.t(
      "A model, or several in order of preference. For models other than Claude's, the conversation's model is used.",
    ),
  );
}

function renamed(newer: string): { readonly newer: string; readonly text: string } {
  return { newer, text: l10n.t('Older name of “{0}”.', newer) };
}

import * as l10n from '@vscode/l10n';
import type { Choices } from '../choices';
import type { CommandSource, OwnCommand } from '../commands';
import { programName } from './agentNames';

/** Describes what a command of Tandem does. */
export function ownCommandText(command: OwnCommand): string {
  const texts: Record<OwnCommand, string> = {
    new: l10n.t('Start a new conversation'),
    resume: l10n.t('Search and open stored conversations'),
    rewind: l10n.t('Rewind code or conversation to an earlier message'),
    mode: l10n.t('Choose the permission mode'),
    model: l10n.t('Choose the model'),
    effort: l10n.t('Choose the effort'),
    fast: l10n.t('Turn fast mode on or off'),
    plan: l10n.t('Switch to plan mode'),
    copy: l10n.t('Copy the last turn as Markdown'),
    export: l10n.t('Export the conversation as Markdown'),
    'add-dir': l10n.t('Give Claude access to another folder'),
    tools: l10n.t('Choose the tools that Claude may use'),
    mcp: l10n.t('Show MCP servers and their state'),
    permissions: l10n.t('Show and change permission rules'),
    hooks: l10n.t('Show and change hooks'),
    'output-style': l10n.t('Choose the output style'),
    account: l10n.t('Show the account, sign in and out, and manage profiles'),
    memory: l10n.t('Show and change memory files'),
    agents: l10n.t('Show and make agents'),
    skills: l10n.t('Show and make skills and commands'),
    plugins: l10n.t('Show and manage plugins'),
    usage: l10n.t('Show usage and limits'),
    context: l10n.t('Show what fills the context'),
    status: l10n.t('Show version, account and settings of Claude Code'),
    sandbox: l10n.t('Show and change the sandbox'),
    config: l10n.t('Show and change settings of Claude Code'),
    login: l10n.t('Sign in or switch the account'),
    diff: l10n.t('Review all changes that wait for a decision'),
    tasks: l10n.t('Show running agents and commands'),
  };
  return texts[command];
}

/** Names the source of a command, for the end of its row. */
export function commandSourceText(
  source: CommandSource,
  choices: Pick<Choices, 'foreign'>,
): string | undefined {
  switch (source) {
    case 'builtIn':
      return programName(choices);
    case 'user':
      return l10n.t('User');
    case 'project':
      return l10n.t('Project');
    case 'plugin':
      return l10n.t('Plugin');
    case 'server':
      return l10n.t('MCP');
    case 'prompt':
      return l10n.t('Prompt file');
    case 'other':
      return undefined;
  }
}

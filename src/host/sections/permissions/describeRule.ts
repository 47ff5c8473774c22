import * as l10n from '@vscode/l10n';
import { partsOf } from './ruleShape';

/** Says in plain words what a rule matches. */
export function describeRule(rule: string): string {
  const parts = partsOf(rule);
  if (!parts) {
    return l10n.t('Not a rule: Claude Code ignores it');
  }
  const { tool, content } = parts;
  if (tool.startsWith('mcp__')) {
    return ofServer(tool);
  }
  switch (tool) {
    case 'Bash':
    case 'PowerShell':
      return commands(content);
    case 'Read':
    case 'Glob':
    case 'Grep':
      return content === undefined
        ? l10n.t('Reading any file')
        : l10n.t('Reading {0}', files(content));
    case 'Edit':
    case 'Write':
    case 'MultiEdit':
    case 'NotebookEdit':
      return content === undefined
        ? l10n.t('Changing any file')
        : l10n.t('Changing {0}', files(content));
    case 'WebFetch':
      return content === undefined
        ? l10n.t('Fetching any web page')
        : l10n.t('Fetching pages of {0}', quoted(content.replace(/^domain:/, '')));
    case 'WebSearch':
      return l10n.t('Any web search');
    case 'Agent':
    case 'Task':
      return content === undefined ? l10n.t('Any agent') : l10n.t('The agent {0}', quoted(content));
    case 'Skill':
    case 'SlashCommand':
      return content === undefined ? l10n.t('Any skill') : skill(content);
    default:
      return content === undefined
        ? l10n.t('Any use of {0}', tool)
        : l10n.t('Use of {0} for {1}', tool, quoted(content));
  }
}

function commands(content: string | undefined): string {
  if (content === undefined || content === '*' || content === ':*') {
    return l10n.t('Any command');
  }
  const [, start] = /^([^*]+?)(?::\*| \*)$/.exec(content) ?? [];
  if (start !== undefined) {
    return l10n.t('Commands that begin with {0}', quoted(start));
  }
  return content.includes('*')
    ? l10n.t('Commands of the form {0}', quoted(content))
    : l10n.t('The command {0}', quoted(content));
}

/** Paths have the forms of `.gitignore`; what `/` means depends on the file that holds the rule. */
function files(pattern: string): string {
  const [, folder] = /^(.+?)\/\*\*(?:\/\*)?$/.exec(pattern) ?? [];
  if (folder !== undefined && !folder.includes('*')) {
    return l10n.t('all files below {0}', place(folder));
  }
  if (pattern.includes('*')) {
    return l10n.t('files like {0}', place(pattern));
  }
  return place(pattern);
}

function place(pattern: string): string {
  if (pattern.startsWith('//')) {
    return l10n.t('{0} on this computer', quoted(pattern.slice(1)));
  }
  if (pattern.startsWith('~/')) {
    return l10n.t('{0} in your home folder', quoted(pattern.slice(2)));
  }
  if (pattern.startsWith('/')) {
    return l10n.t('{0} in the folder that these settings belong to', quoted(pattern.slice(1)));
  }
  if (pattern.startsWith('./') || pattern.includes('/')) {
    return l10n.t('{0} in the working folder', quoted(pattern.replace(/^\.\//, '')));
  }
  return l10n.t('{0} in the working folder and below', quoted(pattern));
}

function ofServer(name: string): string {
  const [, server = '', tool = '*'] = /^mcp__(.+?)(?:__(.*))?$/.exec(name) ?? [];
  return tool === '*' || tool === ''
    ? l10n.t('All tools of the server {0}', quoted(server))
    : l10n.t('The tool {0} of the server {1}', quoted(tool), quoted(server));
}

function skill(content: string): string {
  const [, start] = /^(.+?)(?::\*| \*)$/.exec(content) ?? [];
  return start === undefined
    ? l10n.t('The skill {0}', quoted(content))
    : l10n.t('The skill {0} with any input', quoted(start));
}

function quoted(text: string): string {
  return l10n.t('“{0}”', text);
}

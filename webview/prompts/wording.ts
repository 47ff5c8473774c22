import type { PermissionMode } from '../../src/contract/content';
import type { Destination, Suggestion } from '../../src/contract/prompts';

export const destinations: readonly Destination[] = [
  'session',
  'localSettings',
  'projectSettings',
  'userSettings',
];

export const destinationLabels: Record<Destination, string> = {
  session: 'this session',
  localSettings: 'this project, just me',
  projectSettings: 'this project, shared',
  userSettings: 'all projects',
};

/** Storage of each destination: memory or a Claude Code settings file. */
export const destinationFiles: Record<Destination, string> = {
  session: 'in memory, until the session ends',
  localSettings: 'in .claude/settings.local.json',
  projectSettings: 'in .claude/settings.json',
  userSettings: 'in ~/.claude/settings.json',
};

const modeLabels: Record<PermissionMode, string> = {
  default: 'Manual',
  acceptEdits: 'Edit automatically',
  plan: 'Plan',
  auto: 'Auto',
  dontAsk: "Don't ask",
  bypassPermissions: 'Bypass permissions',
};

const scopes: Record<Destination, string> = {
  session: 'this session',
  localSettings: 'in this project, just me',
  projectSettings: 'in this project, shared',
  userSettings: 'in all projects',
};

/** Labels a suggestion's button with its effect. */
export function suggestionLabel(suggestion: Exclude<Suggestion, { type: 'addRules' }>): string {
  const scope = scopes[suggestion.destination];
  if (suggestion.type === 'setMode') {
    return suggestion.mode === 'acceptEdits'
      ? `Allow all edits ${scope}`
      : `Switch to ${modeLabels[suggestion.mode]} ${scope}`;
  }
  const { directories } = suggestion;
  const what = directories.length === 1 ? 'this folder' : `these ${directories.length} folders`;
  return `Allow ${what} ${scope}`;
}

import { isAbsolute, resolve } from 'node:path';
import type { LaunchSetting, LaunchSettings } from '../../cli/launch/launchSettings';
import type { SettingsReader } from '../settings';

const names = {
  'tandem.model': true,
  'tandem.agent': true,
  'tandem.effort': true,
  'tandem.thinking.maxTokens': true,
  'tandem.permissions.initialMode': true,
  'tandem.permissions.allowBypass': true,
  'tandem.permissions.allowedTools': true,
  'tandem.permissions.disallowedTools': true,
  'tandem.tools': true,
  'tandem.additionalDirectories': true,
  'tandem.mcp.config': true,
  'tandem.cli.settings': true,
  'tandem.cli.settingSources': true,
  'tandem.limits.maxTurns': true,
  'tandem.limits.maxBudgetUsd': true,
  'tandem.fallbackModel': true,
  'tandem.promptSuggestions': true,
  'tandem.betas': true,
  'tandem.systemPrompt': true,
  'tandem.appendSystemPrompt': true,
  'tandem.cli.args': true,
  'tandem.cli.env': true,
  'tandem.cli.path': true,
} satisfies Record<LaunchSetting, true>;

/**
 * Reads the current settings that a CLI process is started with.
 * @param roots all workspace folders
 */
export function readLaunchSettings(
  settings: Pick<SettingsReader, 'get' | 'isSet'>,
  cwd: string,
  roots: readonly string[],
): LaunchSettings {
  const entries = Object.keys(names).map(name => [name, settings.get(name as LaunchSetting)]);
  const { 'tandem.permissions.initialMode': mode, ...rest }: LaunchSettings =
    Object.fromEntries(entries);
  // Without the user's choice, the CLI's own settings decide.
  const isChosen = settings.isSet('tandem.permissions.initialMode');
  const read = { ...rest, ...(isChosen && mode ? { 'tandem.permissions.initialMode': mode } : {}) };
  const others = settings.get('tandem.folder.addOtherRoots') ? roots : [];
  const folders = [
    ...settings.get('tandem.additionalDirectories'),
    ...others.filter(root => root !== cwd),
  ];
  return {
    ...read,
    'tandem.additionalDirectories': folders.map(folder =>
      isAbsolute(folder) ? folder : resolve(cwd, folder),
    ),
  };
}

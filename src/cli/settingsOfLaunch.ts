import { readFile } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import type { MissingMode } from '../contract/choices';
import type { Picks, SessionGrants } from '../protocol/agentLauncher';
import type { ServerConfigs } from '../protocol/agentSource';
import { agentToolNames } from '../protocol/editorServer';
import type { LaunchSettings } from './launch/launchSettings';
import { takesRules, withReadLayer, withSessionRules } from './launch/sessionRules';
import type { ModePolicy } from './permissions/modePolicy';

/** Adds what the user has allowed for the conversation, with a notice if some of it is forgotten. */
export async function withGrants(
  settings: LaunchSettings,
  cwd: string,
  granted: SessionGrants | undefined,
): Promise<{ settings: LaunchSettings; notices: readonly string[] }> {
  if (!granted) {
    return { settings, notices: [] };
  }
  const hasRules = granted.rules.length > 0;
  const layered = hasRules ? await withReadLayer(settings, cwd, readText) : settings;
  const forgotten = l10n.t(
    "What you allowed for this conversation is forgotten: it can't be added to the file in {0}. Claude asks again.",
    'tandem.cli.settings',
  );
  const notices = hasRules && !takesRules(layered) ? [forgotten] : [];
  return { settings: withSessionRules(layered, granted), notices };
}

/** Adds the conversation's folders after those of the settings. */
export function withFolders(settings: LaunchSettings, addDirs: readonly string[]): LaunchSettings {
  const configured = settings['tandem.additionalDirectories'] ?? [];
  const all = [...new Set([...configured, ...addDirs])];
  return all.length === 0 ? settings : { ...settings, 'tandem.additionalDirectories': all };
}

/** Adds the rules for tools that need no permission after those of the settings. */
export function withAllowed(settings: LaunchSettings, rules: readonly string[]): LaunchSettings {
  const configured = settings['tandem.permissions.allowedTools'] ?? [];
  return rules.length === 0
    ? settings
    : { ...settings, 'tandem.permissions.allowedTools': [...new Set([...configured, ...rules])] };
}

/** Adds servers to the settings, for a version that takes none while it runs. */
export function withServers(settings: LaunchSettings, servers: ServerConfigs): LaunchSettings {
  const configured = settings['tandem.mcp.config'] ?? [];
  return Object.keys(servers).length === 0
    ? settings
    : {
        ...settings,
        'tandem.mcp.config': [configured, JSON.stringify({ mcpServers: servers })].flat(),
      };
}

/** Always names a mode: the CLI would else take one from the folder. */
export function withMode(
  settings: LaunchSettings,
  { start, forbidden }: ModePolicy,
  missing: readonly MissingMode[],
): LaunchSettings {
  const isMissing = missing.some(({ mode }) => mode === start);
  const mode = start && !forbidden.has(start) && !isMissing ? start : 'default';
  return { ...settings, 'tandem.permissions.initialMode': mode };
}

/**
 * Leaves out the pick of "Default" where nothing else names a model.
 * @param isNamed true if the CLI's own settings or the session do: it takes up the session's model
 */
export function withoutUsualModel(
  settings: LaunchSettings,
  own: LaunchSettings,
  isNamed: boolean,
): LaunchSettings {
  const { 'tandem.model': model, ...others } = settings;
  return model === 'default' && !own['tandem.model'] && !isNamed ? others : settings;
}

/** Overrides the settings with the user's picks in the conversation. */
export function withPicks(settings: LaunchSettings, picks: Picks): LaunchSettings {
  return {
    ...settings,
    ...(picks.mode ? { 'tandem.permissions.initialMode': picks.mode } : {}),
    ...(picks.model ? { 'tandem.model': picks.model } : {}),
    ...(picks.agent ? { 'tandem.agent': picks.agent } : {}),
    ...(picks.effort ? { 'tandem.effort': picks.effort } : {}),
    ...(picks.maxThinkingTokens === undefined
      ? {}
      : { 'tandem.thinking.maxTokens': picks.maxThinkingTokens }),
    ...(picks.disabledTools
      ? { 'tandem.permissions.disallowedTools': denied(settings, picks) }
      : {}),
  };
}

/** Leaves out the editor's own tools: their server already hides those that are switched off. */
function denied(settings: LaunchSettings, { disabledTools = [] }: Picks): readonly string[] {
  const configured = settings['tandem.permissions.disallowedTools'] ?? [];
  return [...new Set([...configured, ...agentToolNames(disabledTools)])];
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8');
}

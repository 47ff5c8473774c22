import { isObject } from '../../base/json';
import type { LaunchSettings } from './launchSettings';

/**
 * Starts a process with what was allowed to an earlier one of the conversation. The rules travel in
 * the settings layer of the command line: the list of `--allowedTools` is split at commas and
 * parentheses that a command may hold.
 */
export function withSessionRules(
  settings: LaunchSettings,
  { rules, directories }: { rules: readonly string[]; directories: readonly string[] },
): LaunchSettings {
  const added = settings['tandem.additionalDirectories'] ?? [];
  const given: LaunchSettings = {
    ...settings,
    'tandem.additionalDirectories': [...new Set([...added, ...directories])],
  };
  if (rules.length === 0) {
    return given;
  }
  const layer = layerOf(settings['tandem.cli.settings']);
  if (!layer) {
    // A file of the user's has the place of the layer.
    const allowed = settings['tandem.permissions.allowedTools'] ?? [];
    return { ...given, 'tandem.permissions.allowedTools': [...allowed, ...rules] };
  }
  const permissions = isObject(layer.permissions) ? layer.permissions : {};
  const allow = Array.isArray(permissions.allow) ? permissions.allow : [];
  return {
    ...given,
    'tandem.cli.settings': {
      ...layer,
      permissions: { ...permissions, allow: [...allow, ...rules.map(escaped)] },
    },
  };
}

function layerOf(
  value: LaunchSettings['tandem.cli.settings'],
): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined || value === null || value === '') {
    return {};
  }
  if (typeof value !== 'string') {
    return value;
  }
  try {
    const parsed: unknown = value.trim().startsWith('{') ? JSON.parse(value) : undefined;
    return isObject(parsed) ? parsed : undefined;
  } catch {
    // The CLI says so itself when it gets it.
    return undefined;
  }
}

/** Settings files spell parentheses and backslashes in a rule's content with a backslash. */
function escaped(rule: string): string {
  const match = /^([^(]+)\(([\s\S]*)\)$/.exec(rule);
  return match ? `${match[1]}(${(match[2] ?? '').replace(/[\\()]/g, '\\$&')})` : rule;
}

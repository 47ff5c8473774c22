import { isObject } from '../../base/json';
import type { LaunchSettings } from './launchSettings';

/**
 * Adds the rules and directories allowed earlier in the conversation to a new process's settings.
 * The rules travel in the command line's settings layer: `--allowedTools` is split at commas and
 * parentheses, which a command may contain.
 */
export function withSessionRules(
  settings: LaunchSettings,
  { rules, directories }: { rules: readonly string[]; directories: readonly string[] },
): LaunchSettings {
  const added = settings['tandem.additionalDirectories'] ?? [];
  const granted: LaunchSettings = {
    ...settings,
    'tandem.additionalDirectories': [...new Set([...added, ...directories])],
  };
  if (rules.length === 0) {
    return granted;
  }
  const layer = layerOf(settings['tandem.cli.settings']);
  if (!layer) {
    // The user's own settings file takes the place of the layer.
    const allowed = settings['tandem.permissions.allowedTools'] ?? [];
    return { ...granted, 'tandem.permissions.allowedTools': [...allowed, ...rules] };
  }
  const permissions = isObject(layer.permissions) ? layer.permissions : {};
  const allow = Array.isArray(permissions.allow) ? permissions.allow : [];
  return {
    ...granted,
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
    // The CLI reports the malformed value itself.
    return undefined;
  }
}

/** Escapes parentheses and backslashes in a rule's content, as settings files require. */
function escaped(rule: string): string {
  const match = /^([^(]+)\(([\s\S]*)\)$/.exec(rule);
  return match ? `${match[1]}(${(match[2] ?? '').replace(/[\\()]/g, '\\$&')})` : rule;
}

import { resolve } from 'node:path';
import { isObject } from '../../base/json';
import type { LaunchSettings } from './launchSettings';

/**
 * Adds the rules and directories allowed earlier in the conversation to a new process's settings.
 * The rules travel in the command line's settings layer: `--allowedTools` is split at commas and
 * parentheses, which a command may contain. Rules that the layer cannot take are forgotten.
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
  const layer = layerOf(settings['tandem.cli.settings']);
  if (rules.length === 0 || !layer) {
    return granted;
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

/** Whether the settings layer can take further rules. */
export function takesRules(settings: LaunchSettings): boolean {
  return layerOf(settings['tandem.cli.settings']) !== undefined;
}

/**
 * Replaces a settings file by its content, so that the layer takes further rules. Keeps the file if
 * it cannot be read, or if it says something else elsewhere.
 */
export async function withReadLayer(
  settings: LaunchSettings,
  cwd: string,
  read: (path: string) => Promise<string>,
): Promise<LaunchSettings> {
  const file = settings['tandem.cli.settings'];
  if (typeof file !== 'string' || takesRules(settings) || file.trim().startsWith('{')) {
    return settings;
  }
  const text = await read(resolve(cwd, file.trim())).catch(() => undefined);
  const layer = text === undefined ? undefined : parsed(text);
  return layer && isMovable(layer) ? { ...settings, 'tandem.cli.settings': layer } : settings;
}

/** False if it holds paths that the CLI reads relative to the file's folder. */
function isMovable({ permissions, sandbox }: Readonly<Record<string, unknown>>): boolean {
  const lists = isObject(permissions) ? [permissions.allow, permissions.deny, permissions.ask] : [];
  const anchored = lists.flat().some(rule => typeof rule === 'string' && /\(!?\/(?!\/)/.test(rule));
  return !anchored && !(isObject(sandbox) && 'filesystem' in sandbox);
}

/** Returns the settings layer of the command line; undefined if it cannot be added to. */
export function layerOf(
  value: LaunchSettings['tandem.cli.settings'],
): Readonly<Record<string, unknown>> | undefined {
  if (value === undefined || value === null || value === '') {
    return {};
  }
  if (typeof value !== 'string') {
    return value;
  }
  return value.trim().startsWith('{') ? parsed(value) : undefined;
}

/** Returns undefined for malformed JSON, which the CLI reports itself. */
function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Escapes parentheses and backslashes in a rule's content, as settings files require. */
function escaped(rule: string): string {
  const match = /^([^(]+)\(([\s\S]*)\)$/.exec(rule);
  return match ? `${match[1]}(${(match[2] ?? '').replace(/[\\()]/g, '\\$&')})` : rule;
}

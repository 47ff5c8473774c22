import { isObject } from '../../base/json';
import type { SettingKey } from '../contributed';

/**
 * Settings whose text is a name defined by Tandem or the CLI. All others contain the user's own
 * text or paths.
 */
const named: ReadonlySet<SettingKey> = new Set([
  'tandem.cli.path',
  'tandem.permissions.initialMode',
  'tandem.model',
  'tandem.fallbackModel',
  'tandem.effort',
  'tandem.diff.open',
  'tandem.queue.whileWorking',
] satisfies SettingKey[]);

/**
 * Reduces a setting's value for a report. Numbers, booleans and names stay; texts and lists become
 * their lengths; the environment becomes its variable names.
 */
export function settingShape(key: SettingKey, value: unknown): unknown {
  if (typeof value === 'string') {
    return named.has(key) ? value : `(${value.length} characters)`;
  }
  if (Array.isArray(value)) {
    return `(${value.length} entries)`;
  }
  return isObject(value) ? Object.keys(value) : value;
}

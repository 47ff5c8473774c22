import { isObject } from '../../base/json';
import type { SettingKey } from '../contributed';

/** Texts that name things of ours or of the agent. All others are a user's own words or places. */
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
 * A setting's value for a report: numbers, switches and names as they are, of texts their length, of
 * lists how long they are, of the environment its names.
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

import { deepEqual } from '../../base/json';
import type { Effort, PermissionMode } from '../../contract/content';

/** Settings that a CLI process starts with, by name. Absent, null, '' and [] mean "not set". */
export interface LaunchSettings {
  readonly 'tandem.model'?: string | null;
  readonly 'tandem.effort'?: Effort | '' | null;
  readonly 'tandem.thinking.maxTokens'?: number | null;
  readonly 'tandem.permissions.initialMode'?: PermissionMode;
  readonly 'tandem.permissions.allowBypass'?: boolean;
  readonly 'tandem.permissions.allowedTools'?: readonly string[];
  readonly 'tandem.permissions.disallowedTools'?: readonly string[];
  /** Names of built-in tools; `[""]` switches all off. */
  readonly 'tandem.tools'?: readonly string[] | null;
  readonly 'tandem.additionalDirectories'?: readonly string[];
  /** Paths or inline JSON. */
  readonly 'tandem.mcp.config'?: readonly string[] | string | null;
  /** Path, inline JSON, or the settings object itself. */
  readonly 'tandem.cli.settings'?: string | Readonly<Record<string, unknown>> | null;
  /** `[""]` loads no source. */
  readonly 'tandem.cli.settingSources'?: readonly string[] | null;
  readonly 'tandem.limits.maxTurns'?: number | null;
  readonly 'tandem.limits.maxBudgetUsd'?: number | null;
  readonly 'tandem.fallbackModel'?: string | null;
  readonly 'tandem.betas'?: readonly string[];
  readonly 'tandem.systemPrompt'?: string | null;
  readonly 'tandem.appendSystemPrompt'?: string | null;
  /** Arguments passed unchanged after all others. */
  readonly 'tandem.cli.args'?: readonly string[];
  /** `null` removes a variable. */
  readonly 'tandem.cli.env'?: Readonly<Record<string, string | null>>;
  /** Path of the CLI to run. */
  readonly 'tandem.cli.path'?: string | null;
}

export type LaunchSetting = keyof LaunchSettings;

/** Settings that a control request can change in a live process. */
type LiveSwitch = 'mode' | 'model' | 'effort' | 'thinking';

const liveSettings: { readonly [S in LaunchSetting]?: LiveSwitch } = {
  'tandem.model': 'model',
  'tandem.effort': 'effort',
  'tandem.thinking.maxTokens': 'thinking',
  'tandem.permissions.initialMode': 'mode',
};

export interface SettingsChange {
  /** Settings that take effect only in a new process. */
  readonly needRestart: readonly LaunchSetting[];
  readonly live: readonly LiveSwitch[];
}

/** Lists what must change in a process started with `before` to match one started with `after`. */
export function compareLaunchSettings(
  before: LaunchSettings,
  after: LaunchSettings,
): SettingsChange {
  const names = new Set([...Object.keys(before), ...Object.keys(after)] as LaunchSetting[]);
  const changed = [...names].filter(
    name => !deepEqual(emptyToUnset(before[name]), emptyToUnset(after[name])),
  );
  return {
    needRestart: changed.filter(name => liveSettings[name] === undefined),
    live: changed.flatMap(name => liveSettings[name] ?? []),
  };
}

/** Maps empty values to undefined, so a manifest default of '' or [] equals an absent setting. */
function emptyToUnset(value: unknown): unknown {
  const isEmpty =
    value === null ||
    value === '' ||
    value === false ||
    (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty ? undefined : value;
}

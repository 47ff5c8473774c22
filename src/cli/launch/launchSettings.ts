import type { Effort, PermissionMode } from '../../contract/content';

/** Settings that a CLI process starts with, by name. Absent, null, '' and [] mean "not set". */
export interface LaunchSettings {
  readonly 'tandem.model'?: string | null;
  /** Name of an agent that answers instead of Claude Code's own. */
  readonly 'tandem.agent'?: string | null;
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
  readonly 'tandem.promptSuggestions'?: boolean;
  /** Arguments passed unchanged after all others. */
  readonly 'tandem.cli.args'?: readonly string[];
  /** `null` removes a variable. */
  readonly 'tandem.cli.env'?: Readonly<Record<string, string | null>>;
  /** Path of the CLI to run. */
  readonly 'tandem.cli.path'?: string | null;
}

export type LaunchSetting = keyof LaunchSettings;

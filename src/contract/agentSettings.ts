import type { Effort, PermissionMode } from './content';

export interface AgentSettings {
  readonly mode: PermissionMode;
  readonly model: string;
  /** `null` if no level is set or the model has no levels. */
  readonly effort: Effort | null;
  readonly maxThinkingTokens: number | null;
  /** Level that the model uses by itself while `effort` is null, if the agent reports it. */
  readonly usualEffort?: Effort | undefined;
  /** Absent if the agent has no fast mode. */
  readonly fastMode?: FastMode;
  /** Agent's name of the reason why fast mode cannot be on now. */
  readonly fastModeBlocked?: string | undefined;
  /** Absent if the agent does not offer it for the model. */
  readonly ultracode?: Switch | undefined;
  /** Agent's names of the tools that the user has switched off. */
  readonly disabledTools?: readonly string[];
  /** Changes that the agent has not confirmed yet. */
  readonly requested: Partial<
    Pick<
      AgentSettings,
      'mode' | 'model' | 'effort' | 'maxThinkingTokens' | 'fastMode' | 'ultracode'
    >
  > & {
    /** Wished values of a foreign agent's options by id. */
    readonly options?: OptionValues;
  };
}

/** Values of a foreign agent's options by id. */
export type OptionValues = Readonly<Record<string, string | boolean>>;

export type Switch = 'on' | 'off';

/** `cooldown`: on, but paused after a rate limit. */
export type FastMode = Switch | 'cooldown';

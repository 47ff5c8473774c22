import type { AgentSettings, FastMode } from '../../contract/agentSettings';

const states: readonly FastMode[] = ['off', 'on', 'cooldown'];

export interface FastModeFields {
  readonly fast_mode_state?: string | undefined;
  readonly fast_mode_disabled_reason?: string | undefined;
}

export type FastModeReport = Pick<Partial<AgentSettings>, 'fastMode' | 'fastModeBlocked'>;

/** Reads the state of fast mode. Only hosts that ask for it have it, which is no hindrance. */
export function toFastMode({
  fast_mode_state: state,
  fast_mode_disabled_reason: reason,
}: FastModeFields): FastModeReport {
  const fastMode = states.find(known => known === state);
  return fastMode
    ? { fastMode, fastModeBlocked: reason === 'sdk_opt_in_required' ? undefined : reason }
    : {};
}

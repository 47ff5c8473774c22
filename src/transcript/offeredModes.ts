import type { MissingMode } from '../contract/choices';
import type { PermissionMode } from '../contract/content';
import type { Summary } from '../contract/conversation';
import { findModel } from '../contract/labels/modelLabel';

interface OfferedModes {
  readonly modes: readonly PermissionMode[];
  readonly missing: readonly MissingMode[];
}

/** Returns the modes that the agent offers with the model that is chosen, and those it lacks. */
export function offeredModes({ choices, settings }: Pick<Summary, 'choices' | 'settings'>) {
  const { modes, missingModes = [], models } = choices;
  const model = findModel(models, settings.requested.model ?? settings.model);
  const all: OfferedModes = { modes, missing: missingModes };
  return model?.lacksAutoMode && modes.includes('auto')
    ? {
        modes: modes.filter(mode => mode !== 'auto'),
        missing: [...missingModes, { mode: 'auto', why: 'model' } as const],
      }
    : all;
}

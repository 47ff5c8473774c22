import type { PermissionMode } from '../../src/contract/content';

interface ModeText {
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly isDangerous?: boolean;
}

export const modeTexts: Record<PermissionMode, ModeText> = {
  default: {
    label: 'Manual',
    description: 'Asks before each edit and each command that is not allowed yet',
    icon: 'eye',
  },
  acceptEdits: {
    label: 'Edit automatically',
    description: 'Edits files without asking; still asks before commands',
    icon: 'edit',
  },
  plan: {
    label: 'Plan',
    description: 'Reads and thinks, changes nothing, and ends with a plan to approve',
    icon: 'checklist',
  },
  auto: {
    label: 'Auto',
    description: 'Lets a model decide what is safe; asks about the rest',
    icon: 'sparkle',
  },
  dontAsk: {
    label: "Don't ask",
    description: 'Never asks: what no rule allows is denied',
    icon: 'circle-slash',
  },
  bypassPermissions: {
    label: 'Bypass permissions',
    description: 'Dangerous: edits files and runs commands without any check',
    icon: 'warning',
    isDangerous: true,
  },
};

/** Returns the next mode for Shift+Tab; skips `bypassPermissions`, which must be picked by hand. */
export function nextMode(
  modes: readonly PermissionMode[],
  current: PermissionMode,
): PermissionMode | undefined {
  const cycle = modes.filter((mode): boolean => mode !== 'bypassPermissions');
  const next = cycle[(cycle.indexOf(current) + 1) % cycle.length];
  return next === current ? undefined : next;
}

import * as l10n from '@vscode/l10n';
import type { ModeAfterPlan, PermissionMode } from '../content';

/** Modes that a plan's card offers to continue in, beside the one that the setting names. */
const offeredAfter = ['default', 'acceptEdits', 'auto', 'bypassPermissions'] as const;
type OfferedAfter = (typeof offeredAfter)[number];

/**
 * Returns the modes of the further ways to approve a plan.
 * @param offered modes of the agent; empty if none has told
 */
export function otherModesAfter(
  after: ModeAfterPlan,
  offered: readonly PermissionMode[],
): readonly OfferedAfter[] {
  // An agent that is gone names none; the next one has at least these.
  const modes = offered.length > 0 ? offered : ['default', 'acceptEdits'];
  const others = offeredAfter.filter(mode => mode !== after && modes.includes(mode));
  // The mode from before the plan is nearly always the one that asks.
  return after === 'previous' ? others.filter(mode => mode !== 'default') : others;
}

/** Names the button that approves a plan and continues in the mode. */
export function approveLabel(mode: OfferedAfter): string {
  switch (mode) {
    case 'default':
      return l10n.t('Approve, Ask Before Edits');
    case 'acceptEdits':
      return l10n.t('Approve, Edit Automatically');
    case 'auto':
      return l10n.t('Approve, Use Auto Mode');
    case 'bypassPermissions':
      return l10n.t('Approve, Bypass Permissions');
  }
}

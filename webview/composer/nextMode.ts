import type { PermissionMode } from '../../src/contract/content';

/** Returns the next mode for Shift+Tab; skips `bypassPermissions`, which must be picked by hand. */
export function nextMode(
  modes: readonly PermissionMode[],
  current: PermissionMode,
): PermissionMode | undefined {
  const cycle = modes.filter((mode): boolean => mode !== 'bypassPermissions');
  const next = cycle[(cycle.indexOf(current) + 1) % cycle.length];
  return next === current ? undefined : next;
}

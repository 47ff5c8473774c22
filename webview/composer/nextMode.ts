import type { PermissionMode } from '../../src/contract/content';

/** Returns the next mode for Shift+Tab, of those in the user's cycle that the agent offers. */
export function nextMode(
  modes: readonly PermissionMode[],
  current: PermissionMode,
  chosen: readonly PermissionMode[],
): PermissionMode | undefined {
  const cycle = modes.filter(mode => chosen.includes(mode));
  if (cycle.length === 0) {
    return undefined;
  }
  const next = cycle[(cycle.indexOf(current) + 1) % cycle.length];
  return next === current ? undefined : next;
}

/** Returns the value after the current one of an option, from the first again after the last. */
export function nextValue(values: readonly string[], current: string): string | undefined {
  const next = values[(values.indexOf(current) + 1) % values.length];
  return next === current ? undefined : next;
}

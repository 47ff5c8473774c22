import type { PermissionMode } from '../../contract/content';

/** Rank of what an agent may do without asking; 0 is the least. */
const freedom: Record<PermissionMode, number> = {
  plan: 0,
  dontAsk: 1,
  default: 2,
  acceptEdits: 3,
  auto: 4,
  bypassPermissions: 5,
};

export function narrowerMode(a: PermissionMode, b: PermissionMode): PermissionMode {
  return freedom[b] < freedom[a] ? b : a;
}

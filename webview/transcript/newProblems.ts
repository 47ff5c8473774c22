import type { Turn } from '../../src/contract/conversation';

/** Errors and warnings that a turn left behind; what a later edit of the same file solved is gone. */
export function newProblems(turn: Turn): number {
  const byPath = new Map<string, { errors: number; warnings: number }>();
  for (const item of turn.items) {
    for (const { path, problems } of (item.kind === 'tool' && item.files) || []) {
      const { errors, warnings } = byPath.get(path) ?? { errors: 0, warnings: 0 };
      byPath.set(path, {
        errors: errors + (problems?.errors ?? 0),
        warnings: warnings + (problems?.warnings ?? 0),
      });
    }
  }
  return [...byPath.values()].reduce(
    (sum, { errors, warnings }) => sum + Math.max(0, errors) + Math.max(0, warnings),
    0,
  );
}

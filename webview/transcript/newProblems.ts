import type { Turn } from '../../src/contract/conversation';

/** Errors and warnings that a turn left behind; what a later edit of the same file solved is gone. */
export function newProblems(turn: Turn): number {
  const byPath = new Map<string, { errors: number; warnings: number }>();
  for (const item of turn.items) {
    const file = item.kind === 'tool' ? item.file : undefined;
    if (file?.problems) {
      const { errors, warnings } = byPath.get(file.path) ?? { errors: 0, warnings: 0 };
      byPath.set(file.path, {
        errors: errors + file.problems.errors,
        warnings: warnings + file.problems.warnings,
      });
    }
  }
  return [...byPath.values()].reduce(
    (sum, { errors, warnings }) => sum + Math.max(0, errors) + Math.max(0, warnings),
    0,
  );
}

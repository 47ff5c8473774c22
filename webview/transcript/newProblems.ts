import type { FileUpdate } from '../../src/contract/events';

/** Errors and warnings that a turn left behind in these files; what a later edit solved is gone. */
export function newProblems(files: readonly FileUpdate[]): number {
  return files.reduce(
    (sum, { problems }) =>
      sum + Math.max(0, problems?.errors ?? 0) + Math.max(0, problems?.warnings ?? 0),
    0,
  );
}

import type { FileUpdate } from '../../src/contract/fileUpdates';

/** Counts the errors and warnings that a turn added to these files and did not fix. */
export function newProblems(files: readonly FileUpdate[]): number {
  return files.reduce(
    (sum, { problems }) =>
      sum + Math.max(0, problems?.errors ?? 0) + Math.max(0, problems?.warnings ?? 0),
    0,
  );
}

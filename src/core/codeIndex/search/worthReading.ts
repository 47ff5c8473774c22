import type { CandidateFile } from './findPassages';

/** Files that are read for one answer, and the part of the best score that they must have. */
const mostRead = 40;
const leastShare = 0.35;

/**
 * Returns those of the ranked files that are worth reading. It stands alone, because the extension host
 * calls it and would otherwise load the whole search.
 */
export function worthReading(files: readonly CandidateFile[]): readonly CandidateFile[] {
  const least = leastShare * (files[0]?.score ?? 0);
  return files.filter(
    ({ score, text }, at) => text !== undefined || (at < mostRead && score >= least),
  );
}

import { newProblems, type Problem } from '../../editor/problemDelta';

const mostProblems = 50;

/** Problems of all files, by path. */
export type ProblemMap = ReadonlyMap<string, readonly Problem[]>;

/**
 * Formats problems that were not there before, one per line.
 * @returns undefined if there are none
 */
export function addedProblems(
  before: ProblemMap,
  after: ProblemMap,
  name: (path: string) => string,
): string | undefined {
  const added = [...after].flatMap(([path, problems]) =>
    newProblems(before.get(path) ?? [], problems).map(problem => ({ path, ...problem })),
  );
  if (added.length === 0) {
    return undefined;
  }
  const lines = added.slice(0, mostProblems).map(({ path, line, severity, message, source }) => {
    const text = message.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
    return `${name(path)}:${line}: ${severity}: ${text}${source ? ` (${source})` : ''}`;
  });
  const rest = added.length - lines.length;
  return [...lines, ...(rest > 0 ? [`(${rest} more: ask the tool problems.)`] : [])].join('\n');
}

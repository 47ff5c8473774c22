import type { ProblemDelta } from '../../contract/fileUpdates';

/** A problem that the editor reports at one place in a file. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** 1-based. */
  readonly line: number;
  readonly source?: string;
  readonly code?: string;
}

const mostProblems = 20;
/** UTF-16 units of the report to the agent on a single call. */
const longestReport = 4_000;
const longestMessage = 400;

/**
 * Counts after minus counts before.
 * @returns undefined if the counts are equal
 */
export function problemDelta(
  before: readonly Problem[],
  after: readonly Problem[],
): ProblemDelta | undefined {
  const errors = countOf(after, 'error') - countOf(before, 'error');
  const warnings = countOf(after, 'warning') - countOf(before, 'warning');
  return errors === 0 && warnings === 0 ? undefined : { errors, warnings };
}

/** Returns problems that are new, errors first. Ignores positions, because an edit moves lines. */
export function newProblems(before: readonly Problem[], after: readonly Problem[]): Problem[] {
  const known = new Map<string, number>();
  for (const problem of before) {
    const key = keyOf(problem);
    known.set(key, (known.get(key) ?? 0) + 1);
  }
  const added = after.filter(problem => {
    const key = keyOf(problem);
    const rest = known.get(key) ?? 0;
    known.set(key, rest - 1);
    return rest <= 0;
  });
  return added.sort(
    (one, other) =>
      Number(one.severity === 'warning') - Number(other.severity === 'warning') ||
      one.line - other.line,
  );
}

/** Formats the problems that a call introduced, for the agent, within the limits above. */
export function problemReport(found: ReadonlyMap<string, readonly Problem[]>): string | undefined {
  const files = [...found].filter(([, problems]) => problems.length > 0);
  const all = files.reduce((sum, [, problems]) => sum + problems.length, 0);
  if (all === 0) {
    return undefined;
  }
  const lines = [
    `The editor's language services report ${all === 1 ? 'a problem' : `${all} problems`} that ${
      all === 1 ? 'was' : 'were'
    } not there before this edit:`,
  ];
  let length = lines[0]?.length ?? 0;
  let shown = 0;
  for (const [path, problems] of files) {
    const shownBefore = shown;
    for (const problem of problems) {
      const line = describe(problem);
      const heading = shown === shownBefore ? path : undefined;
      const cost = line.length + 1 + (heading === undefined ? 0 : heading.length + 1);
      if (shown === mostProblems || length + cost > longestReport - room) {
        return [...lines, `(${all - shown} more are not listed.)`].join('\n');
      }
      lines.push(...(heading === undefined ? [] : [heading]), line);
      length += cost;
      shown += 1;
    }
  }
  return lines.join('\n');
}

/** UTF-16 units reserved for the last line. */
const room = 40;

function describe({ severity, message, line, source, code }: Problem): string {
  const text = message.replaceAll(/\s+/g, ' ').trim();
  const cut = text.length > longestMessage ? `${text.slice(0, longestMessage)}…` : text;
  const origin = `${source ?? ''}${code === undefined ? '' : `(${code})`}`;
  return `line ${line}: ${severity}: ${cut}${origin === '' ? '' : ` ${origin}`}`;
}

function keyOf({ severity, message, source, code }: Problem): string {
  return JSON.stringify([severity, message, source, code]);
}

function countOf(problems: readonly Problem[], severity: Problem['severity']): number {
  return problems.filter(problem => problem.severity === severity).length;
}

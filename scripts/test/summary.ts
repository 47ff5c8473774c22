import type { SuiteOutcome } from './suite';

/** Maximum number of lines of a message; vitest has already printed all of it. */
const shownLines = 16;

/** Returns the final output of `npm test`: failures, a table, and the closing line. */
export function summary(outcomes: readonly SuiteOutcome[]): string {
  const failed = outcomes.flatMap(({ failures, skipped }) => [...failures, ...skipped]).length;
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  return [
    ...outcomes.flatMap(problemsOf),
    ...notes(outcomes),
    ...table(outcomes),
    '',
    `${passed} passed, ${failed} failed`,
  ].join('\n');
}

export function isGreen(outcomes: readonly SuiteOutcome[]): boolean {
  return (
    outcomes.length > 0 &&
    outcomes.every(
      ({ passed, failures, skipped }) => passed > 0 && failures.length + skipped.length === 0,
    )
  );
}

/** Returns lines that name what did not pass, and why; none if all passed. */
export function problemsOf({ suite, failures, skipped }: SuiteOutcome): string[] {
  return [
    ...(failures.length > 0 ? [`Failed in ${suite}:`] : []),
    ...failures.flatMap(({ what, why, record, scene }) => [
      `  ${what}`,
      ...firstLines(why).map(line => `      ${line}`),
      ...(scene ? firstLines(scene).map(line => `      ${line}`) : []),
      ...(record ? [`      What was seen: ${record}`] : []),
    ]),
    ...(skipped.length > 0 ? [`Skipped in ${suite}, which counts as failed:`] : []),
    ...skipped.map(name => `  ${name}`),
    ...(failures.length + skipped.length > 0 ? [''] : []),
  ];
}

/** Returns what was left out, which no number of the table shows. */
function notes(outcomes: readonly SuiteOutcome[]): string[] {
  const told = outcomes.flatMap(({ files }) =>
    files.flatMap(({ file, notes: own = [] }) => own.map(note => `Note: ${file}: ${note}`)),
  );
  return told.length > 0 ? [...told, ''] : [];
}

function firstLines(text: string): string[] {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  return lines.length > shownLines ? [...lines.slice(0, shownLines), '…'] : lines;
}

function table(outcomes: readonly SuiteOutcome[]): string[] {
  const rows = outcomes.flatMap(({ suite, passed, failures, skipped, seconds, slowest }) => {
    const [first = '', ...others] = slowest.map(
      ({ name, seconds: own }) => `${own.toFixed(1).padStart(6)} s  ${name}`,
    );
    const numbers = [passed, failures.length, skipped.length, seconds.toFixed(1)].map(String);
    return [[suite, ...numbers, first], ...others.map(line => ['', '', '', '', '', line])];
  });
  return aligned([['Suite', 'Passed', 'Failed', 'Skipped', 'Seconds', 'Slowest'], ...rows]);
}

/** Aligns columns: the first and last to the left, numbers to the right. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(row => row[column]?.length ?? 0)),
  );
  return rows.map(row =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        const isText = column === 0 || column === row.length - 1;
        return isText ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

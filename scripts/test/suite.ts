import type { Counts, FileReport, ReportLine } from './report';
import type { StepEnd } from './run';

export interface Failure {
  /** File and name of a test, or another failed item. */
  readonly what: string;
  readonly why: string;
  readonly record?: string | undefined;
  readonly scene?: string | undefined;
}

export interface Slow {
  readonly name: string;
  readonly seconds: number;
}

export interface SuiteOutcome {
  readonly suite: string;
  readonly passed: number;
  /** Failed tests and all other problems of the suite. */
  readonly failures: readonly Failure[];
  readonly skipped: readonly string[];
  readonly seconds: number;
  readonly slowest: readonly Slow[];
  readonly files: readonly FileReport[];
  readonly shared: Counts;
  readonly cpuSeconds?: number | undefined;
}

export interface SuiteRun {
  readonly suite: string;
  readonly lines: readonly ReportLine[];
  readonly end: StepEnd;
  readonly seconds: number;
  /** True if tests were selected by name; the rest do not count as skipped. */
  readonly isPick?: boolean;
}

const slowest = 5;

/** Evaluates a suite and names everything except passed tests. */
export function judgeSuite({ suite, lines, end, seconds, isPick = false }: SuiteRun): SuiteOutcome {
  const files = lines
    .filter(line => line.type === 'file')
    .sort((one, other) => (one.file < other.file ? -1 : 1));
  const tests = files.flatMap(({ file, tests: all }) =>
    all.map(test => ({ ...test, name: `${file} › ${test.name}` })),
  );
  const ran = tests.filter(({ state }) => state !== 'skipped');
  const failures = [
    ...tests.filter(({ state }) => state === 'failed').map(testFailure),
    ...files.flatMap(file => fileFailures(file, isPick)),
    ...breakdowns(lines, end),
  ];
  const passed = tests.filter(({ state }) => state === 'passed').length;
  if (ran.length === 0) {
    failures.push({ what: suite, why: 'No test ran.' });
  } else if (end.code !== 0 && failures.length === 0) {
    failures.push({
      what: suite,
      why: `Vitest ended with ${howItEnded(end)}, yet no test failed.`,
    });
  }
  // Workers of a killed vitest notice its end with a delay.
  if (end.left.length > 0 && end.signal === undefined) {
    const why = `It left running:\n${end.left.join('\n')}`;
    failures.push({ what: suite, why });
  }
  return {
    suite,
    passed,
    failures,
    skipped: isPick ? [] : tests.filter(({ state }) => state === 'skipped').map(({ name }) => name),
    seconds,
    slowest: [...ran].sort((one, other) => other.seconds - one.seconds).slice(0, slowest),
    files,
    shared: lines.find(line => line.type === 'end')?.shared ?? {},
    cpuSeconds: end.cpuSeconds,
  };
}

/**
 * Evaluates a suite that consists of programs, by their exit codes.
 * @param seconds from the first start to the last end
 */
export function judgeCheck(
  suite: string,
  ends: readonly (Slow & { end: StepEnd })[],
  seconds: number,
): SuiteOutcome {
  const failed = ends.filter(({ end }) => end.code !== 0);
  return {
    suite,
    passed: ends.length - failed.length,
    failures: failed.map(({ name, end }) => ({
      what: name,
      why: `It ended with ${howItEnded(end)}.`,
    })),
    skipped: [],
    seconds,
    slowest: [...ends].sort((one, other) => other.seconds - one.seconds).slice(0, slowest),
    files: [],
    shared: {},
  };
}

function testFailure(test: FileReport['tests'][number]): Failure {
  const { name: what, errors, record, scene } = test;
  return { what, why: errors.join('\n'), record, scene };
}

function fileFailures(
  { file, tests, errors, record, scene }: FileReport,
  isPick: boolean,
): Failure[] {
  if (errors.length > 0) return errors.map(why => ({ what: file, why, record, scene }));
  return tests.length === 0 && !isPick ? [{ what: file, why: 'It has no tests.' }] : [];
}

/** Returns errors outside of tests, unfinished files, and a vitest that did not finish. */
function breakdowns(lines: readonly ReportLine[], end: StepEnd): Failure[] {
  const done = new Set(lines.flatMap(line => (line.type === 'file' ? [line.file] : [])));
  const started = new Set(lines.flatMap(line => (line.type === 'started' ? [line.file] : [])));
  const planned = lines.flatMap(line => (line.type === 'planned' ? line.files : []));
  const last = lines.find(line => line.type === 'end');
  return [
    ...(last?.unhandled ?? []).map(why => ({ what: 'An error outside of all tests', why })),
    ...planned
      .filter(file => !done.has(file))
      .map(file => ({
        what: file,
        why: started.has(file) ? 'It was started and did not end.' : 'It did not run.',
      })),
    ...(last
      ? []
      : [
          {
            what: 'Vitest',
            why: `It broke down: ended with ${howItEnded(end)} before its report.`,
          },
        ]),
  ];
}

function howItEnded({ code, signal }: StepEnd): string {
  return signal ?? `exit code ${code}`;
}

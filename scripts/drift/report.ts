import type { SuiteOutcome } from '../test/suite';
import type { ShapeChanges } from './shapeChanges';

export interface Drift {
  /** Version that the recordings in the repository come from. */
  readonly before: string;
  readonly after: string;
  readonly scenarios: number;
  /** Scenarios that could not be recorded, each with its reason. */
  readonly failedScenarios: readonly string[];
  readonly faults: readonly string[];
  readonly changes: ShapeChanges;
  readonly suites: readonly SuiteOutcome[];
}

/** True if something broke. New fields and names alone break nothing. */
export function isBroken({ failedScenarios, faults, suites }: Drift): boolean {
  return (
    failedScenarios.length > 0 ||
    faults.length > 0 ||
    suites.some(({ failures }) => failures.length > 0)
  );
}

/** Returns the report as Markdown. */
export function driftReport(drift: Drift): string {
  const { before, after, scenarios, changes } = drift;
  const verdict = isBroken(drift) ? 'Something broke.' : 'Nothing broke.';
  return [
    `# Claude Code ${after} compared with ${before}`,
    '',
    `${verdict} ${scenarios} scenarios were recorded.`,
    ...suiteLines(drift.suites),
    ...section('Scenarios that failed', drift.failedScenarios),
    ...section('Frames that Tandem does not understand', drift.faults),
    ...section('Tests that failed', drift.suites.flatMap(failuresOf)),
    ...section('New kinds of frames', changes.newKinds),
    ...section('Kinds of frames that no longer occur', changes.goneKinds),
    ...section('New fields', changes.newFields),
    ...section('Fields that no longer occur', changes.goneFields),
    ...section('New names', changes.newNames),
    ...section('Names that no longer occur', changes.goneNames),
    '',
  ].join('\n');
}

function suiteLines(suites: readonly SuiteOutcome[]): string[] {
  return suites.map(
    ({ suite, passed, failures, skipped }) =>
      `Suite ${suite}: ${passed} passed, ${failures.length} failed, ${skipped.length} skipped.`,
  );
}

function failuresOf({ failures }: SuiteOutcome): string[] {
  return failures.map(({ what, why }) => `${what}: ${why.split('\n')[0]}`);
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines.map(line => `- \`${line}\``)];
}

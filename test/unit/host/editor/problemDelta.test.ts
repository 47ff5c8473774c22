import { expect, test } from 'vitest';
import {
  newProblems,
  type Problem,
  problemDelta,
  problemReport,
} from '../../../../src/host/editor/problemDelta';

const error = (message: string, line = 1, more: Partial<Problem> = {}): Problem => ({
  severity: 'error',
  message,
  line,
  ...more,
});
const warning = (message: string, line = 1): Problem => ({ severity: 'warning', message, line });

test('a problem that moved is not new, but a second identical one is', () => {
  const before = [error('x', 3), warning('w', 9)];
  const after = [error('x', 1), warning('w', 12), error('x', 40)];
  expect(newProblems(before, after)).toEqual([error('x', 40)]);
  expect(problemDelta(before, after)).toEqual({ errors: 1, warnings: 0 });
});

test('problems with another source, code or severity are new', () => {
  const before = [error('x', 1, { source: 'ts', code: '1' })];
  for (const other of [
    error('x', 1, { source: 'ts', code: '2' }),
    error('x', 1, { source: 'eslint', code: '1' }),
    { ...error('x', 1, { source: 'ts', code: '1' }), severity: 'warning' as const },
  ]) {
    expect(newProblems(before, [other])).toEqual([other]);
  }
});

test('counts can be negative, and are absent when nothing changed', () => {
  expect(problemDelta([error('a'), warning('w')], [])).toEqual({ errors: -1, warnings: -1 });
  expect(problemDelta([error('a')], [error('b')])).toBeUndefined();
});

test('errors come first, each on one line with its position, source and code', () => {
  const added = newProblems(
    [],
    [
      warning('later', 2),
      error("Cannot find\n  name 'x'.", 7, { source: 'ts', code: '2304' }),
      error('first', 3, { code: 'E1' }),
    ],
  );
  expect(problemReport(new Map([['/w/a.ts', added]]))?.split('\n')).toEqual([
    "The editor's language services report 3 problems that were not there before this edit:",
    '/w/a.ts',
    'line 3: error: first (E1)',
    "line 7: error: Cannot find name 'x'. ts(2304)",
    'line 2: warning: later',
  ]);
});

test('there is no report without new problems', () => {
  expect(problemReport(new Map([['/w/a.ts', []]]))).toBeUndefined();
  expect(problemReport(new Map())).toBeUndefined();
});

test('the report is limited in count and length, and says what it omits', () => {
  const many = Array.from({ length: 25 }, (_, index) => error(`e${index}`, index + 1));
  const lines = problemReport(new Map([['/a', many]]))?.split('\n') ?? [];
  expect(lines.filter(line => line.startsWith('line '))).toHaveLength(20);
  expect(lines.at(-1)).toBe('(5 more are not listed.)');
  const long = Array.from({ length: 20 }, (_, index) => error('x'.repeat(5_000), index + 1));
  const report = problemReport(new Map([['/a', long]])) ?? '';
  expect(report.length).toBeLessThanOrEqual(4_000);
  expect(report).toMatch(/\(\d+ more are not listed\.\)$/);
});

import { expect, test } from 'vitest';
import type { FileReport, ReportLine, TestReport } from '../../../../scripts/test/report';
import { readReport } from '../../../../scripts/test/report';
import {
  accepted,
  comparable,
  differences,
  growthFailures,
} from '../../../../scripts/test/startCounts';
import { stressTable } from '../../../../scripts/test/stressTable';
import { judgeCheck, judgeSuite } from '../../../../scripts/test/suite';
import { isGreen, summary } from '../../../../scripts/test/summary';

const good = { code: 0, signal: undefined, left: [] };
const one = (name: string, state: TestReport['state'] = 'passed'): TestReport => ({
  name,
  state,
  seconds: 1.25,
  errors: state === 'failed' ? ['Error: it is not\n  at line 1'] : [],
  record: state === 'failed' ? 'test-results/page/a' : undefined,
  scene: state === 'failed' ? 'Toast: Oh\nFocus: body' : undefined,
});
const file = (name: string, tests: readonly TestReport[], more: Partial<FileReport> = {}) =>
  ({ type: 'file', file: name, seconds: 2, tests, errors: [], counts: {}, ...more }) as const;
const end: ReportLine = { type: 'end', unhandled: [], shared: {} };
const judged = (lines: readonly ReportLine[], more: Partial<typeof good> = {}) =>
  judgeSuite({ suite: 'page', lines, end: { ...good, ...more }, seconds: 3.21 });

test('the summary lists suites, counts and the slowest tests, and ends with a total', () => {
  const ends = [
    { name: 'types', seconds: 2, end: good },
    { name: 'dead code', seconds: 1, end: { ...good, code: 1 } },
  ];
  const checks = judgeCheck('check', ends, 2.5);
  const page = judged([file('a.test.ts', [one('one'), one('two', 'failed')]), end], { code: 1 });
  expect(summary([checks, page])).toBe(`Failed in check:
  dead code
      It ended with exit code 1.

Failed in page:
  a.test.ts › two
      Error: it is not
        at line 1
      Toast: Oh
      Focus: body
      What was seen: test-results/page/a

Suite  Passed  Failed  Skipped  Seconds  Slowest
check       1       1        0      2.5     2.0 s  types
                                            1.0 s  dead code
page        1       1        0      3.2     1.3 s  a.test.ts › one
                                            1.3 s  a.test.ts › two

2 passed, 2 failed`);
});

test('the summary says what was left out, although nothing failed', () => {
  const told = judged([file('a.test.ts', [one('x')], { notes: ['2 were not compared.'] }), end]);
  const lines = summary([told]).split('\n');
  expect(lines.slice(0, 2)).toEqual(['Note: a.test.ts: 2 were not compared.', '']);
  expect(isGreen([told])).toBe(true);
});

test('a run is green only if tests ran in every suite and all passed', () => {
  expect(isGreen([judged([file('a', [one('x')]), end])])).toBe(true);
  expect(isGreen([])).toBe(false);
  expect(isGreen([judged([end])])).toBe(false);
  expect(isGreen([judged([file('a', [one('x')]), file('b', []), end])])).toBe(false);
  expect(isGreen([judged([file('a', [one('x'), one('y', 'skipped')]), end])])).toBe(false);
  expect(isGreen([judged([file('a', [one('x')]), end], { code: 1 })])).toBe(false);
  const unhandled = { ...end, unhandled: ['late'] };
  expect(isGreen([judged([file('a', [one('x')]), unhandled])])).toBe(false);
});

test('a planned file that did not run is named', () => {
  const planned: ReportLine = { type: 'planned', files: ['a', 'b', 'c'] };
  const lines = [planned, { type: 'started', file: 'b' } as const, file('a', [one('x')]), end];
  expect(judged(lines).failures).toEqual([
    { what: 'b', why: 'It was started and did not end.' },
    { what: 'c', why: 'It did not run.' },
  ]);
});

test('tests excluded by a name filter do not count as skipped', () => {
  const lines = [file('a', [one('x'), one('y', 'skipped')]), file('b', [one('z', 'skipped')]), end];
  const picked = judgeSuite({ suite: 'unit', lines, end: good, seconds: 1, isPick: true });
  expect(isGreen([picked])).toBe(true);
  const none = judgeSuite({
    suite: 'unit',
    lines: lines.slice(1),
    end: good,
    seconds: 1,
    isPick: true,
  });
  expect(none.failures).toEqual([{ what: 'unit', why: 'No test ran.' }]);
});

test('a truncated report is read as far as it goes', () => {
  expect(readReport(`${JSON.stringify(end)}\n{"type":"fi`)).toEqual([end]);
});

test('a file that starts more fails, fewer is noted, and a failed file is not judged', () => {
  const files = [
    file('a', [one('x')], { counts: { cli: 14, fork: 5, reload: 2 } }),
    file('b', [one('x')], { counts: { page: 1 } }),
    file('c', [one('x', 'failed')], { counts: { page: 9 } }),
  ];
  const before = {
    a: { cli: 11, fork: 4, reload: 1 },
    b: { page: 4 },
    c: { page: 1 },
    gone: { page: 1 },
  };
  const started = comparable({ suite: 'cli', files, shared: {} }, true);
  const { grown, shrunk } = differences(started, before);
  expect(growthFailures(grown)).toEqual([
    {
      what: 'a',
      why: 'It starts 2 reloads (1 before). If that is meant: npm test -- --accept-counts',
    },
  ]);
  expect(shrunk).toEqual([{ name: 'b', what: 'page', expected: 4, actual: 1 }]);
  expect(accepted(started, before, name => name !== 'gone')).toEqual({
    a: { reload: 2, cli: 14, fork: 5 },
    b: { page: 1 },
    c: { page: 1 },
  });
});

test('small increases are not growth, but a fifth more is', () => {
  const grown = (counts: Record<string, number>) =>
    differences([{ name: 'a', counts }], { a: { cli: 20, fork: 3, window: 8 } }).grown;
  expect(grown({ cli: 24, fork: 5, window: 9 })).toEqual([]);
  const whats = grown({ cli: 25, fork: 6, window: 10 }).map(({ what }) => what);
  expect(whats).toEqual(['window', 'cli', 'fork']);
});

test('resources shared between files are compared as a sum over the suite', () => {
  const files = [
    file('a', [one('x')], { counts: { window: 1, reload: 2 } }),
    file('b', [one('x')], { counts: { window: 1 } }),
  ];
  const all = { suite: 'editor', files, shared: { server: 1 } };
  const perFile = [
    { name: 'a', counts: { reload: 2 } },
    { name: 'b', counts: {} },
  ];
  expect(comparable(all, false)).toEqual(perFile);
  const whole = { name: 'editor', counts: { window: 2, server: 1 } };
  expect(comparable(all, true)).toEqual([...perFile, whole]);
});

test('Git commands are compared as a sum, because their file may close a conversation early', () => {
  const files = [
    file('a', [one('x')], { counts: { cli: 2, git: 14 } }),
    file('b', [one('x')], { counts: { cli: 1, git: 7 } }),
  ];
  const started = comparable({ suite: 'cli', files, shared: {} }, true);
  expect(differences(started, { a: { cli: 2 }, b: { cli: 1 }, cli: { git: 21 } }).grown).toEqual(
    [],
  );
  expect(growthFailures(differences(started, { a: { cli: 2 }, cli: { git: 15 } }).grown)).toEqual([
    {
      what: 'cli',
      why: 'It starts 21 Git commands (15 before). If that is meant: npm test -- --accept-counts',
    },
  ]);
});

test('stress reports what failed, how often and at which seeds', () => {
  const fine = judged([file('a', [one('x')]), end]);
  const bad = judged([file('a', [one('x', 'failed')]), end]);
  const rounds = [
    { seed: 1, outcome: bad },
    { seed: 2, outcome: fine },
    { seed: 3, outcome: bad },
  ];
  expect(stressTable('page', rounds)).toBe('a › x  2 of 3  seeds 1, 3\npage: 1 of 3 rounds passed');
});

import { expect, it } from 'vitest';
import { type Drift, driftReport, isBroken } from '../../../../scripts/drift/report';

const none = {
  newKinds: [],
  goneKinds: [],
  newFields: [],
  goneFields: [],
  newNames: [],
  goneNames: [],
};
const suite = {
  suite: 'cli',
  passed: 2,
  failures: [],
  skipped: [],
  seconds: 1,
  slowest: [],
  files: [],
  shared: {},
};
const calm: Drift = {
  before: '2.1.329',
  after: '2.1.330',
  scenarios: 14,
  failedScenarios: [],
  faults: [],
  changes: none,
  suites: [suite],
};

it('has no sections when nothing changed', () => {
  expect(isBroken(calm)).toBe(false);
  expect(driftReport(calm)).toBe(
    [
      '# Claude Code 2.1.330 compared with 2.1.329',
      '',
      'Nothing broke. 14 scenarios were recorded.',
      'Suite cli: 2 passed, 0 failed, 0 skipped.',
      '',
    ].join('\n'),
  );
});

it('lists new fields, which break nothing', () => {
  const drift = { ...calm, changes: { ...none, newFields: ['result: cost'] } };
  expect(isBroken(drift)).toBe(false);
  expect(driftReport(drift)).toContain('## New fields\n\n- `result: cost`\n');
});

it.each([
  ['a scenario failed', { failedScenarios: ['mcp: not scripted: x'] }, '- `mcp: not scripted: x`'],
  ['a frame is unknown', { faults: ['basic: unknown weather'] }, '- `basic: unknown weather`'],
  [
    'a test failed',
    { suites: [{ ...suite, failures: [{ what: 'a › b', why: 'expected 1\nmore' }] }] },
    '- `a › b: expected 1`',
  ],
])('is broken when %s', (_, change, line) => {
  const drift = { ...calm, ...change };
  expect(isBroken(drift)).toBe(true);
  expect(driftReport(drift)).toContain('Something broke.');
  expect(driftReport(drift)).toContain(line);
});

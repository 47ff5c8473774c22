import { expect, test } from 'vitest';
import { TestFailures } from '../../../../../src/host/agentTools/run/testFailures';

const run = (task: string, names: readonly string[], cwd = '/w') => ({
  ...{ task, cwd, at: 0, exitCode: names.length },
  tests: names.map(name => ({ name })),
});

test('the last run of each task counts, and a passed one removes its failures', () => {
  const failures = new TestFailures();
  failures.noteRun(run('a', ['one', 'two']));
  failures.noteRun(run('b', ['three']));
  failures.noteRun(run('a', ['two']));
  failures.noteRun(run('a', ['other'], '/v'));
  const names = () => failures.runs.map(({ task, tests }) => [task, ...tests.map(t => t.name)]);
  expect(names()).toEqual([
    ['a', 'other'],
    ['a', 'two'],
    ['b', 'three'],
  ]);
  failures.noteRun(run('a', []));
  expect(names()).toEqual([
    ['a', 'other'],
    ['b', 'three'],
  ]);
});

test('runs and added tests are bounded', () => {
  const failures = new TestFailures();
  for (let count = 0; count < 60; count += 1) {
    failures.noteRun(run(`task ${count}`, ['x']));
    failures.noteAdded({ name: `test ${count}`, path: '/w/a.js', line: 1 });
    failures.noteAdded({ name: `test ${count}`, path: '/w/a.js', line: 1, message: 'again' });
  }
  expect(failures.runs.map(({ task }) => task)).toEqual(
    [59, 58, 57, 56, 55].map(count => `task ${count}`),
  );
  expect(failures.added).toHaveLength(50);
  expect(failures.added[0]).toMatchObject({ name: 'test 59', message: 'again' });
});

import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { Run } from '../../../../scripts/test/run';
import { runSuite } from '../../../../scripts/test/runSuite';
import type { SuiteOutcome } from '../../../../scripts/test/suite';
import { isGreen, summary } from '../../../../scripts/test/summary';
import { type FixtureProject, fixtureProject } from './fixtureProject';

// Each test starts a separate vitest.
vi.setConfig({ testTimeout: 120_000 });

let project: FixtureProject | undefined;
let run: Run | undefined;

afterEach(async () => {
  await run?.end();
  await project?.dispose();
});

async function outcomeOf(
  files: Readonly<Record<string, string>>,
  grace?: number,
): Promise<SuiteOutcome> {
  project = await fixtureProject(files);
  run = await Run.start(grace);
  const { root } = project;
  const results = join(root, 'results');
  return runSuite(run, { suite: 'unit', root, results, stdio: 'ignore' });
}

/** Returns the last lines of a run, without its times. */
const said = (outcome: SuiteOutcome) =>
  summary([outcome])
    .replace(/\d+\.\d(?= s )/g, '0.0')
    .replace(/^(unit +\d+ +\d+ +\d+ +)\d+\.\d/m, '$10.0')
    .split('\n')
    .map(line => line.replace(/ +/g, ' '));

const test_ = "import { beforeAll, describe, test } from 'vitest';\n";

test('everything but a passed test is named and counted', async () => {
  const outcome = await outcomeOf({
    'crash.test.ts': `${test_} test('dies', () => process.kill(process.pid, 'SIGKILL'));`,
    'empty.test.ts': 'export {};',
    'differs.test.ts':
      "import { expect, test } from 'vitest'; test('differs', () => expect({ deep: [{ a: 1, b: 2 }] }).toEqual({ deep: [{ a: 1, b: 3 }] }));",
    'failed.test.ts': `${test_} test('bad', () => { throw new Error('one'); }); test('good', () => {});`,
    'hook.test.ts': `${test_} describe('group', () => {
      beforeAll(() => { throw new Error('no bed'); });
      test('never', () => {});
    });`,
    'lost.test.ts': `${test_} test('leaves', () => { setTimeout(() => { throw new Error('late'); }); return new Promise(done => setTimeout(done, 20)); });`,
    'skipped.test.ts': `${test_} test.skip('later', () => {}); test('now', () => {});`,
    'top.test.ts': "throw new Error('top level');",
  });
  const slow = expect.stringMatching(/^(|unit 3 8 2 0\.0) 0\.0 s \w+\.test\.ts › \w+$/);
  expect(said(outcome)).toEqual([
    'Failed in unit:',
    ' crash.test.ts › dies',
    ' It did not end.',
    ' differs.test.ts › differs',
    ' AssertionError: expected { deep: [ { a: 1, b: 2 } ] } to deeply equal { deep: [ { a: 1, b: 3 } ] }',
    ' - Expected',
    ' + Received',
    ' - "b": 3,',
    ' + "b": 2,',
    ' failed.test.ts › bad',
    ' one',
    ' empty.test.ts',
    expect.stringMatching(/^ No test suite found in file /),
    ' hook.test.ts',
    ' group: no bed',
    ' top.test.ts',
    ' top level',
    ' An error outside of all tests',
    expect.stringMatching(/^ late \(while .*lost\.test\.ts ran\)$/),
    ' An error outside of all tests',
    ' [vitest-pool]: Worker forks emitted error. Worker exited unexpectedly',
    'Skipped in unit, which counts as failed:',
    ' hook.test.ts › group > never',
    ' skipped.test.ts › later',
    '',
    'Suite Passed Failed Skipped Seconds Slowest',
    slow,
    slow,
    slow,
    slow,
    slow,
    '',
    '3 passed, 10 failed',
  ]);
  expect(isGreen([outcome])).toBe(false);
});

test('a killed vitest fails, along with the files it did not reach', async () => {
  const outcome = await outcomeOf({
    'a.test.ts': `${test_} test('kills', () => process.kill(process.ppid, 'SIGKILL'));`,
  });
  expect(said(outcome)).toEqual([
    'Failed in unit:',
    ' a.test.ts',
    // Whether vitest reports the start before it is killed depends on the machine.
    expect.stringMatching(/^ (It was started and did not end|It did not run)\.$/),
    ' Vitest',
    ' It broke down: ended with SIGKILL before its report.',
    ' unit',
    ' No test ran.',
    '',
    'Suite Passed Failed Skipped Seconds Slowest',
    'unit 0 3 0 0.0',
    '',
    '0 passed, 3 failed',
  ]);
});

test('a file reports what it started, and a process it leaves behind fails the run', async () => {
  const outcome = await outcomeOf(
    {
      'starts.test.ts': `${test_}
      import { execFileSync, spawn } from 'node:child_process';
      import { once } from 'node:events';
      test('starts', async () => {
        execFileSync(process.execPath, ['--version']);
        execFileSync('git', ['--version']);
        await once(spawn('git', ['--version']), 'close');
        await once(spawn(process.execPath, ['--version', '--input-format']), 'close');
        const options = { detached: true, stdio: 'ignore' };
        const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], options);
        await once(left, 'spawn');
        left.unref();
      });`,
    },
    100,
  );
  expect(outcome.files[0]?.counts).toEqual({ cli: 1, git: 2, fork: 3 });
  expect(outcome.failures).toEqual([
    { what: 'unit', why: expect.stringMatching(/^It left running:\n.*setInterval\(\(\) => \{\}/) },
  ]);
});

test('processes that end soon after the suite are not reported as left running', async () => {
  const outcome = await outcomeOf({
    'ends.test.ts': `${test_}
      import { spawn } from 'node:child_process';
      import { once } from 'node:events';
      test('starts', async () => {
        // Watches its owner, and takes a moment to end.
        const watch = \`const owner = \${process.pid};
          setInterval(() => { try { process.kill(owner, 0); } catch { setTimeout(() => process.exit(), 300); } }, 50)\`;
        const child = spawn(process.execPath, ['-e', watch], { detached: true, stdio: 'ignore' });
        await once(child, 'spawn');
        child.unref();
      });`,
  });
  expect(outcome.failures).toEqual([]);
});

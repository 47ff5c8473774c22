import { describe, expect, test } from 'vitest';
import { debugText } from '../../../../../src/host/agentTools/run/debugText';
import { failingLines } from '../../../../../src/host/agentTools/run/failingLines';
import { lmToolNames } from '../../../../../src/host/agentTools/run/lmToolNames';
import { addedProblems } from '../../../../../src/host/agentTools/run/problemChange';
import { sourcePath } from '../../../../../src/host/agentTools/run/sourcePath';
import { findTask, findTestTask } from '../../../../../src/host/agentTools/run/taskNames';
import { runText, taskListText } from '../../../../../src/host/agentTools/run/taskText';
import type { Problem } from '../../../../../src/host/editor/problemDelta';

const task = (name: string, source = 'Workspace', folder?: string) => ({
  name,
  source,
  folder,
  isTest: false,
  isDefault: false,
  isBackground: false,
  isRunning: false,
});

describe('finding a task', () => {
  const build = task('build');
  const npmTest = task('test', 'npm');
  const web = task('build', 'npm', 'web');
  const all = [build, npmTest, web];

  test('accepts any spelling of its name', () => {
    expect(findTask(all, 'test')).toEqual({ kind: 'one', task: npmTest });
    expect(findTask(all, 'npm: test')).toEqual({ kind: 'one', task: npmTest });
    expect(findTask(all, 'npm: build - web')).toEqual({ kind: 'one', task: web });
    expect(findTask(all, 'TEST')).toEqual({ kind: 'one', task: npmTest });
    expect(findTask(all, 'deploy')).toEqual({ kind: 'none' });
  });

  test('is ambiguous if several tasks have the name', () => {
    expect(findTask(all, 'build')).toEqual({ kind: 'several', tasks: [build, web] });
  });

  test('picks the default test task, else the only one, else the one named "test"', () => {
    const unit = { ...task('unit'), isTest: true };
    const whole = { ...task('whole'), isTest: true, isDefault: true };
    expect(findTestTask([unit, whole, npmTest])).toEqual({ kind: 'one', task: whole });
    expect(findTestTask([unit, npmTest])).toEqual({ kind: 'one', task: unit });
    expect(findTestTask([npmTest, build])).toEqual({ kind: 'one', task: npmTest });
    const twins = [{ ...npmTest, isTest: true }, unit];
    expect(findTestTask(twins)).toMatchObject({ kind: 'one', task: { name: 'test' } });
    expect(findTestTask([unit, { ...task('e2e'), isTest: true }]).kind).toBe('several');
    expect(findTestTask([build]).kind).toBe('none');
  });
});

test('failure lines of common test runners are found', () => {
  const lines = [
    'ok 1 - adds',
    'not ok 2 - removes',
    '  ✖ lists (3ms)',
    ' FAIL  src/a.test.ts',
    '--- FAIL: TestAdd (0.00s)',
    'FAILED tests/test_a.py::test_b',
    'AssertionError: 1 !== 2',
    'src/fail.ts is fine',
    '12 passed',
    '1 failed',
    '# fail 0',
    'ℹ fail 2',
  ];
  expect(failingLines(lines.join('\n'))).toEqual([...lines.slice(1, 7), '1 failed', 'ℹ fail 2']);
});

test('only new problems are reported, including those in new files', () => {
  const problem = (message: string, line: number): Problem => ({
    severity: 'error',
    message,
    line,
    source: 'ts',
  });
  const before = new Map([['/w/a.ts', [problem('old', 1)]]]);
  const after = new Map([
    ['/w/a.ts', [problem('old', 4), problem('new', 2)]],
    ['/w/b.ts', [problem('other\nline', 3)]],
  ]);
  const name = (path: string) => path.slice(3);
  expect(addedProblems(before, after, name)).toBe(
    'a.ts:2: error: new (ts)\nb.ts:3: error: other line (ts)',
  );
  expect(addedProblems(after, after, name)).toBeUndefined();
  const many = new Map([['/w/c', Array.from({ length: 60 }, (_, at) => problem(`p${at}`, at))]]);
  expect(addedProblems(new Map(), many, name)).toContain('(10 more');
});

test('the result of a task run is reported as text', () => {
  const run = { outcome: 'ended', duration: 1234, wasRunning: false } as const;
  const options = { characters: 200, isTest: true };
  const failed = runText(task('t'), { ...run, exitCode: 1, output: 'a\nnot ok 1' }, options);
  expect(failed).toBe(
    '"Workspace: t" has ended with exit code 1 after 1.2 s.\nLines that tell of failures:\nnot ok 1\nNo new problems.\nOutput:\na\nnot ok 1',
  );
  expect(runText(task('t'), run, options)).toContain('in its terminal only');
  const long = runText(task('t'), { ...run, output: 'line\n'.repeat(100) }, options);
  expect(long).toContain('End of the output');
  expect(long.length).toBeLessThan(400);
  expect(taskListText([task('a'), task('b', 'npm')], 'npm')).toBe('npm: b');
});

test('tool names of extensions are made unique and valid for the API', () => {
  expect(lmToolNames(['fetch page', 'fetch.page', 'x'.repeat(80), 'x'.repeat(90)])).toEqual([
    'lm_fetch_page',
    'lm_fetch_page_2',
    `lm_${'x'.repeat(45)}`,
    `lm_${'x'.repeat(43)}_2`,
  ]);
});

test('source URIs of stack frames become paths, including those of remote windows', () => {
  expect(sourcePath('vscode-remote://wsl%2Bubuntu/w/a%20b/c%23.js')).toBe('/w/a b/c#.js');
  expect(sourcePath('file:///w/ä.js')).toBe('/w/ä.js');
  for (const other of ['/w/100%.js', 'C:\\w\\a.js', '<node_internals>/a', 'file:///w/%E0%A4%A']) {
    expect(sourcePath(other)).toBe(other);
  }
});

test('a paused debug session is reported with frames and variables', () => {
  expect(debugText([], String, 1_000)).toContain('No debug session');
  const text = debugText(
    [
      {
        name: 'Run',
        type: 'node',
        isActive: true,
        isEnded: false,
        reason: 'breakpoint',
        threads: [
          {
            name: 'main',
            isStopped: true,
            frames: [
              {
                name: 'add',
                line: 4,
                path: '/w/a.js',
                variables: [{ scope: 'Local', name: 'sum', value: '3' }],
              },
            ],
          },
        ],
        console: 'hello\n',
      },
    ],
    path => path.slice(3),
    1_000,
  );
  expect(text).toBe(
    'Session "Run" (node, active): stopped: breakpoint\nThread main: stopped\n  at add (a.js:4)\nVariables of the top frame:\n  Local: sum = 3\nConsole:\nhello',
  );
});

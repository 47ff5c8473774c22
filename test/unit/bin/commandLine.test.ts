import { expect, it } from 'vitest';
import { BadUsage } from '../../../src/bin/badUsage';
import { readCommandLine } from '../../../src/bin/commandLine';
import { helpText } from '../../../src/bin/helpText';

function options(...argv: string[]) {
  const line = readCommandLine(['run', ...argv]);
  return line.kind === 'run' ? line.options : undefined;
}

it('reads the options of a run', () => {
  expect(
    options(
      ...['--prompt-file', 'a.md', '--input', 'x=1=2', '--input', 'y=', '--allow', 'Read'],
      ...['--allow', 'Bash(npm test:*)', '--max-turns', '3', '--max-budget-usd=0.5', '--verbose'],
    ),
  ).toMatchObject({
    ...{ promptFile: 'a.md', allow: ['Read', 'Bash(npm test:*)'], maxTurns: 3, maxBudgetUsd: 0.5 },
    ...{ output: 'text', isVerbose: true, trustsFolder: false, failsOnDenied: false },
    inputs: new Map([
      ['x', '1=2'],
      ['y', ''],
    ]),
  });
});

it('takes a work tree with and without a name', () => {
  expect(options('--prompt', 'x')?.worktree).toBeUndefined();
  expect(options('--worktree')?.worktree).toBe('');
  expect(options('--worktree', '--verbose')).toMatchObject({ worktree: '', isVerbose: true });
  expect(options('--worktree', 'fix')?.worktree).toBe('fix');
  expect(options('--worktree=fix')?.worktree).toBe('fix');
});

it.each([
  [['walk'], /no command "walk"/],
  [['--prompt', 'x'], /command is missing/],
  [['run', 'words'], /"words" belongs to no option/],
  [['run', '--promt', 'x'], /--promt/],
  [['run', '--prompt', 'x', '--prompt-file', 'y'], /not both/],
  [['run', '--input', '=x'], /name=value/],
  [['run', '--input', 'x'], /name=value/],
  [['run', '--input', 'x=1', '--input', 'x=2'], /twice/],
  [['run', '--output', 'xml'], /text, json and stream-json/],
  [['run', '--max-turns', '1.5'], /whole number above 0/],
  [['run', '--max-turns', '0'], /above 0/],
  [['run', '--max-budget-usd', '1e3'], /above 0/],
])('rejects %j', (argv, words) => {
  expect(() => readCommandLine(argv)).toThrow(BadUsage);
  expect(() => readCommandLine(argv)).toThrow(words);
});

it('helps without a command, and lists each option', () => {
  expect(readCommandLine([])).toEqual({ kind: 'help' });
  expect(readCommandLine(['run', '--help'])).toEqual({ kind: 'help' });
  expect(readCommandLine(['--version'])).toEqual({ kind: 'version' });
  const named = new Set(helpText.match(/--[a-z-]+/g));
  for (const name of named) {
    const run = () => readCommandLine(['run', '--help', name, 'a=1']);
    expect(run, name).not.toThrow(/Unknown option/);
  }
});

import { expect, it } from 'vitest';
import type { Batch, Run, RunTarget } from '../../../../../src/core/runs/run';
import {
  endText,
  lastLine,
  startAction,
  startText,
  summaryText,
  targetName,
  targetsText,
} from '../../../../../src/host/runs/rows/batchTexts';
import { resultsTable } from '../../../../../src/host/runs/rows/resultsTable';
import {
  batchContext,
  batchRow,
  batchState,
  repeatedNames,
  runContext,
  runRow,
} from '../../../../../src/host/runs/rows/runRows';

const run = (path: string, rest: Partial<Run> = {}): Run => ({
  ...{ id: path, folder: '/w', state: 'done', target: { kind: 'file', path: `/w/${path}` } },
  ...rest,
});
const batch = (...runs: Run[]): Batch => ({
  ...{ id: 'b', startedAt: 0, atATime: 2, inWorktrees: false, runs },
  prompt: { key: 'k', kind: 'typed', name: 'Add tests', text: 'Add tests to this file' },
});

it('counts what is over, what went wrong, and what it cost', () => {
  const runs = [
    run('a', { costUsd: 0.2 }),
    run('b', { state: 'failed', costUsd: 0.3 }),
    run('c', { state: 'stopped' }),
    run('d', { state: 'waiting' }),
    run('e', { state: 'queued' }),
  ];
  expect(summaryText({ runs })).toBe('3 of 5, 1 failed, 1 stopped, 1 waiting for you, $0.50');
  expect(summaryText({ runs: [run('a')] })).toBe('1 of 1');
});

it.each<[RunTarget[], string]>([
  [[{ kind: 'file', path: '/w/a' }], '1 file'],
  [
    [
      { kind: 'file', path: '/w/a' },
      { kind: 'file', path: '/w/b' },
    ],
    '2 files',
  ],
  [[{ kind: 'selection', name: 'a.ts, lines 2–5' }], 'a.ts, lines 2–5'],
  [[{ kind: 'folder', path: '/w/app' }], 'the folder app'],
])('names targets %j', (targets, expected) => {
  expect(targetsText(targets)).toBe(expected);
});

it('ends with the counts, but a single run that failed with its reason', () => {
  const failed = run('a', { state: 'failed', problem: 'Busy.\nTry again.' });
  expect(endText({ runs: [failed] })).toBe('Try again.');
  expect(endText({ runs: [failed, run('b')] })).toBe('2 of 2, 1 failed');
  expect(endText({ runs: [run('b')] })).toBe('1 of 1');
});

it('starts a prompt without a file once, in the folder', () => {
  expect(startAction([{ kind: 'folder', path: '/w/app' }])).toBe('Run once in app');
  expect(startAction([{ kind: 'file', path: '/w/a' }])).toBe('Run on 1 file');
});

it('names a target by its path below the folder, else by its whole path', () => {
  expect(targetName(run('src/a.ts'))).toBe('src/a.ts');
  expect(targetName(run('', { target: { kind: 'file', path: '/other/a.ts' } }))).toBe(
    '/other/a.ts',
  );
});

it('shows the problem before the result, and of either the last line', () => {
  expect(lastLine({ result: 'First.\n\nLast. \n' })).toBe('Last.');
  expect(lastLine({ result: 'Fine.', problem: 'Busy' })).toBe('Busy');
  expect(lastLine({})).toBeUndefined();
});

it('shows the day of a start only if it was another one', () => {
  const noon = new Date(2026, 4, 5, 12, 0).getTime();
  expect(startText(noon, noon + 3_600_000, 'en')).toBe('12:00 PM');
  expect(startText(noon, noon + 86_400_000, 'en')).toBe('May 5, 12:00 PM');
});

it('writes a table whose cells hold what agents say', () => {
  const table = resultsTable(
    batch(
      run('a|b.ts', { startedAt: 0, endedAt: 65_000, costUsd: 0.01, result: '\nOne <b>\ntwo' }),
      run('c.ts', { state: 'failed', problem: 'x'.repeat(300) }),
      run('d.ts', { state: 'done', branch: 'run/d', result: '![i](https://x.test)' }),
      run('e\u202e.ts', { result: '[k](command:x) \u001b\u202dred' }),
    ),
  );
  const lines = table.split('\n').slice(4, -1);
  // All columns but the last are as wide as their longest cell.
  const widths = lines.map(line =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, 5)
      .map(cell => cell.length),
  );
  expect(new Set(widths.map(String)).size).toBe(1);
  const [head, line, ...rows] = lines.map(one => one.replace(/ +/g, ' ').replace(/-+/g, '-'));
  expect(head).toBe('| File | Outcome | Duration | Cost | First line |');
  expect(line).toBe('| - | - | -: | -: | - |');
  expect(rows[0]).toContain('| a\\|b.ts | done | 1:05 | $0.0100 | One ');
  expect(rows[0]).not.toContain('<b>');
  expect(rows[1]).toContain(`| failed | | | ${'x'.repeat(200)}… |`);
  expect(rows[2]).toContain('| done, run/d |');
  expect(rows[2]).not.toMatch(/(?<!\\)!\[/);
  expect(rows[3]).toContain('| e .ts | done | | | [k] (command:x) red |');
});

it('describes rows, for screen readers with their states', () => {
  const one = run('src/a.ts', { startedAt: 0, endedAt: 9_000, costUsd: 1, result: 'Hello\nBye' });
  expect(runRow(one, true)).toMatchObject({
    label: 'a.ts',
    description: '0:09 · $1.00 · Bye',
    accessibleLabel: 'src/a.ts, done, 0:09, $1.00, Bye',
  });
  expect(runRow(one, false).label).toBe('src/a.ts');
  expect(runRow(run('b', { state: 'waiting' }), true).description).toBe('waiting for you');
  const denied = run('c', { denied: 2, costUsd: 0.5, result: 'Tried.' });
  expect(runRow(denied, true).description).toBe('2 denied · $0.50 · Tried.');
  const going = batch(one, run('b', { state: 'queued' }));
  expect(batchRow(going, true, 0, 'en').description).toMatch(
    /^2 runs · waits for a free process · /,
  );
  expect(batchRow(going, false, 0, 'en').accessibleLabel).toMatch(/^Runs of Add tests, 2 runs, /);
  const later = batch(one, run('b', { state: 'running', costUsd: 2 }));
  expect(batchRow(later, false, 0, 'en')).toEqual(batchRow(going, false, 0, 'en'));
  const over = batch(one, run('b', { costUsd: 2 }));
  expect(batchRow(over, false, 0, 'en').description).toMatch(/^2 of 2, \$3\.00 · /);
});

it('offers what a row can do', () => {
  expect(runContext(run('a', { state: 'queued' }))).toBe('run active');
  const over = run('a', { channelId: 'c', result: 'r', changed: ['/w/a'] });
  expect(runContext(over)).toBe('run over conversation result changes');
  expect(batchContext(batch(over))).toBe('batch over');
  expect(batchContext(batch(over, run('b', { state: 'running' })))).toBe('batch active');
});

it('shows of a batch what goes on, else what went wrong', () => {
  const of = (...states: Run['state'][]) =>
    batchState(batch(...states.map(s => run('a', { state: s }))));
  expect(of('done', 'failed', 'running', 'waiting')).toBe('waiting');
  expect(of('done', 'failed', 'running')).toBe('running');
  expect(of('done', 'failed', 'stopped')).toBe('failed');
  expect(of('done', 'stopped')).toBe('stopped');
  expect(of('done', 'done')).toBe('done');
});

it('knows which names repeat', () => {
  expect([...repeatedNames(batch(run('a/x.ts'), run('b/x.ts'), run('y.ts')))]).toEqual(['x.ts']);
});

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UserError } from '../../../../src/base/errors';
import { silentLog } from '../../../../src/base/log';
import type { RunEnd } from '../../../../src/core/runs/channelRun';
import {
  type Batch,
  busyTimeOf,
  costPerRun,
  countsOf,
  durationOf,
  endOf,
} from '../../../../src/core/runs/run';
import { RunBook } from '../../../../src/core/runs/runBook';
import { Runs } from '../../../../src/core/runs/runs';
import { removeFolder } from '../../../support/removeFolder';
import { FakeClock } from '../../node/fakeClock';

let folder: string;
let clock: FakeClock;
let runs: Runs;
let ended: Batch[];
/** How a run of a file ends; absent: when it is stopped. */
let ends: Record<string, () => RunEnd>;
let tried: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runs-'));
  clock = new FakeClock();
  ends = {};
  tried = [];
  ended = [];
  const book = await RunBook.open(join(folder, 'runs.json'), clock, silentLog);
  const ports = {
    makeRoom: async () => true,
    execute: (_: unknown, { target }: { target: object }, signal: AbortSignal) => {
      const path = 'path' in target ? String(target.path) : '';
      tried.push(path);
      const end = ends[path];
      clock.advance(1_000);
      return end
        ? Promise.resolve().then(end)
        : new Promise<RunEnd>(resolve =>
            signal.addEventListener('abort', () => resolve({ state: 'stopped' })),
          );
    },
  };
  runs = new Runs(book, ports, clock);
  runs.onEnded(batch => ended.push(batch));
});
afterEach(async () => {
  runs.dispose();
  await removeFolder(folder);
});

const start = (...files: string[]) =>
  runs.start({
    ...{ atATime: 2, inWorktrees: false },
    prompt: { key: 'typed:go', kind: 'typed', name: 'go', text: 'go' },
    targets: files.map(path => ({ target: { kind: 'file', path }, folder: '/w' })),
  }).id;

/** Resolves when the states of a batch are these. */
const reach = (id: string, states: string) =>
  new Promise<Batch>(resolve => {
    const look = () => {
      const batch = runs.book.batch(id);
      if (batch?.runs.map(({ state }) => state).join(' ') === states) {
        resolve(batch);
      }
    };
    runs.onChanged(look);
    look();
  });

it('keeps how each run ended, with its duration and cost', async () => {
  ends = {
    a: () => ({ state: 'done', result: 'Fine.', costUsd: 0.25 }),
    b: () => {
      throw new UserError('run.gone', 'It does not exist any more.');
    },
    c: () => ({ state: 'failed', problem: 'Overloaded', costUsd: 0.5 }),
  };
  const batch = await reach(start('a', 'b', 'c'), 'done failed failed');
  expect(batch.runs[0]).toMatchObject({ result: 'Fine.', costUsd: 0.25 });
  expect(batch.runs[1]).toMatchObject({ problem: 'It does not exist any more.' });
  expect(countsOf(batch)).toMatchObject({ all: 3, over: 3, done: 1, failed: 2, costUsd: 0.75 });
  expect(costPerRun(batch)).toBe(0.375);
  expect(durationOf(batch.runs[0] ?? expect.fail())).toBeGreaterThan(0);
  expect(endOf(batch)).toBe(clock.now());
  expect(ended.map(({ id }) => id)).toEqual([batch.id]);
});

it('stops one run and all runs, also those that wait', async () => {
  const id = start('a', 'b', 'c', 'd');
  const going = await reach(id, 'running running queued queued');
  runs.stop([going.runs[2]?.id ?? '']);
  await reach(id, 'running running stopped queued');
  runs.stop([going.runs[0]?.id ?? '']);
  const next = await reach(id, 'stopped running stopped running');
  expect(next.runs[2]).not.toHaveProperty('startedAt');
  expect(ended).toEqual([]);
  runs.stop(going.runs.map(run => run.id));
  const over = await reach(id, 'stopped stopped stopped stopped');
  expect(ended).toEqual([over]);
  expect(tried).toEqual(['a', 'b', 'd']);
});

it('runs again in the same place, without what the first try has left', async () => {
  ends = { a: () => ({ state: 'failed', problem: 'Busy', costUsd: 1, changed: ['/w/x'] }) };
  const first = await reach(start('a'), 'failed');
  ends = { a: () => ({ state: 'done', result: 'Now.' }) };
  const { id } = first.runs[0] ?? expect.fail();
  runs.again([id, id, 'unknown']);
  const second = await reach(first.id, 'done');
  expect(second.runs).toHaveLength(1);
  expect(second.runs[0]).toMatchObject({ id, result: 'Now.' });
  expect(second.runs[0]).not.toHaveProperty('problem');
  expect(second.runs[0]).not.toHaveProperty('costUsd');
  expect(tried).toEqual(['a', 'a']);
});

it('adds up the time in which anything ran', () => {
  const spans = [
    [0, 10],
    [5, 20],
    [6, 7],
    [1_000, 1_005],
  ] as const;
  const target = { kind: 'file', path: '/w/a' } as const;
  const all = spans.map(([startedAt, endedAt], index) => ({
    ...{ id: String(index), target, folder: '/w', state: 'done' as const },
    ...{ startedAt, endedAt },
  }));
  const queued = { id: 'q', target, folder: '/w', state: 'queued' as const };
  expect(busyTimeOf({ runs: [...all.toReversed(), queued] })).toBe(25);
});

it('does not run twice at once', async () => {
  const id = start('a');
  const { runs: all } = await reach(id, 'running');
  runs.again([all[0]?.id ?? '']);
  expect(tried).toEqual(['a']);
  expect(runs.book.batch(id)?.runs[0]?.state).toBe('running');
});

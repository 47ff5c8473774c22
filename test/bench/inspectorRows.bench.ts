import type { CallView } from '../../src/contract/inspector/callRows';
import type { CallHistory } from '../../src/contract/inspector/recordedCall';
import { inspectedHistory } from '../../src/core/inspector/history/inspectedHistory';
import { overview } from '../../src/core/inspector/overview/overview';
import { rowPage } from '../../src/core/inspector/rows/callTable';
import { timeline } from '../../src/core/inspector/timeline/timeline';
import { MadeConversation, sizes } from '../support/inspector/madeConversation';
import type { Benchmark, BenchmarkResult } from './benchmark';

/** Answers of the inspector for 5,000 calls, compared with 50. */

const [many, few] = [5_000, 50];
const rounds = 15;
const warmUp = 5;
/** Returns the CPU time of a task in milliseconds: other programs must not count. */
function cpuOf(task: () => unknown): number {
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** Median CPU times of two tasks, which take turns; the first rounds warm them up. */
function compared(one: () => unknown, other: () => unknown): [number, number] {
  const times = Array.from({ length: rounds + warmUp }, () => [cpuOf(one), cpuOf(other)] as const);
  const counted = times.slice(warmUp);
  return [median(counted.map(([time]) => time)), median(counted.map(([, time]) => time))];
}

/** Each call is a new revision, for which nothing is kept. */
const renewed = (history: CallHistory): CallHistory => ({ ...history });

function historyOf(count: number): CallHistory {
  const c = new MadeConversation();
  const request = sizes({ servers: { jira: 80_000, github: 40_000 }, reminders: 9_000 });
  for (let call = 0; call < count; call += 10) {
    c.turn(() => {
      c.call({ kind: 'title', model: 'claude-haiku-4-5' });
      c.failed(1_000);
      c.main({ retry: 1, sizes: request, rateLimits: { 'requests-limit': '50' } });
      for (let tool = 0; tool < 5; tool += 1) {
        c.uses('Read', { path: `/f${tool % 3}`, range: '::' }, { sizes: request });
      }
      c.call({ kind: 'subagent', agent: { name: `Agent ${call % 7}` } });
      c.main({ loses: { lost: call, cause: 'changed' } });
    });
  }
  return c.history({ contextWindow: 1e9 });
}

const views: readonly CallView[] = [
  { sort: { column: 'startedAt', isDescending: true } },
  { sort: { column: 'who', isDescending: false } },
  { sort: { column: 'cost', isDescending: true }, search: 'sonnet conversation' },
  { sort: { column: 'duration', isDescending: true }, only: 'retried', kinds: ['main'] },
];

export const bench: Benchmark = {
  name: 'inspector rows',
  async run() {
    const [large, small] = [historyOf(many), historyOf(few)];
    if (large.calls.length !== many || small.calls.length !== few) {
      throw new Error(`${large.calls.length} and ${small.calls.length} calls were made`);
    }
    const first: number[] = [];
    for (let round = -warmUp; round < rounds; round += 1) {
      const history = renewed(large);
      const times = views.map(view => cpuOf(() => rowPage(history, view, 0, 100)));
      first.push(...(round < 0 ? [] : times));
    }
    const page = (history: CallHistory) => () => {
      for (let repeat = 0; repeat < 100; repeat += 1) {
        for (const view of views) rowPage(history, view, 0, 5);
      }
    };
    const [again, againOfFew] = compared(page(large), page(small));
    const pictures = (history: CallHistory, repeats: number) => () => {
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        const revision = inspectedHistory(history);
        overview(revision);
        timeline(revision);
      }
    };
    const [all, allOfFew] = compared(pictures(large, 1), pictures(small, 100));
    return [
      {
        // The page asks while the user types: an answer has to come within a frame.
        what: `the first answer for a view of ${many} calls`,
        ...{ measured: median(first), limit: 10, unit: 'ms' },
        detail: `of CPU; slowest ${Math.max(...first).toFixed(1)} ms`,
      },
      {
        // Scrolling reads pages of a sorted view. If their size mattered, this would be a hundredfold.
        what: `pages of a known view of ${many} calls against ${few}`,
        ...{ measured: again / againOfFew, limit: 3, unit: '×' },
        detail: `${(again / 400).toFixed(3)} / ${(againOfFew / 400).toFixed(3)} ms a page`,
      },
      {
        // A hundred times the calls; 50 stay in the processor's cache. Squared, it would be 10,000.
        what: `a new revision, pictures and findings of ${many} calls against ${few}`,
        ...{ measured: (all * 100) / allOfFew, limit: 300, unit: '×' },
        detail: `${all.toFixed(1)} / ${(allOfFew / 100).toFixed(2)} ms`,
      },
    ] satisfies readonly BenchmarkResult[];
  },
};

import type { CallView } from '../../src/contract/inspector/callRows';
import type { CallHistory } from '../../src/contract/inspector/recordedCall';
import { inspectedHistory } from '../../src/core/inspector/history/inspectedHistory';
import { overview } from '../../src/core/inspector/overview/overview';
import { rowPage } from '../../src/core/inspector/rows/callTable';
import { timeline } from '../../src/core/inspector/timeline/timeline';
import { MadeConversation, sizes } from '../support/inspector/madeConversation';
import type { Benchmark, BenchmarkResult } from './benchmark';
import { compare, timeOf } from './interleaved';

/** Answers of the inspector for 5,000 calls, compared with 50. */

const [many, few] = [5_000, 50];
const rounds = 15;
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
    for (let round = 0; round < rounds; round += 1) {
      const history = renewed(large);
      for (const view of views) {
        first.push(await timeOf(async () => rowPage(history, view, 0, 100)));
      }
    }
    const page = (history: CallHistory) => async () => {
      for (let repeat = 0; repeat < 100; repeat += 1) {
        for (const view of views) rowPage(history, view, 0, 5);
      }
    };
    const [again, againOfFew] = await compare(page(large), page(small), rounds);
    const pictures = (history: CallHistory, repeats: number) => async () => {
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        const revision = inspectedHistory(history);
        overview(revision);
        timeline(revision);
      }
    };
    const [all, allOfFew] = await compare(pictures(large, 1), pictures(small, 100), rounds);
    const median = first.toSorted((one, other) => one - other)[first.length >> 1] ?? Number.NaN;
    return [
      {
        // The page asks while the user types: an answer has to come within a frame.
        what: `the first answer for a view of ${many} calls`,
        ...{ measured: median, limit: 10, unit: 'ms' },
        detail: `slowest ${Math.max(...first).toFixed(1)} ms`,
      },
      {
        // Scrolling reads pages of a sorted view. If their size mattered, this would be a hundredfold.
        what: `pages of a known view of ${many} calls against ${few}`,
        ...{ measured: again / againOfFew, limit: 3, unit: '×' },
        detail: `${(again / 400).toFixed(3)} / ${(againOfFew / 400).toFixed(3)} ms a page`,
      },
      {
        // A hundred times the calls; sorting and memory out of the processor's cache cost the rest.
        what: `a new revision, pictures and findings of ${many} calls against ${few}`,
        ...{ measured: (all * 100) / allOfFew, limit: 200, unit: '×' },
        detail: `${all.toFixed(1)} / ${(allOfFew / 100).toFixed(2)} ms`,
      },
    ] satisfies readonly BenchmarkResult[];
  },
};

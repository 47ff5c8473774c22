import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CodeIndexes } from '../../src/core/codeIndex/codeIndexes';
import { questionPackages } from '../support/codeSearch/questionPackages';
import {
  missedByRipgrep,
  missedBySearch,
  rankByRipgrep,
  searchCode,
} from '../support/codeSearch/recall';
import { writeSyntheticTree } from '../support/codeSearch/syntheticTree';
import { editorRipgrep } from '../support/editor/editorRipgrep';
import type { Benchmark, BenchmarkResult } from './benchmark';

/**
 * The search of code: how many of 60 questions it answers, against ripgrep with the words of the
 * question; what the index costs for 10,000 and 100,000 files, against ripgrep over the same files.
 */

const sizes = [10_000, 100_000];
/** Questions about the synthetic trees, asked in turn. */
const asked = [
  'where is an expired session removed from the cache',
  'retry a pending payment',
  'decode the header of a message',
  'parse invoice records from a stream',
  'sortVertexMatrix',
  'close the socket when a request is cancelled',
];
const rounds = 8;

export const bench: Benchmark = {
  name: 'the search of code',
  async run() {
    const ripgrep = await editorRipgrep();
    if (ripgrep === undefined) throw new Error('ripgrep is missing. Run: npm run provision');
    const results = [...(await recall(ripgrep))];
    for (const size of sizes) results.push(...(await costs(ripgrep, size)));
    return results;
  },
};

async function recall(ripgrep: string): Promise<readonly BenchmarkResult[]> {
  let [count, missed, baseline] = [0, 0, 0];
  const parts: string[] = [];
  for (const { name, root, questions } of await questionPackages()) {
    const storage = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
    const folder = { root, storage, ripgrep };
    const own = (await missedBySearch(folder, questions)).length;
    const bare = (await missedByRipgrep(folder, questions)).length;
    await rm(storage, { recursive: true });
    const hits = (misses: number) => `${questions.length - misses}/${questions.length}`;
    parts.push(`${name} ${hits(own)}, ripgrep ${hits(bare)}`);
    count += questions.length;
    missed += own;
    baseline += bare;
  }
  const percent = (misses: number) => ((1 - misses / count) * 100).toFixed(0);
  const detail = `recall@10 ${percent(missed)} %, ripgrep ${percent(baseline)} %: ${parts.join('; ')}`;
  return [
    { what: `unanswered of ${count} questions`, measured: missed, limit: 18, unit: '', detail },
    {
      what: 'unanswered against ripgrep',
      measured: missed / baseline,
      limit: 0.65,
      unit: '×',
      detail: `${missed} / ${baseline}`,
    },
  ];
}

async function costs(ripgrep: string, size: number): Promise<readonly BenchmarkResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-code-'));
  const [root, storage] = [join(folder, 'tree'), join(folder, 'index')];
  const what = (text: string) => `${text}, ${size.toLocaleString('en')} files`;
  try {
    const bytes = writeSyntheticTree(root, size);
    const place = { root, storage, ripgrep };
    const bare = (question: string) => rankByRipgrep(place, question);
    const before = used();
    const indexes = new CodeIndexes(() => undefined);
    const build = await timeOf(() => searchCode(indexes, place, 'nothing'));
    const memory = used() - before;
    const ripgrepTimes = await timesOf(1, bare);
    const scan = ripgrepTimes[ripgrepTimes.length >> 1] ?? 0;
    const [name = ''] = await readdir(storage);
    const { size: kept } = await stat(join(storage, name));
    const times = await timesOf(rounds, question => searchCode(indexes, place, question));
    indexes.dispose();
    const again = new CodeIndexes(() => undefined);
    const reopen = await timeOf(() => searchCode(again, place, 'nothing'));
    again.dispose();
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
    const ms = (value: number) => `${value.toFixed(0)} ms`;
    return [
      {
        what: what('building the index against ripgrep over the same files'),
        ...{ measured: build / scan, limit: 40, unit: '×' },
        detail: `${(build / 1_000).toFixed(1)} s for ${(bytes / 1e6).toFixed(0)} MB; ripgrep ${ms(scan)}`,
      },
      {
        what: what('opening a kept index against building it'),
        ...{ measured: reopen / build, limit: 0.3, unit: '×' },
        detail: `${ms(reopen)}, with a look at each file`,
      },
      {
        what: what('median answer against ripgrep with the same words'),
        ...{ measured: p50 / scan, limit: 0.5, unit: '×' },
        detail: `median ${ms(p50)}, p95 ${ms(p95)} / ${ms(scan)}`,
      },
      {
        what: what('index on disk against the sources'),
        ...{ measured: kept / bytes, limit: 0.35, unit: '×' },
        detail: `${(kept / 1e6).toFixed(1)} MB`,
      },
      {
        what: what('memory of the index against the sources'),
        ...{ measured: memory / bytes, limit: 0.6, unit: '×' },
        detail: `${(memory / 1e6).toFixed(0)} MB`,
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function timesOf(
  times: number,
  task: (question: string) => Promise<unknown>,
): Promise<readonly number[]> {
  const found: number[] = [];
  for (let round = 0; round < times; round += 1) {
    for (const question of asked) found.push(await timeOf(() => task(question)));
  }
  return found.sort((one, other) => one - other);
}

async function timeOf(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Bytes in use after a garbage collection. */
function used(): number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') {
    for (let pass = 0; pass < 4; pass += 1) collect();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inParallel } from '../../src/base/inParallel';
import { searchSessions } from '../../src/cli/sessions/search/searchSessions';
import { SessionIndex } from '../../src/cli/sessions/sessionIndex';
import { editorRipgrep } from '../support/editor/editorRipgrep';
import { makeSessions } from '../support/sessions/madeSessions';
import type { Benchmark, BenchmarkResult } from './benchmark';
import { compare, compareCpu } from './interleaved';
import { median } from './pipedCpu';

/** Listing and searching stored sessions, compared with the minimum work that is possible. */

const listed = 5_000;
const searched = 1_000;
/** Total megabytes of all sessions; 1000 for the published figure. */
const megabytes = Number(process.env.TANDEM_BENCH_SESSIONS_MB ?? 200);
const endLength = 64 * 1024;
const rounds = 5;
const needle = { text: 'Zwiebelkuchen with a Quark', every: 37 };
/** A capital letter makes the search case-sensitive. */
const needles = ['zwiebelkuchen', 'Zwiebelkuchen'];

const run = promisify(execFile);

/** Returns the longest time for which the task blocked the event loop. */
async function longestBlock(task: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  try {
    await task();
  } finally {
    clearInterval(timer);
  }
  return longest;
}

/** Reads the two ends of every file without processing them. */
async function readBare(paths: readonly string[]): Promise<void> {
  await inParallel(paths, 8, async path => {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      for (const start of [0, Math.max(0, size - endLength)]) {
        await file.read(Buffer.allocUnsafe(endLength), 0, endLength, start);
      }
    } finally {
      await file.close();
    }
  });
}

async function listing(config: string, paths: readonly string[]): Promise<BenchmarkResult[]> {
  const cachePath = join(config, 'cache.json');
  const list = async (path?: string) => {
    const index = new SessionIndex({
      configFolder: async () => config,
      ...(path === undefined ? {} : { cachePath: path }),
    });
    let firstAt = Number.NaN;
    const start = performance.now();
    index.onChanged(() => {
      firstAt = Number.isNaN(firstAt) ? performance.now() - start : firstAt;
    });
    const { length } = await index.refresh();
    index.dispose();
    if (length !== listed) {
      throw new Error(`${length} of ${listed} sessions were listed`);
    }
    return firstAt;
  };
  const [cold, coldBare] = await compareCpu(
    () => list(),
    () => readBare(paths),
    rounds,
  );
  const first = await list();
  const block = await longestBlock(() => list());
  await list(cachePath);
  const stats = () => inParallel(paths, 8, async path => void (await stat(path)));
  const [warm, warmBare] = await compareCpu(() => list(cachePath), stats, rounds);
  const known = new SessionIndex({ configFolder: async () => config });
  const [again, againBare] = await compareCpu(() => known.refresh(), stats, rounds);
  known.dispose();
  return [
    {
      what: 'refreshing a known list against looking at the state of each file',
      measured: again / againBare,
      limit: 1.5,
      unit: '×',
      detail: `${again.toFixed(0)} / ${againBare.toFixed(0)} ms CPU`,
    },
    {
      what: `a cold list of ${listed} sessions against reading their ends`,
      measured: cold / coldBare,
      limit: 1.6,
      unit: '×',
      detail: `${cold.toFixed(0)} / ${coldBare.toFixed(0)} ms CPU, the first shown after ${first.toFixed(0)} ms, longest block ${block.toFixed(0)} ms`,
    },
    {
      what: 'a list from the cache of an earlier window against looking at the state of each file',
      measured: warm / warmBare,
      limit: 2.3,
      unit: '×',
      detail: `${warm.toFixed(0)} / ${warmBare.toFixed(0)} ms CPU`,
    },
  ];
}

async function searching(config: string): Promise<BenchmarkResult[]> {
  const ripgrep = await editorRipgrep();
  if (ripgrep === undefined) {
    throw new Error('No editor has been fetched whose ripgrep could search');
  }
  const index = new SessionIndex({ configFolder: async () => config });
  const sessions = await index.refresh();
  index.dispose();
  const search = async (words: string, program: string | undefined) => {
    let hits = 0;
    for await (const _ of searchSessions({ needle: words, sessions, ripgrep: program })) {
      hits += 1;
    }
    if (hits !== Math.ceil(searched / needle.every)) {
      throw new Error(`${hits} hits for ${words}`);
    }
  };
  const firstHit = async (words: string) => {
    const start = performance.now();
    for await (const _ of searchSessions({ needle: words, sessions, ripgrep })) {
      return performance.now() - start;
    }
    throw new Error(`No hit for ${words}`);
  };
  const results: BenchmarkResult[] = [];
  for (const words of needles) {
    const bare = () => run(ripgrep, ['--no-config', '-S', '-c', words, config]);
    const [ours, theirs] = await compare(() => search(words, ripgrep), bare, rounds);
    const block = await longestBlock(() => search(words, ripgrep));
    const firsts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      firsts.push(await firstHit(words));
    }
    results.push({
      what: `the first hit of "${words}"`,
      measured: median(firsts),
      limit: 100,
      unit: 'ms',
      detail: `${Math.min(...firsts).toFixed(0)} to ${Math.max(...firsts).toFixed(0)} ms`,
    });
    results.push({
      what: `"${words}" in ${megabytes} MB against rg`,
      measured: ours / theirs,
      limit: 2,
      unit: '×',
      detail: `${ours.toFixed(0)} / ${theirs.toFixed(0)} ms, longest block ${block.toFixed(0)} ms`,
    });
  }
  const bare = () => run(ripgrep, ['--no-config', '-S', '-c', 'zwiebelkuchen', config]);
  const [own, theirs] = await compare(() => search('zwiebelkuchen', undefined), bare, rounds);
  results.push({
    what: 'the same without ripgrep',
    measured: own / theirs,
    limit: 8,
    unit: '×',
    detail: `${own.toFixed(0)} / ${theirs.toFixed(0)} ms`,
  });
  return results;
}

/** Makes sessions of the given total size, in a folder that is removed afterwards. */
async function withSessions(
  count: number,
  work: (config: string, paths: readonly string[]) => Promise<BenchmarkResult[]>,
): Promise<BenchmarkResult[]> {
  const config = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  try {
    const folder = join(config, 'projects', '-workspace');
    const size = (megabytes * 1e6) / count;
    return await work(config, await makeSessions({ folder, count, size, needle }));
  } finally {
    await rm(config, { recursive: true, force: true });
  }
}

export const bench: Benchmark = {
  name: 'stored sessions',
  async run() {
    return [...(await withSessions(listed, listing)), ...(await withSessions(searched, searching))];
  },
};

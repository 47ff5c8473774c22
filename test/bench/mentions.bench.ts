import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { listPaths } from '../../src/core/pathIndex/listPaths';
import { PathIndex } from '../../src/core/pathIndex/pathIndex';
import type { Benchmark, BenchmarkResult } from './benchmark';
import { median } from './benchPage';
import { paintList } from './mentionListPage';

/**
 * The index behind the list of mentions: against one scan of the same strings in memory, against one
 * walk through the same folders, and in the page.
 */

const sizes = [10_000, 100_000, 500_000];
/** Words as they are typed, key by key: names, folders, letters with gaps, and nothing. */
const words = ['button', 'main', 'src/query', 'msgview', 'config.tsx', 'zzz', 'tsx'];
const rounds = 12;
const warmUp = 4;
/** Files of the folder that is walked through. */
const walked = 20_000;

export const bench: Benchmark = {
  name: 'the index of the list of mentions',
  async run() {
    return [memory(), ...sizes.map(answering), await indexing(), ...(await inPage())];
  },
};

/** Makes paths as in a large repository: some files a folder, folders three levels deep. */
function pathsOf(count: number): string[] {
  const names = ['component', 'service', 'main', 'index', 'util', 'button', 'parser', 'message'];
  const parts = ['session', 'review', 'editor', 'panel', 'store', 'config', 'view', 'query'];
  const pick = (all: readonly string[], at: number) => all[at % all.length] ?? '';
  return Array.from({ length: count }, (_, at) => {
    const folder = `packages/${pick(parts, Math.floor(at / 1_600))}-${Math.floor(at / 1_600)}`;
    const inner = `src/${pick(parts, Math.floor(at / 320))}/${pick(names, Math.floor(at / 40))}`;
    const name = pick(names, at * 7 + Math.floor(at / 11));
    const own = `${name.charAt(0).toUpperCase()}${name.slice(1)}${at.toString(36)}`;
    return `${folder}/${inner}/${own}.${at % 3 === 0 ? 'tsx' : 'ts'}`;
  });
}

/** Paths as the index has them: with their folders, each a string of its own. */
function separately(files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
      folders.add(file.slice(0, end + 1));
    }
  }
  return [...files, ...folders].map(path => Buffer.from(path.toLowerCase()).toString());
}

function answering(count: number): BenchmarkResult {
  const files = pathsOf(count);
  const index = new PathIndex();
  index.load(files);
  const all = separately(files);
  const nearness = { folder: 'packages/review-1/src/editor', used: { [files[7] ?? '']: 2 } };
  const ours: number[] = [];
  const scans: number[] = [];
  let worst = { ratio: 0, text: '' };
  for (let round = -warmUp; round < rounds; round += 1) {
    let [own, scan] = [0, 0];
    for (const word of words) {
      for (let keys = 1; keys <= word.length; keys += 1) {
        const query = word.slice(0, keys);
        const found = cpuOf(() => index.find(query, nearness, 60));
        const scanned = cpuOf(() => scanFor(all, query));
        own += found;
        scan += scanned;
        if (round === rounds - 1 && found / scanned > worst.ratio) {
          worst = { ratio: found / scanned, text: `"${query}" ${found.toFixed(1)} ms` };
        }
      }
    }
    if (round >= 0) {
      ours.push(own);
      scans.push(scan);
    }
  }
  const keys = words.join('').length;
  const [own, scan] = [median(ours) / keys, median(scans) / keys];
  return {
    what: `the answer to a key over ${count.toLocaleString('en')} files against one scan`,
    measured: own / scan,
    // Sorting and marking the results takes a tenth of a millisecond, however few paths there are.
    limit: count < 100_000 ? 2 : 1.5,
    unit: '×',
    detail: `${own.toFixed(2)} / ${scan.toFixed(2)} ms of CPU a key; slowest ${worst.text}`,
  };
}

function scanFor(paths: readonly string[], word: string): number {
  let count = 0;
  for (const path of paths) {
    if (path.includes(word)) count += 1;
  }
  return count;
}

function memory(): BenchmarkResult {
  const files = pathsOf(500_000).map(path => Buffer.from(path).toString());
  const bytes = files.reduce((sum, path) => sum + path.length, 0);
  const index = new PathIndex();
  const before = used();
  index.load(files);
  const after = used();
  return {
    what: 'memory of the index of 500,000 files against their bare paths',
    measured: (after - before) / bytes,
    limit: 3,
    unit: '×',
    detail: `${((after - before) / files.length).toFixed(0)} / ${(bytes / files.length).toFixed(0)} bytes a file, ${index.size} paths with folders`,
  };
}

async function indexing(): Promise<BenchmarkResult> {
  const root = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  try {
    const files = pathsOf(walked);
    for (const folder of new Set(files.map(dirname))) {
      await mkdir(join(root, folder), { recursive: true });
    }
    for (const file of files) await writeFile(join(root, file), '');
    const index = async () => {
      const own = new PathIndex();
      own.load(await listPaths({ root, signal: new AbortController().signal }));
      return own.size;
    };
    const walk = () => walkBare(root);
    const times: { own: number; bare: number }[] = [];
    for (let round = -1; round < 9; round += 1) {
      const pair = { own: await timeOf(index), bare: await timeOf(walk) };
      if (round >= 0) times.push(pair);
    }
    execFileSync('git', ['init', '-q'], { cwd: root });
    const git = await timeOf(index);
    // Whatever else runs here only makes either slower.
    const own = Math.min(...times.map(time => time.own));
    const bare = Math.min(...times.map(time => time.bare));
    return {
      what: `indexing ${walked.toLocaleString('en')} files against one walk through their folders`,
      measured: own / bare,
      limit: 2,
      unit: '×',
      detail: `${own.toFixed(0)} / ${bare.toFixed(0)} ms; ${git.toFixed(0)} ms by git`,
    };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Reads all folders one after the other, and keeps nothing. */
async function walkBare(folder: string): Promise<number> {
  let count = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    count += entry.isDirectory() ? await walkBare(join(folder, entry.name)) : 1;
  }
  return count;
}

async function inPage(): Promise<readonly BenchmarkResult[]> {
  const { painted, longest, answered } = await paintList(pathsOf(100_000), words);
  return [
    {
      what: 'longest task of the page while typing after @ over 100,000 files',
      measured: longest,
      limit: 16,
      unit: 'ms',
      detail: `CPU of its thread; key to painted list ${median(painted).toFixed(0)} ms, of which ${median(answered).toFixed(0)} ms for the worker's answer`,
    },
  ];
}

/** Milliseconds of CPU time of this process. */
function cpuOf(task: () => unknown): number {
  const start = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

async function timeOf(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
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

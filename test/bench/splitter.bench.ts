import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LineSplitter } from '../../src/node/lineSplitter';
import type { Benchmark, BenchmarkResult } from './benchmark';

/**
 * Splitting a child's output, in CPU time of this process. The floor is to read the output and
 * decode it into strings chunk by chunk: lines are strings, because JSON.parse needs them.
 */

const rounds = 7;
const megabyte = 1024 * 1024;
const delta = `{"type":"stream_event","event":${JSON.stringify('x'.repeat(200))}}\n`;
const line = (megabytes: number) => `"${'x'.repeat(megabytes * megabyte)}"\n`;

const inputs = () => ({
  deltas: Buffer.from(delta.repeat(250_000)),
  hugeLines: Buffer.from(`${line(10)}${line(20)}${line(30)}${delta.repeat(3_000)}`),
  tenMegabytes: Buffer.from(line(10).repeat(6)),
  thirtyMegabytes: Buffer.from(line(30).repeat(2)),
});

/** A line of many chunks is joined before decoding, which is one more copy into fresh memory. */
const floorLimit = { deltas: 1.5, hugeLines: 3 };

type Reader = (chunk: Buffer) => void;

/** Prevents the compiler from removing the work. */
let seen = 0;

function decode(): Reader {
  return chunk => {
    seen += chunk.toString('utf8').length;
  };
}

function splitting(): Reader {
  const splitter = new LineSplitter({
    onLine: text => {
      seen += text.length;
    },
    onOverlong: limit => {
      throw new Error(`A line is longer than ${limit}`);
    },
  });
  return chunk => splitter.push(chunk);
}

async function cpuOf(path: string, reader: Reader): Promise<number> {
  globalThis.gc?.();
  const start = process.cpuUsage();
  const child = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.on('data', reader);
  await new Promise(resolve => child.once('close', resolve));
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** Interleaves the runs, so that a slow phase of the machine affects all of them alike. */
async function compare(
  runs: Record<string, () => Promise<number>>,
): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {};
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(runs)) {
      const time = await run();
      if (round >= 0) {
        times[name] = [...(times[name] ?? []), time];
      }
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

function result(what: string, value = Number.NaN, base = Number.NaN, limit = 0): BenchmarkResult {
  const detail = `${value.toFixed(0)} / ${base.toFixed(0)} ms CPU`;
  return { what, measured: value / base, limit, unit: '×', detail };
}

async function run(): Promise<readonly BenchmarkResult[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  try {
    const path = (name: string) => join(folder, name);
    for (const [name, bytes] of Object.entries(inputs())) {
      await writeFile(path(name), bytes);
    }
    const results: BenchmarkResult[] = [];
    for (const name of ['deltas', 'hugeLines'] as const) {
      const times = await compare({
        decode: () => cpuOf(path(name), decode()),
        split: () => cpuOf(path(name), splitting()),
      });
      const what = `split ${name} against draining and decoding`;
      results.push(result(what, times.split, times.decode, floorLimit[name]));
    }
    const times = await compare({
      ten: () => cpuOf(path('tenMegabytes'), splitting()),
      thirty: () => cpuOf(path('thirtyMegabytes'), splitting()),
    });
    results.push(result('lines of 30 MB against lines of 10 MB', times.thirty, times.ten, 1.5));
    return seen > 0 ? results : [];
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const bench: Benchmark = { name: 'line splitter', run };

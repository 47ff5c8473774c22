import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from '../../scripts/bundles';
import type { Benchmark, BenchmarkResult } from './benchmark';

/**
 * CPU time that Tandem costs a window, each time in a cold process: `require` and `activate`, and up
 * to the end of the first command, which loads all that a first conversation needs. Compared with
 * an extension whose `activate` does nothing, in turn, so that a slow machine is slow for both.
 */

const root = join(__dirname, '..', '..');
const rounds = 11;
/** Opens the log, and needs nothing but the host for that. */
const firstUse = 'tandem.log.show';

interface Spent {
  readonly activated: number;
  readonly used: number;
}

export const bench: Benchmark = {
  name: 'require and activate, and first use, each in a cold process, in CPU time',
  async run() {
    await build({ isProduction: true });
    const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
    try {
      const empty = join(folder, 'extension.js');
      await writeFile(empty, 'exports.activate = () => undefined;\n');
      const tandem = join(root, 'dist', 'extension.js');
      const rows: { empty: number; activated: number; used: number }[] = [];
      for (let round = -1; round < rounds; round += 1) {
        const bare = await spent(empty);
        const { activated } = await spent(tandem);
        const { used } = await spent(tandem, firstUse);
        rows.push(...(round < 0 ? [] : [{ empty: bare.activated, activated, used }]));
      }
      return [
        resultOf('require and activate', rows, 'activated', 20),
        // Nearly all of it compiles and evaluates the host's file.
        resultOf('with first use', rows, 'used', 500),
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function spent(main: string, ...rest: readonly string[]): Promise<Spent> {
  const script = join(root, 'test', 'support', 'activate.cjs');
  const args = [script, main, join(root, 'package.json'), ...rest];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout);
}

function resultOf(
  what: string,
  rows: readonly { empty: number; activated: number; used: number }[],
  part: 'activated' | 'used',
  limit: number,
): BenchmarkResult {
  const ratios = rows.map(row => row[part] / row.empty).sort((a, b) => a - b);
  const [ours, empty] = [rows.map(row => row[part]), rows.map(row => row.empty)].map(middle);
  return {
    what: `${what}, against an empty extension`,
    measured: middle(ratios),
    limit,
    unit: '×',
    detail: `${ours?.toFixed(1)} / ${empty?.toFixed(2)} ms; ${ratios[0]?.toFixed(1)} to ${ratios.at(-1)?.toFixed(1)}`,
  };
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

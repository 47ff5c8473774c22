import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from '../../scripts/bundles';
import type { Benchmark, BenchmarkResult } from './benchmark';

/**
 * CPU time that Tandem costs a window, each time in a cold process: `require` and `activate`, and up
 * to the end of the first command, which loads all that a first conversation needs: in the first
 * window ever, and in a later one, for which compiled code was kept (ADR 19). Compared with an
 * extension whose `activate` does nothing, in turn, so that a slow machine is slow for both.
 */

const root = join(__dirname, '..', '..');
const rounds = 11;
/** Opens the log, and needs nothing but the host for that. */
const firstUse = 'tandem.log.show';

interface Spent {
  readonly activated: number;
  readonly used: number;
}

interface Row {
  readonly empty: number;
  readonly activated: number;
  readonly used: number;
  /** With compiled code that an earlier window has kept. */
  readonly usedAgain: number;
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
      const storage = join(folder, 'storage');
      await mkdir(storage);
      await spent(tandem, firstUse, storage, 'keep');
      const rows: Row[] = [];
      for (let round = -1; round < rounds; round += 1) {
        const bare = await spent(empty);
        const { activated } = await spent(tandem);
        const { used } = await spent(tandem, firstUse);
        const { used: usedAgain } = await spent(tandem, firstUse, storage);
        rows.push(...(round < 0 ? [] : [{ empty: bare.activated, activated, used, usedAgain }]));
      }
      return [
        resultOf('require and activate', rows, 'activated', 20),
        // Nearly all of it compiles and evaluates the host's file.
        resultOf('with first use', rows, 'used', 500),
        resultOf('with first use and kept code', rows, 'usedAgain', 350),
        {
          what: 'first use with kept code against first use without',
          measured: middle(rows.map(row => row.usedAgain / row.used)),
          limit: 0.8,
          unit: '×',
          detail: `${middle(rows.map(row => row.usedAgain)).toFixed(0)} / ${middle(rows.map(row => row.used)).toFixed(0)} ms`,
        },
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
  rows: readonly Row[],
  part: 'activated' | 'used' | 'usedAgain',
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

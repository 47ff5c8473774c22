import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from '../../scripts/bundles';
import type { Benchmark } from './benchmark';

const root = join(__dirname, '..', '..');
const rounds = 11;

export const bench: Benchmark = {
  name: 'require and activate, each in a cold process',
  async run() {
    await build({ isProduction: true });
    const script = join(root, 'test', 'support', 'activate.cjs');
    const args = [script, join(root, 'dist', 'extension.js'), join(root, 'package.json')];
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { stdout } = await promisify(execFile)(process.execPath, args);
      times.push(Number(stdout));
    }
    times.sort((a, b) => a - b);
    const median = times[rounds >> 1] ?? Number.NaN;
    const detail = `${times[0]?.toFixed(1)} to ${times.at(-1)?.toFixed(1)} ms`;
    return { measured: median, limit: 10, unit: 'ms', detail };
  },
};

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { programBundle } from '../../scripts/bundles';
import { text } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { newestCli } from '../support/cli/cliBinary';
import { isolatedHome } from '../support/cli/isolatedHome';
import type { Benchmark } from './benchmark';

/**
 * Time from the start of `tandem run` to its first output: the first frame, and the answer. Compared
 * with bare `claude -p` and the same prompt.
 */

const rounds = 15;

export const bench: Benchmark = {
  name: 'a prompt without the chat',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
    const api = await ScriptedApi.start();
    api.onPrompt('hello', () => text('Hello.'));
    const home = await isolatedHome({ apiUrl: api.url });
    try {
      await build({ ...programBundle, outdir: folder, minify: true });
      const { command } = newestCli();
      /** Returns the milliseconds to the first output, after the program has ended. */
      const timed = async (program: string, args: readonly string[]) => {
        const began = performance.now();
        const child = spawn(program, args, {
          ...{ cwd: home.workspace, env: home.env, stdio: ['ignore', 'pipe', 'ignore'] },
        });
        const ended = once(child, 'close');
        await once(child.stdout, 'data');
        const took = performance.now() - began;
        await ended;
        return took;
      };
      const own = [join(folder, 'tandem.js'), 'run', '--cli', command, '--prompt', 'hello'];
      const bare = ['-p', 'hello'];
      const stream = ['--output-format', 'stream-json', '--verbose'];
      const [first, bareFirst] = await inTurn(
        () => timed(process.execPath, [...own, '--output', 'stream-json']),
        () => timed(command, [...bare, ...stream]),
      );
      const [answer, bareAnswer] = await inTurn(
        () => timed(process.execPath, own),
        () => timed(command, bare),
      );
      return [
        {
          what: 'start to the first frame, against claude -p',
          ...{ measured: first / bareFirst, limit: 1.1, unit: '×' },
          detail: `${first.toFixed(0)} ms / ${bareFirst.toFixed(0)} ms`,
        },
        {
          what: 'start to the answer, against claude -p',
          ...{ measured: answer / bareAnswer, limit: 1.1, unit: '×' },
          detail: `${answer.toFixed(0)} ms / ${bareAnswer.toFixed(0)} ms`,
        },
      ];
    } finally {
      await api.close();
      await home.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Returns the medians of two measurements, which alternate. The first of each warms up. */
async function inTurn(
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<[number, number]> {
  const times: [number, number][] = [];
  for (let round = -1; round < rounds; round += 1) {
    const pair: [number, number] = [await one(), await other()];
    times.push(...(round < 0 ? [] : [pair]));
  }
  const median = (values: readonly number[]) =>
    [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  return [median(times.map(([time]) => time)), median(times.map(([, time]) => time))];
}

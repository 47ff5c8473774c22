import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Batch } from '../../src/core/runs/run';
import { text } from '../support/api/reply';
import { ScriptedApi } from '../support/api/scriptedApi';
import { channelBed } from '../support/channels/channelBed';
import { type IsolatedHome, isolatedHome } from '../support/cli/isolatedHome';
import { RunsBed } from '../support/runs/runsBed';
import type { Benchmark } from './benchmark';

/**
 * Time of a prompt on ten files, five at a time and one after the other: the real CLI, a process for
 * each file, and an API that thinks for two seconds. The rest is the start of processes, which two
 * processors do no faster side by side.
 */

const files = Array.from({ length: 10 }, (_, index) => `file${index}.ts`);
const together = 5;
const thinkingMs = 2_000;
/** The share of a run that is not thinking may take as long as before. */
const limit = 0.6;

export const bench: Benchmark = {
  name: 'ten files at once',
  async run() {
    const api = await ScriptedApi.start();
    const home = await isolatedHome({ apiUrl: api.url, maxRetries: 0 });
    api.onPrompt('look at', async () => {
      await delay(thinkingMs);
      return text('Looked.');
    });
    try {
      // The first starts of a CLI are slower.
      await timeOf(home, files.slice(0, 1), 1);
      const atOnce = await timeOf(home, files, together);
      const oneByOne = await timeOf(home, files, 1);
      return {
        ...{ limit, unit: '×', measured: atOnce / oneByOne },
        detail: `${seconds(atOnce)} with ${together} at a time, ${seconds(oneByOne)} one after the other`,
      };
    } finally {
      await api.close();
      await home.dispose();
    }
  },
};

async function timeOf(home: IsolatedHome, names: readonly string[], atATime: number) {
  const registry = await channelBed({ home });
  const storage = join(home.root, 'runs', `${names.length}-${atATime}`);
  const bed = await RunsBed.open({ registry, storage, maxLive: together });
  try {
    const began = performance.now();
    const { id } = bed.start(home.workspace, 'look at', names, atATime);
    requireAll(await bed.over(id));
    return performance.now() - began;
  } finally {
    bed.runs.dispose();
    registry.dispose();
  }
}

function requireAll({ runs }: Batch): void {
  const failed = runs.find(({ state }) => state !== 'done');
  if (failed) {
    throw new Error(`A run did not end well: ${failed.problem ?? failed.state}`);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

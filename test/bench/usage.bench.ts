import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inParallel } from '../../src/base/inParallel';
import { UsageStore } from '../../src/cli/sessions/usage/usageStore';
import { makeSessions } from '../support/sessions/madeSessions';
import type { Benchmark } from './benchmark';
import { compare } from './interleaved';

/** Counting the usage in stored sessions, compared with the minimum work that is possible. */

const count = 1_000;
const megabytes = Number(process.env.TANDEM_BENCH_SESSIONS_MB ?? 200);
const rounds = 5;

/** Reads every byte without processing any. */
async function readBare(paths: readonly string[]): Promise<void> {
  await inParallel(paths, 8, async path => {
    const file = await open(path);
    try {
      const chunk = Buffer.allocUnsafe(1024 * 1024);
      while ((await file.read(chunk, 0, chunk.length)).bytesRead > 0);
    } finally {
      await file.close();
    }
  });
}

export const bench: Benchmark = {
  name: 'stored usage',
  async run() {
    const config = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
    const projects = join(config, 'projects');
    const cache = join(config, 'usage.json');
    let calls = 0;
    const read = async (path?: string) => {
      const { history } = await new UsageStore(path).count({
        ...{ projects, query: {}, signal: new AbortController().signal },
        onProgress: () => undefined,
      });
      if (history.conversations.length !== count || history.faults > 0) {
        throw new Error(`${history.conversations.length} of ${count} sessions were counted`);
      }
      calls = history.total.calls;
    };
    try {
      const size = (megabytes * 1e6) / count;
      const paths = await makeSessions({ folder: join(projects, '-workspace'), count, size });
      const [cold, bytes] = await compare(
        () => read(),
        () => readBare(paths),
        rounds,
      );
      await read(cache);
      const { size: kept } = await stat(cache);
      const [warm, stats] = await compare(
        () => read(cache),
        () => inParallel(paths, 8, async path => void (await stat(path))),
        rounds,
      );
      return [
        {
          what: `a cold count of ${count} sessions in ${megabytes} MB against reading the bytes`,
          measured: cold / bytes,
          limit: 16,
          unit: '×',
          detail: `${cold.toFixed(0)} / ${bytes.toFixed(0)} ms in a worker, ${calls} calls`,
        },
        {
          what: 'a warm count against stat of each file',
          measured: warm / stats,
          limit: 24,
          unit: '×',
          detail: `${warm.toFixed(0)} / ${stats.toFixed(0)} ms with ${(kept / 1e6).toFixed(1)} MB kept`,
        },
      ];
    } finally {
      await rm(config, { recursive: true, force: true });
    }
  },
};

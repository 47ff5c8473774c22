import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../src/base/log';
import type { MessageId } from '../../src/contract/ids';
import type { StoredMessage } from '../../src/core/conversation/channelRecord';
import { RecordKeeper } from '../../src/core/conversation/recordKeeper';
import { ChannelFiles, type RecordFile } from '../../src/core/registry/channelFiles';
import { writeFileAtomic } from '../../src/node/atomicFile';
import { systemClock } from '../../src/node/systemClock';
import type { Benchmark, BenchmarkResult } from './benchmark';

/**
 * The cost of the record to a prompt. The message is queued, taken from the queue and noted as on its
 * way. It must survive this process before the agent gets it (see ADR 18). The yardstick replaces a
 * file by the same bytes once, synchronized with the disk. The time of a plain write is given beside it.
 */

const rounds = 41;
const megabyte = 1024 * 1024;

/** The sync is most of the cost of a short one, and the JSON that of a large one. */
const prompts = {
  'a short prompt': { bytes: 0, limit: 0.4 },
  'a prompt with an image of 1 MB': { bytes: megabyte, limit: 1.3 },
};

export const bench: Benchmark = {
  name: 'the record of a prompt',
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
    try {
      const results: BenchmarkResult[] = [];
      for (const [what, { bytes, limit }] of Object.entries(prompts)) {
        results.push({ ...(await measure(what, bytes, folder)), limit });
      }
      return results;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measure(
  what: string,
  bytes: number,
  folder: string,
): Promise<Omit<BenchmarkResult, 'limit'>> {
  const files = new ChannelFiles(join(folder, 'storage'), systemClock, silentLog);
  const file = await files.create('/workspace');
  const keeper = keeperOf(file);
  const times = { ours: [] as number[], synced: [] as number[], plain: [] as number[] };
  const cpu: number[] = [];
  const path = join(folder, 'floor');
  for (let round = -3; round < rounds; round += 1) {
    const message = messageOf(round, bytes);
    const start = process.cpuUsage();
    const ours = await timeOf(() => record(keeper, message));
    const { user, system } = process.cpuUsage(start);
    const text = JSON.stringify({ version: 1, data: file.value });
    const synced = await timeOf(() => writeFileAtomic(path, text));
    const plain = await timeOf(() => writeFile(path, text));
    // The turn is over.
    keeper.save({ inFlight: [] });
    await keeper.flush();
    if (round >= 0) {
      times.ours.push(ours);
      times.synced.push(synced);
      times.plain.push(plain);
      cpu.push((user + system) / 1000);
    }
  }
  const [ours, synced, plain] = [median(times.ours), median(times.synced), median(times.plain)];
  file.dispose();
  return {
    what: `${what} against one synchronized write`,
    measured: ours / synced,
    unit: '×',
    detail: `${ours.toFixed(2)} / ${synced.toFixed(2)} ms, ${median(cpu).toFixed(2)} ms CPU; a plain write ${plain.toFixed(2)} ms`,
  };
}

/** Does what sending a message does with the record, up to the write to the agent. */
async function record(keeper: RecordKeeper, message: StoredMessage): Promise<void> {
  keeper.save({ queue: [message] });
  keeper.save({ queue: [] });
  keeper.save({ inFlight: [message] });
  await keeper.written();
}

function keeperOf(file: RecordFile): RecordKeeper {
  const storage = {
    save: (value: RecordFile['value']) => file.set(value),
    written: () => file.written(),
    flush: () => file.flush(),
  };
  return new RecordKeeper(file.value, storage, systemClock);
}

function messageOf(round: number, bytes: number): StoredMessage {
  const image = { name: 'a.png', mediaType: 'image/png', data: 'A'.repeat(bytes) } as const;
  return {
    id: randomUUID() as string as MessageId,
    text: `prompt ${round}`,
    images: bytes > 0 ? [image] : [],
    at: round,
    picks: {},
  };
}

async function timeOf(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

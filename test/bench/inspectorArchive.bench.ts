import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../src/base/log';
import { maskSecrets } from '../../src/base/secrets';
import { CallArchive } from '../../src/core/inspector/archive/callArchive';
import { CallLog } from '../../src/gateway/accounting/callLog';
import { maskedCall } from '../../src/gateway/accounting/maskedCall';
import { CallRecorder } from '../../src/gateway/accounting/recording';
import { systemClock } from '../../src/node/systemClock';
import { answered, epoch, events } from '../support/gateway/observedExchange';
import { recording } from '../support/inspector/recordings';
import type { Benchmark, BenchmarkResult } from './benchmark';

const talk = { id: 'channel', title: 'Talk', cwd: '/work' };
/** Calls of a small archive and of a large one, and those that a page shows at first. */
const [few, many, shown] = [50, 5_000, 50];
const rounds = 60;
const streams = 40;

/** Tools as the CLI has them, which make up most of a stored line. */
const toolNames = Array.from({ length: 60 }, (_, at) => `mcp__server__tool_with_a_name_${at}`);

/** The archive of recorded calls: how long its opening takes, and what recording costs. */
export const bench: Benchmark = {
  name: 'the archive of model calls',
  async run() {
    const root = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
    try {
      return [...(await opening(root)), await recordingCost(root)];
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  },
};

function archiveIn(folder: string): CallArchive {
  return new CallArchive({
    ...{ folder, limit: () => 500e6, clock: systemClock, log: silentLog },
    onProblem: error => {
      throw error;
    },
  });
}

async function opening(root: string): Promise<BenchmarkResult[]> {
  const folders = [few, many].map(count => join(root, String(count)));
  for (const [index, count] of [few, many].entries()) {
    const archive = archiveIn(folders[index] ?? '');
    for (let id = 1; id <= count; id += 1) {
      archive.add(talk, withTools(recording({ id, key: archive.keyOf({ id }) })));
      if (id % 500 === 0) await archive.flush();
    }
    await archive.dispose();
  }
  const first: number[][] = [[], []];
  const all: number[][] = [[], []];
  for (let round = -10; round < rounds; round += 1) {
    for (const [index, folder] of folders.entries()) {
      const archive = archiveIn(folder);
      const start = performance.now();
      const [subject] = await archive.list();
      const calls = await archive.newest(subject?.id ?? '', shown);
      const time = performance.now() - start;
      if (calls.length !== shown) throw new Error(`There are ${calls.length} calls.`);
      if (round >= 0) first[index]?.push(time);
      if (round < 0 || round >= 10) continue;
      await archive.all(talk.id);
      all[index]?.push(performance.now() - start - time);
    }
  }
  const [small = 0, large = 0] = first.map(median);
  const [, whole = 0] = all.map(median);
  return [
    {
      ...{ what: 'first rows', measured: large / small, limit: 1.3, unit: '×' },
      detail: `${shown} rows of ${many} calls in ${large.toFixed(1)} ms, of ${few} in ${small.toFixed(1)} ms`,
    },
    {
      // In slices of a frame, so that nothing waits for it.
      ...{ what: `all ${many} calls`, measured: whole, limit: 1_500, unit: 'ms' },
      detail: `${((whole / many) * 1_000).toFixed(0)} µs a call`,
    },
  ];
}

function withTools(call: ReturnType<typeof recording>) {
  const tools = toolNames.map(name => ({ name, bytes: 400 }));
  const sizes = {
    ...{ system: 9_000, messages: 100_000, tokensPerByte: 0.28, basis: 'usage' as const },
    ...{ tools: [{ server: 'server', bytes: 24_000, tools }] },
    media: { count: 0, bytes: 0, estimatedTokens: 0 },
  };
  return { ...call, inspected: { ...call.inspected, call: { ...call.inspected.call, sizes } } };
}

/** A stream of 1,000 events behind a request of 300 KB, of which the most was sent before. */
async function recordingCost(root: string): Promise<BenchmarkResult> {
  const delta = { type: 'content_block_delta', index: 0 };
  const chunk = Buffer.from(events({ ...delta, delta: { type: 'text_delta', text: 'Hello, ' } }));
  const used: Record<'on' | 'off', number[]> = { on: [], off: [] };
  for (const kind of ['off', 'on', 'off', 'on'] as const) {
    const archive = archiveIn(join(root, kind));
    const log = new CallLog({ onError: fail });
    const recorder = new CallRecorder(log, maskSecrets);
    const wanted = kind === 'on' ? log.wantBodies() : undefined;
    if (kind === 'on') {
      log.onFinished(call => {
        const key = archive.keyOf(call);
        const inspected = { key, source: 'gateway', call: maskedCall(call, maskSecrets) } as const;
        archive.add(talk, {
          version: 1,
          inspected: { ...inspected, unknown: [], hasBodies: true },
          ...recorder.take(call),
        });
      });
    }
    for (let round = 0; round < streams; round += 1) {
      const before = process.cpuUsage();
      await exchange(log, round, chunk);
      await archive.flush();
      const { user, system } = process.cpuUsage(before);
      if (round >= 5) used[kind].push((user + system) / 1_000);
    }
    wanted?.dispose();
    log.dispose();
    await archive.dispose();
  }
  const [on, off] = [median(used.on), median(used.off)];
  return {
    // A stream of that length takes 20 s and more.
    ...{ what: 'CPU of recording a stream', measured: on - off, limit: 60, unit: 'ms' },
    detail: `${on.toFixed(1)} ms of CPU with recording, ${off.toFixed(1)} ms without`,
  };
}

async function exchange(log: CallLog, round: number, chunk: Buffer): Promise<void> {
  const text = 'The quick brown fox jumps over the lazy dog. '.repeat(60);
  const messages = Array.from({ length: 100 + round }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: [{ type: 'text', text: `${at} ${text}` }],
  }));
  const body = Buffer.from(JSON.stringify({ model: 'm', stream: true, messages }));
  const headers = { 'content-type': 'text/event-stream' };
  const at = epoch + round;
  const observer = log.observe({
    id: round,
    method: 'POST',
    path: '/v1/messages',
    headers: {},
    at,
  });
  const finished = new Promise<void>(resolve => {
    const listener = log.onFinished(() => {
      listener.dispose();
      resolve();
    });
  });
  for (let from = 0; from < body.length; from += 65_536) {
    observer?.requestChunk(body.subarray(from, from + 65_536));
  }
  observer?.response(200, headers, at + 1);
  observer?.responseChunk(Buffer.from(answered({ input_tokens: 1 })), at + 1);
  for (let count = 0; count < 1_000; count += 1) observer?.responseChunk(chunk, at + 2 + count);
  observer?.end('complete', at + 2_000);
  await finished;
}

function fail(error: unknown): never {
  throw error;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

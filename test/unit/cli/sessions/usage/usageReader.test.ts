import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { silentLog } from '../../../../../src/base/log';
import type { UsageProgress } from '../../../../../src/cli/sessions/usage/messages';
import { UsageReader } from '../../../../../src/cli/sessions/usage/usageReader';
import { FakeClock } from '../../../node/fakeClock';
import { call, sessionA, UsageBed } from './usageBed';

const source = fileURLToPath(
  new URL('../../../../../src/cli/sessions/usage/usageWorker.ts', import.meta.url),
);
let programs: string;
let bed: UsageBed;
let clock: FakeClock;
let reader: UsageReader;
let warnings: string[];

beforeAll(async () => {
  programs = await mkdtemp(join(tmpdir(), 'usage-worker-'));
  await build({
    ...{ entryPoints: [source], bundle: true, platform: 'node', format: 'cjs' },
    outfile: join(programs, 'worker.cjs'),
  });
  await stop();
});
afterAll(() => rm(programs, { recursive: true }));

beforeEach(async () => {
  bed = await UsageBed.open();
  clock = new FakeClock();
  warnings = [];
  reader = open(join(programs, 'worker.cjs'));
});
afterEach(async () => {
  reader.dispose();
  await bed.dispose();
});

const open = (program: string) =>
  new UsageReader({
    ...{ program, projects: async () => bed.projects, cache: bed.cache, clock },
    log: { ...silentLog, warn: text => warnings.push(text) },
  });
const file = `-work-shop/${sessionA}.jsonl`;
const { signal } = new AbortController();

it('counts in a worker, which starts again after it was idle', async () => {
  await bed.write(file, call({ id: 'a' }));
  const progress: UsageProgress[] = [];
  const onProgress = (one: UsageProgress) => void progress.push(one);
  const first = await reader.read({ query: {}, hasEntries: true, signal, onProgress });
  expect(first.history.total.calls).toBe(1);
  expect(first.entries).toHaveLength(1);
  expect(progress[0]).toMatchObject({ allFiles: 1, bytes: 0 });
  clock.advance(2 * 60_000);
  await bed.append(file, `${call({ id: 'b' })}\n`);
  expect((await reader.read({ query: {}, signal })).history.total.calls).toBe(2);
  expect(warnings).toEqual([]);
});

it('stops when it is cancelled', async () => {
  await bed.write(file, ...Array.from({ length: 5_000 }, (_, at) => call({ id: `m${at}` })));
  const abort = new AbortController();
  const onProgress = () => abort.abort();
  const reading = reader.read({ query: {}, signal: abort.signal, onProgress });
  await expect(reading).rejects.toMatchObject({ code: 'usage.failed' });
  expect((await reader.read({ query: {}, signal })).history.total.calls).toBe(5_000);
});

it('says why it failed, and logs it', async () => {
  reader.dispose();
  reader = open(join(programs, 'missing.cjs'));
  await expect(reader.read({ query: {}, signal })).rejects.toMatchObject({ code: 'usage.failed' });
  expect(warnings).toHaveLength(1);
});

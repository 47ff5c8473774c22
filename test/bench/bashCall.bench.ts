import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ChannelId, ToolCallId } from '../../src/contract/ids';
import type { ToolUse } from '../../src/protocol/agentSource';
import { TrackedEdits } from '../support/trackedEdits';
import type { Benchmark, BenchmarkResult } from './benchmark';
import { commitAll } from './commitAll';

/**
 * Time that tracking adds to a Bash call: what the agent waits in the hooks before and after it, in
 * work trees that have been read. Compared with one `git status` there, and given beside the same
 * call without tracking. Leaves out the messages of the hooks themselves.
 */

const sizes = [5_000, 100_000];
const changed = 10;
const rounds = 11;
const filesPerFolder = 100;
const channel = 'c0ffee' as ChannelId;

const run = promisify(execFile);

interface Call {
  /** Milliseconds of the command alone. */
  readonly bare: number;
  readonly before: number;
  readonly after: number;
  /** Milliseconds of CPU time of this process, without those of git. */
  readonly own: number;
  readonly status: number;
}

export const bench: Benchmark = {
  name: 'a Bash call with its changes tracked',
  async run() {
    const results: BenchmarkResult[] = [];
    for (const size of sizes) {
      results.push(...(await inWorkTree(size, measure)));
    }
    return results;
  },
};

async function inWorkTree<T>(
  size: number,
  work: (root: string, storage: string, size: number) => Promise<T>,
): Promise<T> {
  const top = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  const root = join(top, 'work');
  try {
    await writeTree(root, size);
    commitAll(root);
    return await work(root, join(top, 'storage'), size);
  } finally {
    await rm(top, { recursive: true, force: true });
  }
}

async function writeTree(root: string, size: number): Promise<void> {
  for (let start = 0; start < size; start += filesPerFolder) {
    const folder = join(root, `folder${start / filesPerFolder}`);
    await mkdir(folder, { recursive: true });
    const names = Array.from({ length: filesPerFolder }, (_, at) => `file${at}.txt`);
    await Promise.all(names.map(name => writeFile(join(folder, name), `${start} ${name}\n`)));
  }
}

async function measure(root: string, storage: string, size: number): Promise<BenchmarkResult[]> {
  const tracked = new TrackedEdits(storage, { watchLimits: { passTime: 60_000 } });
  try {
    tracked.tracker.attach({ id: channel, cwd: root, title: () => 'A conversation' });
    const nothing: Call[] = [];
    const something: Call[] = [];
    // The first rounds read the work tree.
    for (let round = -2; round < rounds; round += 1) {
      const [none, some] = [
        await call(tracked, root, `none${round}`, 0),
        await call(tracked, root, `some${round}`, changed),
      ];
      if (round >= 0) {
        nothing.push(none);
        something.push(some);
      }
    }
    return [resultOf(nothing, size, 0), resultOf(something, size, changed)];
  } finally {
    tracked.dispose();
  }
}

async function call(
  { tracker }: TrackedEdits,
  root: string,
  id: string,
  count: number,
): Promise<Call> {
  const bare = await timeOf(() => change(root, `bare ${id}`, 0));
  const toolId = id as ToolCallId;
  const use: ToolUse = {
    ...{ toolId, tool: 'Bash', input: {}, cwd: root, edits: [], reads: [] },
    command: { isBackground: false },
    isSubagent: false,
  };
  const start = process.cpuUsage();
  const before = await timeOf(() => tracker.before(channel, use));
  await change(root, id, count);
  const after = await timeOf(async () => {
    const { updates, note } = await tracker.after(channel, use, {
      kind: 'succeeded',
      response: {},
    });
    if (note !== undefined || updates.length !== count) {
      throw new Error(note ?? `${updates.length} files were found`);
    }
  });
  const { user, system } = process.cpuUsage(start);
  // Meanwhile, the index takes over what was found, as it does while the agent thinks.
  const status = await timeOf(() => run('git', ['status', '--porcelain'], { cwd: root }));
  return { bare, before, after, own: (user + system) / 1000, status };
}

/** Runs a command that writes to this many files. */
async function change(root: string, text: string, count: number): Promise<void> {
  const files = Array.from({ length: count }, (_, at) => `folder${at}/file${at}.txt`);
  const script = 'text=$1; shift; for file; do echo "$text" > "$file"; done';
  await run('sh', ['-c', script, 'sh', text, ...files], { cwd: root });
}

function resultOf(calls: readonly Call[], size: number, count: number): BenchmarkResult {
  const of = (part: (one: Call) => number) => median(calls.map(part));
  const added = of(({ before, after }) => before + after);
  const [bare, status] = [of(one => one.bare), of(one => one.status)];
  const parts = `${of(one => one.before).toFixed(1)} before, ${of(one => one.after).toFixed(1)} after`;
  return {
    what: `added by tracking in ${size} files, ${count} of them changed, against git status`,
    measured: added / status,
    // The contents of changed files are stored, whatever the size of the work tree.
    limit: count === 0 ? 3 : 5,
    unit: '×',
    detail: `${added.toFixed(1)} ms (${parts}) / ${status.toFixed(1)} ms, ${of(one => one.own).toFixed(1)} ms own CPU; the call alone ${bare.toFixed(1)} ms`,
  };
}

async function timeOf(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

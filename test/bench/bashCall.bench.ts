import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silentLog } from '../../src/base/log';
import type { ChannelId, ToolCallId } from '../../src/contract/ids';
import { WorkspaceWatch } from '../../src/core/edits/workspace/workspaceWatch';
import { systemClock } from '../../src/node/systemClock';
import type { ToolUse } from '../../src/protocol/agentSource';
import { TrackedEdits } from '../support/trackedEdits';
import type { Benchmark, BenchmarkResult } from './benchmark';
import { type CpuTimes, cpuTimesOf } from './childTime';
import { commitAll } from './commitAll';
import { longestBlockOf, type TaskTimes, timesOf } from './threadTime';

/**
 * Time that tracking adds to a Bash call: what the agent waits in the hooks before and after it, in
 * work trees that have been read. Compared with one `git status` there, and given beside the same
 * call without tracking. Leaves out the messages of the hooks themselves. And the first reading of
 * a work tree, which is compared with `git status`, too.
 */

const sizes = [5_000, 20_000, 100_000];
const changed = 10;
const rounds = 9;
const readings = 3;
const filesPerFolder = 100;
/** In fewer files, git takes little more CPU than a tick of the kernel's clock. */
const fewestForCpu = 20_000;
const channel = 'c0ffee' as ChannelId;

const run = promisify(execFile);

interface Call {
  /** Milliseconds of the command alone. */
  readonly bare: number;
  readonly before: number;
  readonly after: number;
  readonly status: number;
  /** CPU time of the call and of `git status`. */
  readonly cpu: CpuTimes;
  readonly statusCpu: number;
}

export const bench: Benchmark = {
  name: 'a Bash call with its changes tracked',
  async run() {
    const results: BenchmarkResult[] = [];
    for (const size of sizes) {
      const inTree = async (root: string, storage: string) => [
        ...(size < fewestForCpu ? [] : await measureReading(root, storage, size)),
        ...(await measure(root, storage, size)),
      ];
      results.push(...(await inWorkTree(size, inTree)));
    }
    return results;
  },
};

async function inWorkTree<T>(
  size: number,
  work: (root: string, storage: string) => Promise<T>,
): Promise<T> {
  const top = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  const root = join(top, 'work');
  try {
    await writeTree(root, size);
    commitAll(root);
    execFileSync('git', ['gc', '-q'], { cwd: root });
    return await work(root, join(top, 'storage'));
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
    return [
      ...resultsOf(nothing, nothing, size, 0),
      ...resultsOf(something, nothing, size, changed),
    ];
  } finally {
    tracked.dispose();
  }
}

async function measureReading(
  root: string,
  storage: string,
  size: number,
): Promise<BenchmarkResult[]> {
  const all: { reading: TaskTimes; cpu: CpuTimes; status: number; statusCpu: number }[] = [];
  const blocks: number[] = [];
  const watchIn = (folder: string) =>
    new WorkspaceWatch({ folder, clock: systemClock, log: silentLog });
  // The first round warms up the compiler.
  for (let round = -1; round < readings; round += 1) {
    const watch = watchIn(join(storage, `reading${round}`));
    const other = watchIn(join(storage, `blocks${round}`));
    try {
      let reading: TaskTimes | undefined;
      const cpu = await cpuTimesOf(async () => {
        reading = await timesOf(() => watch.warmUp(root));
      });
      let status = 0;
      const { children: statusCpu } = await cpuTimesOf(async () => {
        status = await timeOf(() => statusOf(root));
      });
      const block = await longestBlockOf(() => other.warmUp(root));
      if (round >= 0 && reading) {
        all.push({ reading, cpu, status, statusCpu });
        blocks.push(block);
      }
    } finally {
      watch.dispose();
      other.dispose();
    }
  }
  const of = (part: (one: (typeof all)[number]) => number) => median(all.map(part));
  const statusCpu = of(one => one.statusCpu);
  const [git, own] = [of(one => one.cpu.children), of(one => one.cpu.own)];
  const [wall, status] = [of(one => one.reading.wall), of(one => one.status)];
  return [
    {
      what: `git's CPU for the first reading of ${size} files against git status`,
      measured: git / statusCpu,
      limit: 2.5,
      unit: '×',
      detail: `${git.toFixed(0)} / ${statusCpu.toFixed(0)} ms`,
    },
    {
      what: `all CPU for the first reading of ${size} files against git status`,
      measured: (git + own) / statusCpu,
      // The compiler and the starts of processes take the same time in a smaller tree.
      limit: size < 100_000 ? 8 : 4,
      unit: '×',
      detail: `${git.toFixed(0)} ms of git, ${own.toFixed(0)} ms own / ${statusCpu.toFixed(0)} ms; ${wall.toFixed(0)} / ${status.toFixed(0)} ms wall`,
    },
    {
      what: `longest block of the first reading of ${size} files`,
      measured: median(blocks),
      limit: 16,
      unit: 'ms',
      detail: `${of(one => one.reading.thread).toFixed(0)} ms of the host's thread`,
    },
  ];
}

function statusOf(root: string): Promise<unknown> {
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' };
  return run('git', ['status', '--porcelain'], { cwd: root, env });
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
  let [before, after, status] = [0, 0, 0];
  const begun = await cpuTimesOf(async () => {
    before = await timeOf(() => tracker.before(channel, use));
  });
  await change(root, id, count);
  const ended = await cpuTimesOf(async () => {
    after = await timeOf(async () => {
      const { updates, note } = await tracker.after(channel, use, {
        kind: 'succeeded',
        response: {},
      });
      if (note !== undefined || updates.length !== count) {
        throw new Error(note ?? `${updates.length} files were found`);
      }
    });
  });
  // Meanwhile, the index takes over what was found, as it does while the agent thinks.
  const { children: statusCpu } = await cpuTimesOf(async () => {
    status = await timeOf(() => statusOf(root));
  });
  const cpu = { own: begun.own + ended.own, children: begun.children + ended.children };
  return { bare, before, after, status, cpu, statusCpu };
}

/** Runs a command that writes to this many files. */
async function change(root: string, text: string, count: number): Promise<void> {
  const files = Array.from({ length: count }, (_, at) => `folder${at}/file${at}.txt`);
  const script = 'text=$1; shift; for file; do echo "$text" > "$file"; done';
  await run('sh', ['-c', script, 'sh', text, ...files], { cwd: root });
}

/** @param idle calls that change nothing, after which git has nothing else to do beside its status */
function resultsOf(
  calls: readonly Call[],
  idle: readonly Call[],
  size: number,
  count: number,
): BenchmarkResult[] {
  const of = (part: (one: Call) => number) => median(calls.map(part));
  const added = of(({ before, after }) => before + after);
  const [bare, status] = [of(one => one.bare), of(one => one.status)];
  const parts = `${of(one => one.before).toFixed(1)} before, ${of(one => one.after).toFixed(1)} after`;
  const [git, statusCpu] = [mean(calls, one => one.cpu.children), mean(idle, one => one.statusCpu)];
  const what = `added by tracking in ${size} files, ${count} of them changed, against git status`;
  const cpu: BenchmarkResult = {
    // Without a cache of git's that is safe, each of the two passes looks at every file.
    what: `git's CPU of both passes in ${size} files, ${count} of them changed, against two git status`,
    measured: git / (2 * statusCpu),
    limit: count === 0 ? 1.1 : 1.3,
    unit: '×',
    detail: `${git.toFixed(0)} / ${statusCpu.toFixed(0)} ms; ${of(one => one.cpu.own).toFixed(0)} ms own`,
  };
  return [
    {
      what,
      measured: added / status,
      // The contents of changed files are stored, whatever the size of the work tree.
      limit: count === 0 ? 3 : 5,
      unit: '×',
      detail: `${added.toFixed(1)} ms (${parts}) / ${status.toFixed(1)} ms; the call alone ${bare.toFixed(1)} ms`,
    },
    ...(size < fewestForCpu ? [] : [cpu]),
  ];
}

/** Milliseconds of the kernel's ticks: their median would be too coarse. */
function mean(calls: readonly Call[], part: (one: Call) => number): number {
  return calls.reduce((sum, one) => sum + part(one), 0) / calls.length;
}

async function timeOf(task: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

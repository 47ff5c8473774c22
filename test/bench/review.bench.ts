import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ChannelId, ToolCallId } from '../../src/contract/ids';
import { findHunks } from '../../src/core/edits/text/hunks';
import { toLines } from '../../src/core/edits/text/lines';
import type { ToolUse } from '../../src/protocol/agentSource';
import { TrackedEdits } from '../support/trackedEdits';
import type { Benchmark, BenchmarkResult } from './benchmark';

/** Text comparison against other programs, and the cost of tracking an agent's edits. */

const rounds = 15;
const edits = 1_000;
/** Number of first and last edits that are reported separately. */
const part = 200;

const run = promisify(execFile);

const linesOf = (count: number) =>
  Array.from(
    { length: count },
    (_, line) => `  const value${line % 97} = compute(input, ${line});\n`,
  );

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function timeOf(task: () => unknown): Promise<number> {
  const start = performance.now();
  await task();
  return performance.now() - start;
}

/** Interleaves both, so that a slow phase of the machine affects them alike. */
async function compare(one: () => unknown, other: () => unknown): Promise<[number, number]> {
  const times: [number, number][] = [];
  for (let round = -2; round < rounds; round += 1) {
    const pair: [number, number] = [await timeOf(one), await timeOf(other)];
    times.push(...(round < 0 ? [] : [pair]));
  }
  return [median(times.map(([time]) => time)), median(times.map(([, time]) => time))];
}

function cutting(): Promise<[number, number]> {
  const text = linesOf(100_000).join('');
  return compare(
    () => toLines(text),
    () => text.split('\n'),
  );
}

async function comparing(folder: string): Promise<BenchmarkResult> {
  const older = linesOf(10_000);
  const newer = older.map((line, at) => (at % 50 === 25 ? `changed ${line}` : line));
  const [one, other] = [older.join(''), newer.join('')];
  await writeFile(join(folder, 'a'), one);
  await writeFile(join(folder, 'b'), other);
  const git = ['diff', '--no-index', '--no-ext-diff', 'a', 'b'];
  // The command exits with 1 if the files differ.
  const shell = (times: number) =>
    run('sh', ['-c', `for i in $(seq ${times}); do git ${git.join(' ')} >patch; done; times`], {
      cwd: folder,
    });
  const start = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) {
    findHunks(toLines(one), toLines(other));
  }
  const { user, system } = process.cpuUsage(start);
  const { stdout } = await shell(rounds);
  const [, children = ''] = stdout.split('\n');
  const gitCpu = [...children.matchAll(/([\d.]+)s/g)].reduce((sum, [, s]) => sum + Number(s), 0);
  const [ours, theirs] = await compare(
    () => findHunks(toLines(one), toLines(other)),
    () => run('git', git, { cwd: folder }).catch((error: { code?: unknown }) => error.code),
  );
  const cpu = `${((user + system) / 1000 / rounds).toFixed(0)} / ${((gitCpu * 1000) / rounds).toFixed(0)} ms CPU`;
  return {
    what: '200 hunks of 10,000 lines against git diff --no-index',
    measured: ours / theirs,
    limit: 2.5,
    unit: '×',
    detail: `${ours.toFixed(1)} / ${theirs.toFixed(1)} ms, ${cpu}`,
  };
}

/** Returns the milliseconds that the agent waited at each edit. */
async function follow(tracked: TrackedEdits, folder: string): Promise<number[]> {
  const channel = 'c0ffee' as ChannelId;
  const path = join(folder, 'file.ts');
  const lines = linesOf(1_000);
  await writeFile(path, lines.join(''));
  tracked.tracker.attach({ id: channel, cwd: folder, title: () => 'A conversation' });
  const times: number[] = [];
  for (let edit = 0; edit < edits; edit += 1) {
    const use: ToolUse = {
      toolId: `tool ${edit}` as ToolCallId,
      tool: 'Edit',
      input: {},
      cwd: folder,
      edits: [path],
      reads: [path],
      isSubagent: false,
    };
    const before = await timeOf(() => tracked.tracker.before(channel, use));
    lines[(edit * 37) % lines.length] = `  const edited = ${edit};\n`;
    await writeFile(path, lines.join(''));
    const after = await timeOf(() =>
      tracked.tracker.after(channel, use, { kind: 'succeeded', response: {} }),
    );
    times.push(before + after);
  }
  const review = await tracked.reviews.open(folder, channel);
  await review.flush();
  return times;
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    size += entry.isFile() ? (await stat(join(entry.parentPath, entry.name))).size : 0;
  }
  return size;
}

async function tracking(folder: string): Promise<BenchmarkResult[]> {
  const storage = join(folder, 'storage');
  const tracked = new TrackedEdits(storage);
  try {
    const times = await follow(tracked, folder);
    const [first, last] = [times.slice(0, part), times.slice(-part)];
    const store = await sizeOf(join(storage, 'baselines'));
    const record = await sizeOf(join(storage, 'reviews'));
    const whole = edits * linesOf(1_000).join('').length;
    const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`;
    return [
      {
        what: `an edit of 1,000 lines, median of ${part}`,
        measured: median(first),
        limit: 50,
        unit: 'ms',
        detail: `worst ${Math.max(...first).toFixed(0)} ms`,
      },
      {
        what: `the last ${part} of ${edits} edits against the first`,
        measured: median(last) / median(first),
        limit: 2,
        unit: '×',
        detail: `${median(last).toFixed(1)} / ${median(first).toFixed(1)} ms, worst ${Math.max(...last).toFixed(0)} ms`,
      },
      {
        what: `storage of ${edits} edits against a plain copy each`,
        measured: (store + record) / whole,
        limit: 0.4,
        unit: '×',
        detail: `contents ${kilobytes(store)}, record ${kilobytes(record)}, copies ${kilobytes(whole)}`,
      },
    ];
  } finally {
    tracked.dispose();
  }
}

export const bench: Benchmark = {
  name: "review of the agent's edits",
  async run() {
    const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
    try {
      const [cut, split] = await cutting();
      return [
        {
          what: 'splitting 100,000 lines with their line endings against String.split',
          measured: cut / split,
          limit: 8,
          unit: '×',
          detail: `${cut.toFixed(1)} / ${split.toFixed(1)} ms`,
        },
        await comparing(folder),
        ...(await tracking(folder)),
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

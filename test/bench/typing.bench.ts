import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { silentLog } from '../../src/base/log';
import type { ChannelId, ToolCallId } from '../../src/contract/ids';
import { ChangeList } from '../../src/core/edits/review/changeList';
import { FileViewer } from '../../src/core/edits/review/fileView';
import { FilesOnDisk, type ReviewedFiles } from '../../src/core/edits/review/reviewedFiles';
import { toLines } from '../../src/core/edits/text/lines';
import { DrawnRows } from '../../src/host/drawnRows';
import { neutralRow } from '../../src/host/nativeText/rows';
import {
  type ChangeNode,
  ChangeNodes,
  fileKey,
  hunkKey,
  partsOf,
} from '../../src/host/review/changeNodes';
import { hunkTexts } from '../../src/host/review/hunkTexts';
import type { ToolUse } from '../../src/protocol/agentSource';
import { TrackedEdits } from '../support/trackedEdits';
import type { Benchmark, BenchmarkResult } from './benchmark';

/**
 * Typing and saving in a file of 5,000 lines whose changes wait for a decision, in CPU time. Each
 * key restarts a timer; the work follows when the keys rest, so that a slow typist causes it with
 * each key. Without changes in the file, nothing follows. Leaves out what VS Code itself does: its
 * events, the comparison for the gutter, and drawing lenses and rows.
 */

const lineCount = 5_000;
const fewHunks = 10;
const manyHunks = 200;
const otherFiles = 100;
const otherHunks = 20;
const keys = 50_000;
const rounds = 25;
const channel = 'c0ffee' as ChannelId;

export const bench: Benchmark = {
  name: `typing and saving in ${lineCount} lines under review`,
  async run() {
    const none = await underReview(0, 0, measure);
    const few = await underReview(fewHunks, 0, measure);
    const many = await underReview(manyHunks, 0, measure);
    const crowded = await underReview(fewHunks, otherFiles, measure);
    const text = linesOf(lineCount, 'split').join('');
    const split = await perRound(() => toLines(text).length + toLines(text).length);
    return [
      {
        what: `a key while typing, ${manyHunks} hunks in the file against no change in it`,
        measured: many.key / none.key,
        limit: 100,
        unit: '×',
        detail: `${many.key.toFixed(2)} / ${none.key.toFixed(2)} µs; ${few.key.toFixed(2)} µs with ${fewHunks} hunks`,
      },
      ratio(
        `a rest after a key with ${fewHunks} hunks against splitting the text twice`,
        few,
        { pause: split },
        25,
      ),
      ratio(`a rest after a key with ${manyHunks} hunks against ${fewHunks}`, many, few, 2.5),
      ratio(`a rest after a key with ${otherFiles} other files against none`, crowded, few, 2.5),
      {
        what: `a save with ${manyHunks} hunks against a rest after a key`,
        measured: many.save / many.pause,
        limit: 1.5,
        unit: '×',
        detail: `${many.save.toFixed(0)} / ${many.pause.toFixed(0)} µs; without changes in the file ${none.save.toFixed(0)} µs`,
      },
    ];
  },
};

/** Microseconds of CPU time. */
interface Costs {
  readonly key: number;
  /** The work when the keys rest. */
  readonly pause: number;
  readonly save: number;
  /** Milliseconds of the longest step of both. */
  readonly step: number;
}

interface Bed {
  readonly list: ChangeList;
  readonly path: string;
  /** Types into the editor; the file on disk stays as it is. */
  type(round: number): void;
  save(): Promise<void>;
}

async function measure({ list, path, type, save }: Bed): Promise<Costs> {
  const key = await cpuOf(() => pressKeys(list, path));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let round = 0;
  const settle = async () => {
    // As after an event: files that do not matter are not looked at.
    if (list.follows(path)) {
      list.refresh([path]);
      await list.settled();
    }
  };
  const pause = await perRound(async () => {
    round += 1;
    type(round);
    await settle();
  });
  await save();
  const saved = await perRound(settle);
  delay.disable();
  return { key: key / keys, pause, save: saved, step: delay.max / 1e6 };
}

/** Does for each key what the host's listener does. */
function pressKeys(list: ChangeList, path: string): void {
  let timer: NodeJS.Timeout | undefined;
  for (let key = 0; key < keys; key += 1) {
    if (list.follows(path)) {
      clearTimeout(timer);
      timer = setTimeout(() => list.refresh([path]), 150);
    }
  }
  clearTimeout(timer);
}

/** Builds a window's review: the list, what keeps up with it, and an editor with the file. */
async function underReview<T>(
  hunks: number,
  others: number,
  work: (bed: Bed) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  const tracked = new TrackedEdits(join(folder, 'storage'));
  const path = join(folder, 'file.ts');
  let typed: Uint8Array | undefined;
  const disk = new FilesOnDisk(() => [folder]);
  const files: ReviewedFiles = {
    read: async file => {
      const present = await disk.read(file);
      const isTyped = file.path === path && typed !== undefined;
      return isTyped ? { ...present, bytes: typed, isUnsaved: true } : present;
    },
    write: (...write) => disk.write(...write),
  };
  try {
    tracked.tracker.attach({ id: channel, cwd: folder, title: () => 'A conversation' });
    const lines = await edit(tracked, path, lineCount, hunks);
    for (let other = 0; other < others; other += 1) {
      await edit(tracked, join(folder, `other${other}.ts`), lineCount / 10, otherHunks);
    }
    const list = new ChangeList(
      tracked.reviews,
      new FileViewer(tracked.contents),
      files,
      silentLog,
    );
    followWithRows(list);
    await list.settled();
    const type = (round: number) => {
      const now = lines.with(lineCount / 2 + 3, `  const typed = ${round};\n`);
      typed = Buffer.from(now.join(''));
    };
    const save = async () => {
      await writeFile(path, typed ?? '');
      typed = undefined;
    };
    const result = await work({ list, path, type, save });
    list.dispose();
    return result;
  } finally {
    tracked.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Lets the agent change this many places of a new file; returns its lines. */
async function edit(
  { tracker }: TrackedEdits,
  path: string,
  count: number,
  hunks: number,
): Promise<readonly string[]> {
  const lines = linesOf(count, 'before');
  await writeFile(path, lines.join(''));
  const use: ToolUse = {
    ...{ toolId: path as ToolCallId, tool: 'Edit', input: {}, cwd: path },
    ...{ edits: [path], reads: [path], isSubagent: false },
  };
  await tracker.before(channel, use);
  for (let hunk = 0; hunk < hunks; hunk += 1) {
    lines[Math.floor((hunk * count) / hunks) + 1] = `  const edited = ${hunk};\n`;
  }
  await writeFile(path, lines.join(''));
  await tracker.after(channel, use, { kind: 'succeeded', response: {} });
  return lines;
}

/** Keeps the rows of the tree of changes up to date, as texts. */
function followWithRows(list: ChangeList): void {
  const nodes = new ChangeNodes();
  const drawn = new DrawnRows<ChangeNode>();
  list.onChanged(() => {
    nodes.update(list.all);
    const rows = nodes.all.map(element => ({
      element,
      item: () => itemOf(element),
      madeOf: partsOf(element),
      children: nodes.childrenOf(element),
    }));
    drawn.update(nodes.childrenOf(), rows);
  });
}

function itemOf(node: ChangeNode): object {
  switch (node.kind) {
    case 'conversation':
      return { id: node.channel.record.channelId };
    case 'file':
      return { ...neutralRow({ label: node.view.review.path }), id: fileKey(node.view) };
    case 'hunk':
      return {
        ...neutralRow(hunkTexts(node.view, node.hunk)),
        id: hunkKey(node.view, node.hunk),
      };
  }
}

function linesOf(count: number, name: string): string[] {
  return Array.from({ length: count }, (_, line) => `  const ${name}${line} = compute(${line});\n`);
}

/** Returns microseconds of CPU time of this process. */
async function cpuOf(task: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Returns the median of the rounds, after some that warm up the compiler. */
async function perRound(task: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = -10; round < rounds; round += 1) {
    const time = await cpuOf(task);
    times.push(...(round < 0 ? [] : [time]));
  }
  return times.sort((a, b) => a - b)[rounds >> 1] ?? Number.NaN;
}

function ratio(
  what: string,
  large: Pick<Costs, 'pause' | 'step'>,
  small: Pick<Costs, 'pause'>,
  limit: number,
): BenchmarkResult {
  const detail = `${large.pause.toFixed(0)} / ${small.pause.toFixed(0)} µs, longest step ${large.step.toFixed(0)} ms`;
  return { what, measured: large.pause / small.pause, limit, unit: '×', detail };
}

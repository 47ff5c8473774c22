import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { silentLog } from '../../src/base/log';
import type { Conversation } from '../../src/contract/conversation';
import type { ConversationEvent } from '../../src/contract/events';
import type { ToolCallId } from '../../src/contract/ids';
import type { FileWorker } from '../../src/core/edits/bulk/fileWorker';
import { WorkspaceWatch } from '../../src/core/edits/workspace/workspaceWatch';
import { systemClock } from '../../src/node/systemClock';
import { emptyConversation } from '../../src/transcript/emptyConversation';
import { fold } from '../../src/transcript/fold';
import { startFileWorker } from '../support/filesWorker';
import type { Benchmark, BenchmarkResult } from './benchmark';
import { inRepository, stagesOf, timeOfAdding, timeOfWritingTwice } from './changedFiles';
import { median } from './pipedCpu';
import { longestBlockOf, type TaskTimes, timesOf } from './threadTime';

/** Work that could grow with the square of its size, and processes that prompts start. */

const [few, many, most] = [100, 1_000, 10_000];
const rounds = 3;
const [shortTurn, longTurn] = [200, 2_000];

/** Counts processes started by a prompt in a work tree that has been read. */
function forksOfPrompt(): Promise<number> {
  return inRepository(many, async (root, folder) => {
    const watch = new WorkspaceWatch({ folder, clock: systemClock, log: silentLog });
    let forks = 0;
    const count = () => {
      forks += 1;
    };
    try {
      await watch.warmUp(root);
      subscribe('child_process', count);
      await watch.warmUp(root);
      return forks;
    } finally {
      unsubscribe('child_process', count);
      watch.dispose();
    }
  });
}

/** Returns CPU ms per call of folding a turn with this many calls. */
async function perCall(count: number): Promise<number> {
  const events = Array.from({ length: count }, (_, index): ConversationEvent[] =>
    (['running', 'done'] as const).map(status => ({
      type: 'tool.updated',
      at: 1,
      call: {
        id: `call${index}` as ToolCallId,
        tool: 'Read',
        family: 'read',
        title: 'Read',
        status,
        locations: [],
        content: [],
      },
    })),
  ).flat();
  let conversation: Conversation = emptyConversation;
  const start = process.cpuUsage();
  for (let round = 0; round < longTurn / count; round += 1) {
    conversation = emptyConversation;
    for (const event of events) {
      conversation = fold(conversation, event);
    }
  }
  const { user, system } = process.cpuUsage(start);
  const isWhole = conversation.open?.items.length === count;
  return (user + system) / 1000 / longTurn + (isWhole ? 0 : Number.NaN);
}

/** Results of what a command has changed in many files, and of undoing that. */
async function ofManyFiles(worker: FileWorker): Promise<BenchmarkResult[]> {
  // The first round warms up the compiler.
  await stagesOf(few, worker, timesOf);
  const small = await stagesOf(few, worker, timesOf);
  const large = [];
  const blocks = [];
  const [adding, writing]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    large.push(await stagesOf(many, worker, timesOf));
    blocks.push(await stagesOf(many, worker, longestBlockOf));
    adding.push(await timeOfAdding(many));
    writing.push(await timeOfWritingTwice(many));
  }
  const largest = await stagesOf(most, worker, timesOf);
  const [commands, undos] = [large.map(one => one.command), large.map(one => one.undo)];
  const cpu = (times: readonly TaskTimes[]) => median(times.map(one => one.cpu)) / many;
  const changed = `${many} files changed by a command`;
  return [
    ofThread(`${changed}: the host's thread`, commands, 100),
    longest(
      changed,
      blocks.map(one => one.command),
      16,
    ),
    against(`${changed} against git add`, commands, adding, 3),
    ofThread(`${many} files undone: the host's thread`, undos, 150),
    longest(
      `${many} files undone`,
      blocks.map(one => one.undo),
      24,
    ),
    against(`${many} files undone against writing them twice, durably`, undos, writing, 2),
    ratio(`a file changed with ${many} against ${few}`, cpu(commands), small.command.cpu / few),
    ratio(`a file undone with ${many} against ${few}`, cpu(undos), small.undo.cpu / few),
    ratio(`a file changed with ${most} against ${many}`, largest.command.cpu / most, cpu(commands)),
    ratio(`a file undone with ${most} against ${many}`, largest.undo.cpu / most, cpu(undos)),
  ];
}

function ofThread(what: string, times: readonly TaskTimes[], limit: number): BenchmarkResult {
  const values = times.map(one => one.thread);
  const detail = `${spread(values)}; ${spread(times.map(one => one.cpu))} with other threads`;
  return { what, measured: median(values), limit, unit: 'ms', detail };
}

function longest(what: string, values: readonly number[], limit: number): BenchmarkResult {
  const detail = spread(values);
  return { what: `${what}: longest block`, measured: median(values), limit, unit: 'ms', detail };
}

function against(
  what: string,
  times: readonly TaskTimes[],
  yardstick: readonly number[],
  limit: number,
): BenchmarkResult {
  const walls = times.map(one => one.wall);
  const measured = median(walls) / median(yardstick);
  return { what, measured, limit, unit: '×', detail: `${spread(walls)} / ${spread(yardstick)}` };
}

function spread(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)} ms`;
}

function ratio(what: string, large: number, small: number, limit = 1.5): BenchmarkResult {
  const detail = `${(large * 1000).toFixed(0)} / ${(small * 1000).toFixed(0)} µs CPU each`;
  return { what, measured: large / small, limit, unit: '×', detail };
}

export const bench: Benchmark = {
  name: 'many files, many calls, and prompts',
  async run() {
    const forks = await forksOfPrompt();
    const { worker, stop } = await startFileWorker();
    const files = await ofManyFiles(worker).finally(stop);
    await perCall(shortTurn);
    const [short, long] = [await perCall(shortTurn), await perCall(longTurn)];
    return [
      {
        what: 'a prompt in a work tree that has been read',
        measured: forks,
        limit: 0,
        unit: 'processes',
        detail: '',
      },
      ...files,
      ratio(`a call folded into a turn of ${longTurn} against ${shortTurn}`, long, short, 4),
    ];
  },
};

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../src/base/log';
import type { Conversation } from '../../src/contract/conversation';
import type { ConversationEvent } from '../../src/contract/events';
import type { ChannelId, ToolCallId } from '../../src/contract/ids';
import { ChangeList } from '../../src/core/edits/review/changeList';
import { Decisions } from '../../src/core/edits/review/decisions';
import { FileViewer } from '../../src/core/edits/review/fileView';
import { FilesOnDisk } from '../../src/core/edits/review/reviewedFiles';
import { WorkspaceWatch } from '../../src/core/edits/workspace/workspaceWatch';
import { systemClock } from '../../src/node/systemClock';
import type { ToolUse } from '../../src/protocol/agentSource';
import { emptyConversation } from '../../src/transcript/emptyConversation';
import { fold } from '../../src/transcript/fold';
import { TrackedEdits } from '../support/trackedEdits';
import type { Benchmark, BenchmarkResult } from './benchmark';
import { commitAll } from './commitAll';

/** Work that could grow with the square of its size, and processes that prompts start. */

const [few, many] = [100, 1_000];
const [shortTurn, longTurn] = [200, 2_000];
const channel = 'c0ffee' as ChannelId;

/** Returns milliseconds of CPU time of this process. */
async function cpuOf(task: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function inRepository<T>(work: (root: string, storage: string) => Promise<T>): Promise<T> {
  const top = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  const root = join(top, 'work');
  try {
    await mkdir(root);
    await writeAll(root, many, 'before');
    commitAll(root);
    return await work(root, join(top, 'storage'));
  } finally {
    await rm(top, { recursive: true, force: true });
  }
}

async function writeAll(root: string, count: number, text: string): Promise<void> {
  for (let file = 0; file < count; file += 1) {
    await writeFile(join(root, `file${file}.txt`), `${text} ${file}\n`.repeat(20));
  }
}

/** Returns CPU ms per file of a command that changes files, with its review, and of Undo All. */
function perFile(count: number): Promise<{ command: number; undo: number }> {
  return inRepository(async (root, storage) => {
    const tracked = new TrackedEdits(storage, { watchLimits: { passTime: 60_000 } });
    const { contents, reviews, saved, tracker } = tracked;
    const viewer = new FileViewer(contents);
    const files = new FilesOnDisk(() => [root]);
    const list = new ChangeList(reviews, viewer, files, silentLog);
    const ui = { confirm: async () => undefined, resolve: async () => false };
    const options = { contents, files, viewer, ui, saved, clock: systemClock };
    const use: ToolUse = {
      toolId: 'tool' as ToolCallId,
      tool: 'Bash',
      input: {},
      cwd: root,
      edits: [],
      reads: [],
      command: { isBackground: false },
      isSubagent: false,
    };
    try {
      tracker.attach({ id: channel, cwd: root, title: () => 'A conversation' });
      await tracker.before(channel, use);
      await writeAll(root, count, 'after');
      const command = await cpuOf(async () => {
        await tracker.after(channel, use, { kind: 'succeeded', response: {} });
        await list.settled();
      });
      const undo = await cpuOf(async () => {
        await new Decisions(options).undoFiles('Undo All', reviews.waiting);
        await list.settled();
      });
      return { command: command / count, undo: undo / count };
    } finally {
      list.dispose();
      tracked.dispose();
    }
  });
}

/** Counts processes started by a prompt in a work tree that has been read. */
function forksOfPrompt(): Promise<number> {
  return inRepository(async (root, folder) => {
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
  const rounds = longTurn / count;
  const cpu = await cpuOf(() => {
    for (let round = 0; round < rounds; round += 1) {
      conversation = emptyConversation;
      for (const event of events) {
        conversation = fold(conversation, event);
      }
    }
  });
  return cpu / longTurn + (conversation.open?.items.length === count ? 0 : Number.NaN);
}

function ratio(what: string, large: number, small: number, limit: number): BenchmarkResult {
  const detail = `${(large * 1000).toFixed(0)} / ${(small * 1000).toFixed(0)} µs CPU each`;
  return { what, measured: large / small, limit, unit: '×', detail };
}

export const bench: Benchmark = {
  name: 'many files, many calls, and prompts',
  async run() {
    const forks = await forksOfPrompt();
    // The first round warms up the compiler.
    await perFile(few);
    const [small, large] = [await perFile(few), await perFile(many)];
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
      ratio(
        `a file changed with ${many} by a command against ${few}`,
        large.command,
        small.command,
        1.5,
      ),
      ratio(`a file undone with ${many} against ${few}`, large.undo, small.undo, 1.5),
      ratio(`a call folded into a turn of ${longTurn} against ${shortTurn}`, long, short, 4),
    ];
  },
};

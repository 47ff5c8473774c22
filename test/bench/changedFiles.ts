import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '../../src/base/log';
import type { ChannelId, ToolCallId } from '../../src/contract/ids';
import type { FileWorker } from '../../src/core/edits/bulk/fileWorker';
import { ChangeList } from '../../src/core/edits/review/changeList';
import { Decisions } from '../../src/core/edits/review/decisions';
import { FileViewer } from '../../src/core/edits/review/fileView';
import { FilesOnDisk } from '../../src/core/edits/review/reviewedFiles';
import { systemClock } from '../../src/node/systemClock';
import type { ToolUse } from '../../src/protocol/agentSource';
import { TrackedEdits } from '../support/trackedEdits';
import { commitAll } from './commitAll';
import { timeOf } from './interleaved';

/** Files that a command changes at once, and what is done with them by hand for comparison. */

const channel = 'c0ffee' as ChannelId;

/** Runs work in a repository with this many files in one commit. */
export async function inRepository<T>(
  count: number,
  work: (root: string, storage: string) => Promise<T>,
): Promise<T> {
  const top = await mkdtemp(join(tmpdir(), 'tandem-bench-'));
  const root = join(top, 'work');
  try {
    await mkdir(root);
    await writeAll(root, count, 'before');
    commitAll(root);
    return await work(root, join(top, 'storage'));
  } finally {
    await rm(top, { recursive: true, force: true });
  }
}

/** A command that changes files, with its review, and Undo All. */
export interface Stages<T> {
  readonly command: T;
  readonly undo: T;
}

/** @param measure runs the task that it is given */
export function stagesOf<T>(
  count: number,
  worker: FileWorker,
  measure: (task: () => Promise<unknown>) => Promise<T>,
): Promise<Stages<T>> {
  return inRepository(count, async (root, storage) => {
    const watchLimits = { passTime: 60_000 };
    const tracked = new TrackedEdits(storage, { worker, watchLimits }, () => [root]);
    const { contents, many, reviews, saved, tracker } = tracked;
    const viewer = new FileViewer(contents);
    const files = new FilesOnDisk(() => [root]);
    const list = new ChangeList(reviews, viewer, files, silentLog, many);
    const ui = { confirm: async () => undefined, resolve: async () => false };
    const options = { contents, files, viewer, ui, saved, many, clock: systemClock };
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
      const command = await measure(async () => {
        await tracker.after(channel, use, { kind: 'succeeded', response: {} });
        await list.settled();
      });
      require(list.all.length, count);
      const undo = await measure(async () => {
        await new Decisions(options).undoFiles('Undo All', reviews.waiting);
        await list.settled();
      });
      require(list.all.length, 0);
      return { command, undo };
    } finally {
      list.dispose();
      tracked.dispose();
    }
  });
}

/** Returns the milliseconds of `git add -A` for as many changed files. */
export function timeOfAdding(count: number): Promise<number> {
  return inRepository(count, async root => {
    await writeAll(root, count, 'after');
    return timeOf(async () => execFileSync('git', ['add', '-A'], { cwd: root }));
  });
}

/** Returns the milliseconds of writing as many files twice, so that they survive a power cut. */
export function timeOfWritingTwice(count: number): Promise<number> {
  return inRepository(count, async (root, storage) => {
    await mkdir(storage);
    return timeOf(async () => {
      for (let file = 0; file < count; file += 1) {
        const bytes = Buffer.from(textOf('after', file));
        writeDurably(join(storage, nameOf(file)), bytes, 'wx');
        writeDurably(join(root, nameOf(file)), bytes, 'r+');
      }
    });
  });
}

function writeDurably(path: string, bytes: Uint8Array, flags: string): void {
  const file = openSync(path, flags);
  writeSync(file, bytes);
  fsyncSync(file);
  closeSync(file);
}

async function writeAll(root: string, count: number, text: string): Promise<void> {
  for (let file = 0; file < count; file += 1) {
    await writeFile(join(root, nameOf(file)), textOf(text, file));
  }
}

function nameOf(file: number): string {
  return `file${file}.txt`;
}

function textOf(text: string, file: number): string {
  return `${text} ${file}\n`.repeat(20);
}

function require(found: number, wanted: number): void {
  if (found !== wanted) {
    throw new Error(`${found} changes wait, not ${wanted}`);
  }
}

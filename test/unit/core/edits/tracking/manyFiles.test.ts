import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Clock } from '../../../../../src/base/clock';
import { silentLog } from '../../../../../src/base/log';
import type { BlobId, ChannelId, ToolCallId } from '../../../../../src/contract/ids';
import { ChangeList } from '../../../../../src/core/edits/review/changeList';
import { Contents } from '../../../../../src/core/edits/review/contents';
import { Decisions } from '../../../../../src/core/edits/review/decisions';
import { FileViewer } from '../../../../../src/core/edits/review/fileView';
import type { ReviewedFiles } from '../../../../../src/core/edits/review/reviewedFiles';
import { ReviewFiles } from '../../../../../src/core/edits/review/reviewFiles';
import { Reviews } from '../../../../../src/core/edits/review/reviews';
import { SavedFiles } from '../../../../../src/core/edits/review/savedFiles';
import { EditTracker } from '../../../../../src/core/edits/tracking/editTracker';
import type { CommandChanges } from '../../../../../src/core/edits/workspace/commandChanges';
import { systemClock } from '../../../../../src/node/systemClock';
import type { ToolUse } from '../../../../../src/protocol/agentSource';
import { testInFull } from '../../../../support/inFull';
import { useCallCounts } from '../../../../support/useCallCounts';

const countCalls = useCallCounts();

const channel = 'c0ffee' as ChannelId;
const cwd = '/workspace';
const text = (content: string) => new TextEncoder().encode(content);

/** Tracking of edits with its review, on files and contents in memory. */
class MemoryBed {
  readonly disk = new Map<string, Uint8Array>();
  readonly reviews: Reviews;
  readonly list: ChangeList;
  readonly decisions: Decisions;
  readonly tracker: EditTracker;
  reads = 0;
  puts = 0;
  found: CommandChanges = { kind: 'found', changes: [], notes: [] };
  private readonly blobs = new Map<string, Uint8Array>();

  constructor(folder: string, clock: Clock) {
    const baselines = {
      put: async (bytes: Uint8Array) => {
        this.puts += 1;
        const ref = createHash('sha256').update(bytes).digest('hex') as BlobId;
        this.blobs.set(ref, bytes);
        return ref;
      },
      get: async (ref: BlobId) => {
        this.reads += 1;
        return this.blobs.get(ref);
      },
    };
    const contents = new Contents(baselines);
    const files: ReviewedFiles = {
      read: async ({ path }) => ({ bytes: this.disk.get(path), isUnsaved: false }),
      write: async ({ path }, bytes) =>
        void (bytes ? this.disk.set(path, bytes) : this.disk.delete(path)),
    };
    const saved = new SavedFiles();
    const viewer = new FileViewer(contents);
    const ui = { confirm: async () => undefined, resolve: async () => false };
    this.reviews = new Reviews(new ReviewFiles(folder, silentLog), contents, silentLog);
    this.list = new ChangeList(this.reviews, viewer, files, silentLog);
    this.decisions = new Decisions({ contents, files, viewer, ui, saved, clock });
    this.tracker = new EditTracker({
      baselines,
      reviews: this.reviews,
      watch: {
        warmUp: async () => undefined,
        noteChange: () => undefined,
        before: async () => undefined,
        after: async () => this.found,
        forget: () => undefined,
      },
      saved,
      view: { openDiff: async () => undefined, review: async () => undefined },
      clock,
      log: silentLog,
    });
    this.tracker.attach({ id: channel, cwd, title: () => 'A conversation' });
  }

  /** Runs a command that changes this many files. */
  async command(count: number) {
    const changes = Array.from({ length: count }, (_, index) => ({
      path: join(cwd, `file${index}`),
      place: { real: join(cwd, `file${index}`) },
      before: text(`before ${index}\n`),
      after: text(`after ${index}\n`),
      isUncertain: false,
    }));
    this.found = { kind: 'found', changes, notes: [] };
    const use: ToolUse = {
      toolId: 'command' as ToolCallId,
      tool: 'Bash',
      input: {},
      cwd,
      edits: [],
      reads: [],
      command: { isBackground: false },
      isSubagent: false,
    };
    await this.tracker.before(channel, use);
    for (const { path, after } of changes) {
      this.disk.set(path, after);
    }
    return this.tracker.after(channel, use, { kind: 'succeeded', response: {} });
  }

  dispose(): void {
    this.list.dispose();
    this.reviews.dispose();
  }
}

async function withBed<T>(
  work: (bed: MemoryBed) => Promise<T>,
  clock: Clock = systemClock,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'many-'));
  const bed = new MemoryBed(folder, clock);
  try {
    return await work(bed);
  } finally {
    bed.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Counts what a command, the list of its changes and undoing them cost. */
function costs(count: number) {
  return withBed(async bed => {
    const core = ['/src/core/', '/src/base/'];
    const command = await countCalls(core, () => bed.command(count));
    const list = await countCalls(core, () => bed.list.settled());
    expect(bed.list.all).toHaveLength(count);
    const { reads } = bed;
    const undo = await countCalls(core, () =>
      bed.decisions.undoFiles('Undo All', bed.reviews.waiting),
    );
    await bed.list.settled();
    expect(bed.list.all).toHaveLength(0);
    expect(new TextDecoder().decode(bed.disk.get(join(cwd, 'file7')))).toBe('before 7\n');
    return { command: command.total, list: list.total, undo: undo.total, reads };
  });
}

testInFull(
  'the work after a command grows with the number of its files, and no faster',
  async () => {
    const few = await costs(100);
    const many = await costs(1_000);
    expect(many.command / few.command).toBeLessThan(11);
    expect(many.list / few.list).toBeLessThan(11);
    expect(many.undo / few.undo).toBeLessThan(11);
  },
);

test('each content is read once, for the list, when no other call is open', async () => {
  const { reads } = await costs(10);
  expect(reads).toBe(20);
});

test('the changes of a command keep their order', async () => {
  const paths = await withBed(async bed => {
    const { updates } = await bed.command(40);
    return updates.map(({ path }) => path);
  });
  expect(paths).toEqual(Array.from({ length: 40 }, (_, index) => join(cwd, `file${index}`)));
});

test('others have their turn while the files of a command are stored', async () => {
  let time = 0;
  // Each look at the clock takes a millisecond.
  const now = () => {
    time += 1;
    return time;
  };
  const longest = await withBed(
    async bed => {
      let [known, most, isOver] = [0, 0, false];
      const look = () => {
        most = Math.max(most, bed.puts - known);
        known = bed.puts;
        if (!isOver) {
          setImmediate(look);
        }
      };
      setImmediate(look);
      await bed.command(1_000);
      isOver = true;
      look();
      return most;
    },
    { ...systemClock, now },
  );
  expect(longest).toBeLessThan(100);
});

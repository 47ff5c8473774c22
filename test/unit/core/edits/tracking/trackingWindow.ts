import { readdirSync, readFileSync, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Log, silentLog } from '../../../../../src/base/log';
import type { ChannelId } from '../../../../../src/contract/ids';
import type { ChannelReview } from '../../../../../src/core/edits/review/channelReview';
import { Decisions, type OwnedPlan } from '../../../../../src/core/edits/review/decisions';
import { FileViewer } from '../../../../../src/core/edits/review/fileView';
import type { FilePlan } from '../../../../../src/core/edits/review/plan';
import { FilesOnDisk } from '../../../../../src/core/edits/review/reviewedFiles';
import { EditTracker } from '../../../../../src/core/edits/tracking/editTracker';
import type {
  CommandChanges,
  FoundChange,
} from '../../../../../src/core/edits/workspace/commandChanges';
import { TrackedEdits } from '../../../../support/trackedEdits';
import { FakeClock } from '../../../node/fakeClock';
import { GatedProcess } from './fileGate';

export const channels = ['c0ffee', 'cafe'] as const;
export type Owner = (typeof channels)[number];

/** Answers of the user in a window. */
export interface WindowUi {
  confirmed(plans: readonly OwnedPlan[]): void;
  resolve(plan: FilePlan): boolean;
}

/** A VS Code window on a folder, with both conversations, as a process that may end anytime. */
export class TrackingWindow {
  readonly process = new GatedProcess();
  readonly clock = new FakeClock();
  readonly viewer: FileViewer;
  readonly decisions: Decisions;
  readonly tracker: EditTracker;
  private readonly edits: TrackedEdits;
  private readonly reviews = new Map<Owner, ChannelReview>();

  private constructor(root: string, work: string, time: number, ui: WindowUi, log: Log) {
    this.clock.advance(time);
    this.edits = new TrackedEdits(join(root, 'storage'), { clock: this.clock, log });
    const { baselines, contents, reviews, saved } = this.edits;
    const nothingOpens = () => Promise.reject(new Error('Nothing is opened here.'));
    this.tracker = new EditTracker({
      ...{ baselines, reviews, saved, clock: this.clock, log },
      watch: new WatchedFiles(work),
      view: { openDiff: nothingOpens, review: nothingOpens },
    });
    this.viewer = new FileViewer(contents);
    this.decisions = new Decisions({
      contents,
      files: new FilesOnDisk(() => [work]),
      viewer: this.viewer,
      ui: {
        confirm: async (_, plans) => {
          ui.confirmed(plans);
          return plans;
        },
        resolve: async plan => ui.resolve(plan),
      },
      ...{ saved, clock: this.clock },
    });
  }

  static async open(
    root: string,
    work: string,
    time: number,
    ui: WindowUi,
    log: Log = silentLog,
  ): Promise<TrackingWindow> {
    const window = new TrackingWindow(root, work, time, ui, log);
    await window.run(async () => {
      for (const id of channels) {
        window.tracker.attach({ id: id as ChannelId, cwd: work, title: () => id });
        const review = await window.edits.reviews.open(work, id as ChannelId);
        await window.tracker.recover(review);
        window.reviews.set(id, review);
      }
    });
    return window;
  }

  run<T>(task: () => Promise<T>): Promise<T | undefined> {
    return this.process.run(task);
  }

  channel(owner: Owner): ChannelReview {
    const review = this.reviews.get(owner);
    if (!review) {
      throw new Error(`${owner} is not open.`);
    }
    return review;
  }

  /** Shows this window to the user, with what others have decided. */
  async focus(): Promise<void> {
    await this.run(() => this.edits.reviews.refresh());
  }

  async flush(): Promise<void> {
    await this.run(async () => {
      for (const review of this.reviews.values()) {
        await review.flush();
      }
    });
  }

  async advance(by: number): Promise<void> {
    await this.run(async () => this.clock.advance(by));
  }

  async read(
    ref: Parameters<TrackedEdits['contents']['read']>[0],
  ): Promise<Uint8Array | undefined> {
    return this.edits.contents.read(ref);
  }

  close(): void {
    this.edits.dispose();
  }
}

/** Compares the files of a folder without git. */
class WatchedFiles {
  private readonly begun = new Map<string, ReadonlyMap<string, FileState>>();

  constructor(private readonly work: string) {}

  warmUp(): Promise<void> {
    return Promise.resolve();
  }

  noteChange(): void {
    // Nothing is remembered between commands.
  }

  forget(key: string): void {
    this.begun.delete(key);
  }

  async before(key: string): Promise<void> {
    this.begun.set(key, statesBelow(this.work));
  }

  async after(key: string): Promise<CommandChanges> {
    const [older, newer] = [this.begun.get(key), statesBelow(this.work)];
    this.begun.delete(key);
    if (!older) {
      return { kind: 'untracked', reason: 'It has not begun.' };
    }
    const real = await realpath(this.work);
    const changes: FoundChange[] = [];
    for (const name of new Set([...older.keys(), ...newer.keys()])) {
      const [old, now] = [older.get(name), newer.get(name)];
      if (old && now ? !old.bytes.equals(now.bytes) : old !== now) {
        changes.push({
          path: join(this.work, name),
          place: { real: join(real, name), inode: now && String(now.inode) },
          ...{ before: old?.bytes, after: now?.bytes, isUncertain: false },
          ...modes(old, now),
        });
      }
    }
    return { kind: 'found', changes, notes: [] };
  }
}

interface FileState {
  readonly bytes: Buffer;
  readonly mode: number;
  readonly inode: number;
}

function statesBelow(folder: string): ReadonlyMap<string, FileState> {
  const states = new Map<string, FileState>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !path.startsWith(join(folder, '.git'))) {
      const { mode, ino } = statSync(path);
      const state = { bytes: readFileSync(path), mode: mode & 0o777, inode: ino };
      states.set(path.slice(folder.length + 1), state);
    }
  }
  return states;
}

/** Knows no more of the old file's permissions than git does. */
function modes(old: FileState | undefined, now: FileState | undefined) {
  const isExecutable = old && (old.mode & 0o100) > 0;
  const isLike = now !== undefined && isExecutable === (now.mode & 0o100) > 0;
  const modeBefore = isLike ? now.mode : isExecutable ? 0o755 : undefined;
  return {
    ...(modeBefore === undefined ? {} : { modeBefore }),
    ...(now === undefined ? {} : { modeAfter: now.mode }),
  };
}

import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Log } from '../../base/log';
import { FileWorker } from '../../core/edits/bulk/fileWorker';
import { WorkerPaths } from '../../core/edits/bulk/workerPaths';
import { WorkerReviewed } from '../../core/edits/bulk/workerReviewed';
import { WorkerStore } from '../../core/edits/bulk/workerStore';
import { Contents } from '../../core/edits/review/contents';
import type { ManyReviewed } from '../../core/edits/review/manyReviewed';
import { ReviewFiles } from '../../core/edits/review/reviewFiles';
import { reviewsRoot } from '../../core/edits/review/reviewFolder';
import { Reviews } from '../../core/edits/review/reviews';
import { SavedFiles } from '../../core/edits/review/savedFiles';
import { Baselines, type BaselinesOptions } from '../../core/edits/store/baselines';
import { CollectionTimer } from '../../core/edits/store/collectionTimer';
import { baselineLimits } from '../../core/edits/store/eviction';
import { EditTracker } from '../../core/edits/tracking/editTracker';
import { ShadowCollector } from '../../core/edits/workspace/shadowCollector';
import { WorkspaceWatch } from '../../core/edits/workspace/workspaceWatch';
import type { SettingsReader } from '../settings';
import { ChangeViewer, type ReviewListener } from './changeViewer';
import { StoredContents } from './storedContents';

export interface TrackingOptions {
  /** Absolute path of our own folder. */
  readonly storage: string;
  readonly settings: SettingsReader;
  readonly clock: Clock;
  readonly log: Log;
  readonly context: { readonly extensionPath: string };
  /** Registers a built part with its owner. */
  add<T extends Disposable>(part: T): T;
}

interface Tracking {
  readonly tracker: EditTracker;
  readonly reviews: Reviews;
  readonly contents: Contents;
  readonly stored: StoredContents;
  readonly saved: SavedFiles;
  /** @param folders as for `FilesOnDisk` */
  manyReviewed(folders: () => readonly string[]): ManyReviewed;
}

/** Builds the parts that track edits and store replaced contents. */
export function buildTracking(options: TrackingOptions, onReview: ReviewListener): Tracking {
  const { storage, clock, log, add, context } = options;
  const reviewFiles = new ReviewFiles(reviewsRoot(storage), log);
  const baselines = buildBaselines(options, async () => {
    for (const { cwd, id } of tracker.attached) {
      await reviewFiles.touch(cwd, id);
    }
    return reviewFiles.pinned(clock.now());
  });
  const stored = add(new StoredContents(baselines));
  const contents = new Contents(baselines);
  const reviews = add(new Reviews(reviewFiles, contents, log));
  const saved = new SavedFiles();
  const program = join(context.extensionPath, 'dist', 'filesWorker.js');
  const texts = vscode.l10n.bundle ?? {};
  const worker = add(new FileWorker({ program, texts, clock, log: log.child('many files') }));
  const many = new WorkerStore(worker, baselines, log);
  const watch = add(
    new WorkspaceWatch({
      folder: shadowsRoot(storage),
      many: new WorkerPaths(worker),
      ...{ clock, log },
    }),
  );
  const view = new ChangeViewer(stored, onReview);
  const tracker: EditTracker = new EditTracker({
    baselines,
    reviews,
    watch,
    saved,
    view,
    many,
    clock,
    log,
  });
  const { folder } = baselines;
  return {
    ...{ tracker, reviews, contents, stored, saved },
    manyReviewed: folders => new WorkerReviewed({ worker, store: many, folder, folders }),
  };
}

function shadowsRoot(storage: string): string {
  return join(storage, 'shadows');
}

function buildBaselines(
  { storage, settings, clock, log, add }: TrackingOptions,
  pinned: BaselinesOptions['pinned'],
): Baselines {
  const folder = join(storage, 'baselines');
  const limits = () =>
    baselineLimits(
      settings.get('tandem.baselines.maxSizeMegabytes'),
      settings.get('tandem.baselines.maxAgeDays'),
    );
  const baselines = new Baselines({ folder, limits, pinned, clock, log });
  const shadows = new ShadowCollector({
    folder: shadowsRoot(storage),
    baselines: folder,
    limits,
    clock,
  });
  add(new CollectionTimer([baselines, shadows], clock, log));
  return baselines;
}

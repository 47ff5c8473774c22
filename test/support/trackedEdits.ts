import { join } from 'node:path';
import type { Clock } from '../../src/base/clock';
import { type Disposable, DisposableStore } from '../../src/base/disposable';
import { type Log, silentLog } from '../../src/base/log';
import type { FileWorker } from '../../src/core/edits/bulk/fileWorker';
import { WorkerPaths } from '../../src/core/edits/bulk/workerPaths';
import { WorkerReviewed } from '../../src/core/edits/bulk/workerReviewed';
import { WorkerStore } from '../../src/core/edits/bulk/workerStore';
import { Contents } from '../../src/core/edits/review/contents';
import { ReviewFiles } from '../../src/core/edits/review/reviewFiles';
import { Reviews } from '../../src/core/edits/review/reviews';
import { SavedFiles } from '../../src/core/edits/review/savedFiles';
import type { Baselines } from '../../src/core/edits/store/baselines';
import { type ChangeView, EditTracker } from '../../src/core/edits/tracking/editTracker';
import type { WatchLimits } from '../../src/core/edits/workspace/watchedTree';
import { WorkspaceWatch } from '../../src/core/edits/workspace/workspaceWatch';
import { systemClock } from '../../src/node/systemClock';
import { openBaselines } from './openBaselines';

export interface TrackedEditsOptions {
  readonly baselines?: Baselines;
  readonly view?: ChangeView;
  readonly watchLimits?: Partial<WatchLimits>;
  /** For many files at once. */
  readonly worker?: FileWorker;
  readonly clock?: Clock;
  readonly log?: Log;
}

/** On a busy machine, a command's pass may take longer than the agent would wait. */
const patient: Partial<WatchLimits> = { passTime: 25_000 };

/** Edit tracking as the host builds it, with its own storage and without an editor. */
export class TrackedEdits implements Disposable {
  private readonly store = new DisposableStore();
  readonly baselines: Baselines;
  readonly contents: Contents;
  readonly files: ReviewFiles;
  readonly reviews: Reviews;
  readonly saved = new SavedFiles();
  readonly many: WorkerReviewed | undefined;
  readonly tracker: EditTracker;

  /** @param folders as for `FilesOnDisk` */
  constructor(
    storage: string,
    options: TrackedEditsOptions = {},
    folders: () => readonly string[] = () => [],
  ) {
    const { clock = systemClock, log = silentLog, view = noView } = options;
    this.baselines = options.baselines ?? openBaselines(join(storage, 'baselines'));
    this.contents = new Contents(this.baselines);
    this.files = new ReviewFiles(join(storage, 'reviews'), log);
    this.reviews = this.store.add(new Reviews(this.files, this.contents, log));
    const watch = this.store.add(
      new WorkspaceWatch({
        folder: join(storage, 'shadows'),
        many: options.worker && new WorkerPaths(options.worker),
        clock,
        log,
        limits: { ...patient, ...options.watchLimits },
      }),
    );
    const { baselines, reviews, saved } = this;
    const { worker } = options;
    const many = worker && new WorkerStore(worker, baselines, log);
    const { folder } = baselines;
    this.many = worker && many && new WorkerReviewed({ worker, store: many, folder, folders });
    this.tracker = new EditTracker({ baselines, reviews, watch, saved, view, many, clock, log });
  }

  dispose(): void {
    this.store.dispose();
  }
}

const nothingOpens = () => Promise.reject(new Error('Nothing is opened here.'));
const noView: ChangeView = { openDiff: nothingOpens, review: nothingOpens };

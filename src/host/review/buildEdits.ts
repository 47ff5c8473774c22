import { join } from 'node:path';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Log } from '../../base/log';
import type { ChannelId } from '../../contract/ids';
import { ChangeList } from '../../core/edits/review/changeList';
import { Contents } from '../../core/edits/review/contents';
import { Decisions } from '../../core/edits/review/decisions';
import { FileViewer } from '../../core/edits/review/fileView';
import { ReviewFiles } from '../../core/edits/review/reviewFiles';
import { reviewsRoot } from '../../core/edits/review/reviewFolder';
import { Reviews } from '../../core/edits/review/reviews';
import { SavedFiles } from '../../core/edits/review/savedFiles';
import { Baselines } from '../../core/edits/store/baselines';
import { CollectionTimer } from '../../core/edits/store/collectionTimer';
import { baselineLimits } from '../../core/edits/store/eviction';
import { EditTracker } from '../../core/edits/tracking/editTracker';
import { WorkspaceWatch } from '../../core/edits/workspace/workspaceWatch';
import type { SettingsReader } from '../settings';
import { BeforeDocuments } from './beforeDocuments';
import { ChangeActions, undoTurnLabel } from './changeActions';
import { ChangeEditors } from './changeEditors';
import { Changes } from './changes';
import { ChangesStatus } from './changesStatus';
import type { ChangesTree } from './changesTree';
import { ChangeViewer } from './changeViewer';
import { ConflictLenses } from './conflictLenses';
import { ConflictResolver } from './conflictResolver';
import { FileEvents } from './fileEvents';
import { HunkLenses } from './hunkLenses';
import { PlanConfirmation } from './planConfirmation';
import { ChangesSourceControl } from './sourceControl';
import { StoredContents } from './storedContents';
import { WorkspaceFiles } from './workspaceFiles';

export interface EditsOptions {
  /** Absolute path of our own folder. */
  readonly storage: string;
  readonly settings: SettingsReader;
  readonly tree: ChangesTree;
  readonly clock: Clock;
  readonly log: Log;
  /** Registers a built part with its owner. */
  add<T extends Disposable>(part: T): T;
}

/** Access to tracked edits for other parts. */
export interface Edits {
  readonly tracker: EditTracker;
  readonly changes: Changes;
  readonly decisions: Decisions;
  readonly contents: Contents;
  readonly files: WorkspaceFiles;
  /** Restores reviews that earlier windows left undecided in these folders. */
  load(
    cwds: readonly string[],
    isOpenElsewhere: (cwd: string, id: ChannelId) => Promise<boolean>,
  ): Promise<void>;
}

/** Builds the parts that track edits, store replaced contents and let the user decide. */
export function buildEdits(options: EditsOptions): Edits {
  const { storage, settings, tree, clock, log, add } = options;
  const reviewFiles = new ReviewFiles(reviewsRoot(storage), log);
  const baselines = new Baselines({
    folder: join(storage, 'baselines'),
    limits: () =>
      baselineLimits(
        settings.get('tandem.baselines.maxSizeMegabytes'),
        settings.get('tandem.baselines.maxAgeDays'),
      ),
    pinned: async () => {
      for (const { cwd, id } of tracker.attached) {
        await reviewFiles.touch(cwd, id);
      }
      return reviewFiles.pinned(clock.now());
    },
    clock,
    log,
  });
  add(new CollectionTimer(baselines, clock, log));
  const stored = add(new StoredContents(baselines));
  const contents = new Contents(baselines);
  const reviews = add(new Reviews(reviewFiles, contents, log));
  const saved = new SavedFiles();
  const watch = add(new WorkspaceWatch({ folder: join(storage, 'shadows'), clock, log }));
  const view = new ChangeViewer(stored, (id, title, tools) => {
    const channel = reviews.get(id);
    if (channel) {
      changes.noteReview(title, { channel, tools, label: undoTurnLabel() });
    }
  });
  const tracker: EditTracker = new EditTracker({
    baselines,
    reviews,
    watch,
    saved,
    view,
    clock,
    log,
  });

  const files = new WorkspaceFiles();
  const viewer = new FileViewer(contents);
  const list = add(new ChangeList(reviews, viewer, files, log));
  add(new FileEvents(list, reviews, saved, log));
  add(new BeforeDocuments(list, files));
  add(new ChangesSourceControl(list));
  add(new ChangesStatus(list));
  add(
    new HunkLenses(
      list,
      () => settings.get('tandem.changes.codeLens'),
      listener => settings.onChanged(listener),
    ),
  );
  add(new ConflictLenses());
  tree.follow(list);
  const confirmation = new PlanConfirmation(contents, stored);
  const resolver = add(new ConflictResolver(contents, stored, files));
  const ui = {
    confirm: confirmation.confirm.bind(confirmation),
    resolve: resolver.resolve.bind(resolver),
  };
  const decisions = new Decisions({ contents, files, viewer, ui, saved, clock });
  const actions = new ChangeActions(list, decisions);
  const changes: Changes = add(
    new Changes(reviews, list, new ChangeEditors(list, stored), actions),
  );
  const load: Edits['load'] = async (cwds, isOpenElsewhere) => {
    await reviews.load(cwds, isOpenElsewhere);
    for (const review of reviews.all) {
      await tracker.recover(review);
    }
  };
  return { tracker, changes, decisions, contents, files, load };
}

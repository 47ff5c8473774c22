import * as vscode from 'vscode';
import type { ChannelId } from '../../contract/ids';
import { ChangeList } from '../../core/edits/review/changeList';
import type { Contents } from '../../core/edits/review/contents';
import { Decisions } from '../../core/edits/review/decisions';
import { FileViewer } from '../../core/edits/review/fileView';
import { FilesOnDisk } from '../../core/edits/review/reviewedFiles';
import type { Reviews } from '../../core/edits/review/reviews';
import type { EditTracker } from '../../core/edits/tracking/editTracker';
import { BeforeDocuments } from './beforeDocuments';
import { buildTracking, type TrackingOptions } from './buildTracking';
import { ChangeActions, undoTurnLabel } from './changeActions';
import { ChangeEditors } from './changeEditors';
import { ChangesStatus } from './changesStatus';
import type { ChangesTree } from './changesTree';
import { ChangeTargets } from './changeTargets';
import { ConflictLenses } from './conflictLenses';
import { ConflictResolver } from './conflictResolver';
import { decisionMessages } from './decisionMessages';
import { FileEvents } from './fileEvents';
import { HunkLenses } from './hunkLenses';
import { PlanConfirmation } from './planConfirmation';
import { ReviewTab } from './reviewTab';
import { ChangesSourceControl } from './sourceControl';
import { WorkspaceFiles } from './workspaceFiles';

export interface EditsOptions extends TrackingOptions {
  readonly tree: ChangesTree;
}

/** Access to tracked edits for other parts. */
export interface Edits {
  readonly tracker: EditTracker;
  readonly reviews: Reviews;
  readonly list: ChangeList;
  readonly targets: ChangeTargets;
  readonly editors: ChangeEditors;
  readonly actions: ChangeActions;
  readonly reviewTab: ReviewTab;
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
  const { clock, log, add } = options;
  const tracking = buildTracking(options, (id, title, tools) => {
    const channel = reviews.get(id);
    if (channel) {
      reviewTab.noteTurn(title, { channel, tools, label: undoTurnLabel() });
    }
  });
  const { tracker, reviews, contents, stored, saved } = tracking;
  const folders = () => [
    ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
    ...reviews.all.map(({ record }) => record.cwd),
  ];
  const disk = new FilesOnDisk(folders);
  const many = tracking.manyReviewed(folders);
  const files = new WorkspaceFiles(disk);
  const viewer = new FileViewer(contents);
  const list = add(new ChangeList(reviews, viewer, files, log, many));
  add(new FileEvents(list, reviews, saved, clock, log, path => tracker.noteChange(path)));
  showChanges(list, files, options);
  const confirmation = new PlanConfirmation(contents, stored);
  const resolver = add(new ConflictResolver(contents, stored, files, clock));
  const ui = {
    confirm: confirmation.confirm.bind(confirmation),
    resolve: resolver.resolve.bind(resolver),
  };
  const decisions = new Decisions({ contents, files, viewer, ui, saved, many, clock });
  const actions = new ChangeActions(list, decisions, decisionMessages);
  const editors = new ChangeEditors(list, stored);
  const targets = new ChangeTargets(list, editors);
  const reviewTab: ReviewTab = add(new ReviewTab(list, targets, editors, log));
  const load: Edits['load'] = async (cwds, isOpenElsewhere) => {
    await reviews.load(cwds, isOpenElsewhere);
    for (const review of reviews.all) {
      await tracker.recover(review);
    }
  };
  return {
    ...{ tracker, reviews, list, targets, editors, actions, reviewTab },
    ...{ decisions, contents, files, load },
  };
}

/** Shows pending changes in VS Code's own places: gutter, source control, status bar, lenses, tree. */
function showChanges(
  list: ChangeList,
  files: WorkspaceFiles,
  { settings, tree, add }: EditsOptions,
): void {
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
}

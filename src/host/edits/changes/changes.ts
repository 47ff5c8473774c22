import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { ContextKey } from '../../contextKey';
import type { ChangeList } from '../review/changeList';
import type { FileView } from '../review/fileView';
import type { Reviews } from '../review/reviews';
import type { ChangeActions } from './changeActions';
import type { ChangeEditors } from './changeEditors';
import { ChangeTargets } from './changeTargets';
import { filesText } from './countsText';

/** All that commands need of the changes that wait for a decision. */
export class Changes implements Disposable {
  private readonly store = new DisposableStore();
  private readonly isReview = new ContextKey('tandem:isReview');
  readonly targets: ChangeTargets;
  /** The multi-file diff that was opened last: what its title's Keep All and Undo All are about. */
  private shown: { readonly title: string; readonly paths: ReadonlySet<string> } | undefined;

  constructor(
    readonly reviews: Reviews,
    readonly list: ChangeList,
    readonly editors: ChangeEditors,
    readonly actions: ChangeActions,
  ) {
    this.targets = new ChangeTargets(list, editors);
    const { tabGroups } = vscode.window;
    const publish = () => this.isReview.set(this.tabOfReview() !== undefined);
    this.store.add(tabGroups.onDidChangeTabs(publish));
    this.store.add(tabGroups.onDidChangeTabGroups(publish));
    publish();
  }

  /** All of these in the multi-file diff editor; the files on its right side are the real ones. */
  async openReview(views: readonly FileView[]): Promise<void> {
    const title = vscode.l10n.t("Claude's changes in {0}", filesText(views.length));
    this.shown = { title, paths: new Set(views.map(({ review }) => review.path)) };
    await this.editors.openAll(title, views);
  }

  /** What the review in front is about; `undefined` when none is. */
  shownReview(): readonly FileView[] | undefined {
    const { shown } = this;
    return shown && this.tabOfReview()
      ? this.list.all.filter(({ review }) => shown.paths.has(review.path))
      : undefined;
  }

  async closeReview(): Promise<void> {
    const tab = this.tabOfReview();
    if (tab && this.shownReview()?.length === 0) {
      await vscode.window.tabGroups.close(tab);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private tabOfReview(): vscode.Tab | undefined {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    return this.shown && activeTab?.label.startsWith(this.shown.title) ? activeTab : undefined;
  }
}

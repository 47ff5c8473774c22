import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { ChangeList } from '../../core/edits/review/changeList';
import type { FileView } from '../../core/edits/review/fileView';
import { ContextKey } from '../contextKey';
import { type DecisionTarget, noChanges, type ReviewScope } from './changeActions';
import type { ChangeEditors } from './changeEditors';
import { fileKey } from './changeNodes';
import type { ChangeTargets } from './changeTargets';

/** The multi-file diff opened last: Keep All and Undo All in its title apply to it. */
export class ReviewTab implements Disposable {
  private readonly store = new DisposableStore();
  private readonly isActive = new ContextKey('tandem:isReview');
  private shown: ShownReview | undefined;

  constructor(
    private readonly list: Pick<ChangeList, 'all'>,
    private readonly targets: Pick<ChangeTargets, 'all'>,
    private readonly editors: Pick<ChangeEditors, 'openAll'>,
  ) {
    const { tabGroups } = vscode.window;
    this.store.add(tabGroups.onDidChangeTabs(() => this.publish()));
    this.store.add(tabGroups.onDidChangeTabGroups(() => this.publish()));
    this.publish();
  }

  /** Opens these changes in the multi-file diff editor; the right side shows the actual files. */
  async open(views: readonly FileView[]): Promise<void> {
    if (views.length === 0) {
      throw noChanges();
    }
    // VS Code adds the number of files.
    const title = vscode.l10n.t('Changes to Review');
    this.shown = { title, keys: new Set(views.map(fileKey)) };
    await this.editors.openAll(title, views);
  }

  /** Records that a turn's multi-file diff was opened; its title actions apply to the turn's calls. */
  noteTurn(title: string, scope: ReviewScope): void {
    this.shown = { title, scope };
    // The tab may have opened before this call.
    this.publish();
  }

  /**
   * Decides about the changes of the review in front, or all. Closes the review in front once none
   * of its changes are pending.
   */
  async decide(decision: (target: DecisionTarget) => Promise<void>): Promise<void> {
    const shown = this.activeTab() && this.shown;
    await decision(shown?.scope ?? (await this.viewsOf(shown)));
    const isDone = shown?.keys && !this.list.all.some(view => shown.keys?.has(fileKey(view)));
    const tab = isDone ? this.activeTab() : undefined;
    if (tab) {
      await vscode.window.tabGroups.close(tab);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private async viewsOf(shown: ShownReview | undefined): Promise<readonly FileView[]> {
    const all = await this.targets.all();
    return shown?.keys ? all.filter(view => shown.keys?.has(fileKey(view))) : all;
  }

  private publish(): void {
    this.isActive.set(this.activeTab() !== undefined);
  }

  private activeTab(): vscode.Tab | undefined {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    // A chat tab can have the same title, the conversation's name.
    const isChat = activeTab?.input instanceof vscode.TabInputWebview;
    const isOfTitle = this.shown && activeTab?.label.startsWith(this.shown.title);
    return isOfTitle && !isChat ? activeTab : undefined;
  }
}

interface ShownReview {
  readonly title: string;
  /** Keys of files in conversations; `scope` has the calls of a turn instead. */
  readonly keys?: ReadonlySet<string>;
  readonly scope?: ReviewScope;
}

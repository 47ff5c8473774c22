import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { filesText } from '../../contract/labels/filesText';
import type { ChangeList } from '../../core/edits/review/changeList';
import type { FileView } from '../../core/edits/review/fileView';
import type { Reviews } from '../../core/edits/review/reviews';
import { ContextKey } from '../contextKey';
import { type ChangeActions, noChanges, type ReviewScope } from './changeActions';
import type { ChangeEditors } from './changeEditors';
import { ChangeTargets } from './changeTargets';

/** Operations on pending changes for commands. */
export class Changes implements Disposable {
  private readonly store = new DisposableStore();
  private readonly isReview = new ContextKey('tandem:isReview');
  readonly targets: ChangeTargets;
  /** The multi-file diff opened last: Keep All and Undo All in its title apply to it. */
  private shown: ShownReview | undefined;

  constructor(
    readonly reviews: Reviews,
    readonly list: ChangeList,
    readonly editors: ChangeEditors,
    readonly actions: ChangeActions,
  ) {
    this.targets = new ChangeTargets(list, editors);
    const { tabGroups } = vscode.window;
    this.store.add(tabGroups.onDidChangeTabs(() => this.publish()));
    this.store.add(tabGroups.onDidChangeTabGroups(() => this.publish()));
    this.publish();
  }

  /** Opens these changes in the multi-file diff editor; the right side shows the actual files. */
  async openReview(views: readonly FileView[]): Promise<void> {
    if (views.length === 0) {
      throw noChanges();
    }
    const paths = new Set(views.map(({ review }) => review.path));
    const title = vscode.l10n.t("Claude's changes in {0}", filesText(paths.size));
    this.shown = { title, keys: new Set(views.map(keyOf)) };
    await this.editors.openAll(title, views);
  }

  /**
   * Records that the multi-file diff of a turn was opened; its title actions apply to the turn's
   * calls.
   */
  noteReview(title: string, scope: ReviewScope): void {
    this.shown = { title, scope };
    // The tab may have opened before this call.
    this.publish();
  }

  /** Keeps the changes of a row, those of the review in front, or all. */
  async keepAll(target: unknown): Promise<void> {
    const shown = this.shownReview(target);
    if (shown?.scope) {
      await this.actions.keepTools(shown.scope);
    } else {
      await this.actions.keepFiles(await this.viewsOf(shown, target));
    }
    await this.closeReview(shown);
  }

  async undoAll(target: unknown): Promise<void> {
    const shown = this.shownReview(target);
    if (shown?.scope) {
      await this.actions.undoTools(shown.scope);
    } else {
      await this.actions.undoFiles(await this.viewsOf(shown, target));
    }
    await this.closeReview(shown);
  }

  dispose(): void {
    this.store.dispose();
  }

  private async viewsOf(
    shown: ShownReview | undefined,
    target: unknown,
  ): Promise<readonly FileView[]> {
    const all = await this.targets.all(shown ? undefined : target);
    return shown?.keys ? all.filter(view => shown.keys?.has(keyOf(view))) : all;
  }

  /** Finds the review for a title menu, which passes a file or nothing; rows pass a target. */
  private shownReview(target: unknown): ShownReview | undefined {
    const isOfTitle = target === undefined || target instanceof vscode.Uri;
    return isOfTitle && this.tabOfReview() ? this.shown : undefined;
  }

  /** Closes the review's tab once none of its changes are pending. */
  private async closeReview(shown: ShownReview | undefined): Promise<void> {
    const isDone = shown?.keys && !this.list.all.some(view => shown.keys?.has(keyOf(view)));
    const tab = isDone ? this.tabOfReview() : undefined;
    if (tab) {
      await vscode.window.tabGroups.close(tab);
    }
  }

  private publish(): void {
    this.isReview.set(this.tabOfReview() !== undefined);
  }

  private tabOfReview(): vscode.Tab | undefined {
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

function keyOf({ channel, review }: FileView): string {
  return `${channel.record.channelId}:${review.path}`;
}

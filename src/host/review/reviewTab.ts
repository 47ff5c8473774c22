import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ChangeList } from '../../core/edits/review/changeList';
import type { FileView } from '../../core/edits/review/fileView';
import { ContextKey } from '../contextKey';
import { type DecisionTarget, noChanges, type ReviewScope } from './changeActions';
import type { ChangeEditors } from './changeEditors';
import { fileKey } from './changeNodes';
import type { ChangeTargets } from './changeTargets';

/**
 * The multi-file diff opened last: Keep All and Undo All in its title apply to it, and are there as
 * long as something in it waits.
 */
export class ReviewTab implements Disposable {
  private readonly store = new DisposableStore();
  private readonly isDecidable = new ContextKey('tandem:isReview');
  private shown: ShownReview | undefined;
  /** Keys of the files of all reviews that are open: VS Code does not tell tabs of a title apart. */
  private readonly opened = new Set<string>();

  constructor(
    private readonly list: Pick<ChangeList, 'all' | 'onChanged'>,
    private readonly targets: Pick<ChangeTargets, 'all'>,
    private readonly editors: Pick<ChangeEditors, 'openAll'>,
    private readonly log: Log,
  ) {
    const { tabGroups } = vscode.window;
    this.store.add(tabGroups.onDidChangeTabs(() => this.follow()));
    this.store.add(tabGroups.onDidChangeTabGroups(() => this.publish()));
    this.store.add(list.onChanged(() => this.follow()));
    this.publish();
  }

  /** Opens these changes in the multi-file diff editor; the right side shows the actual files. */
  async open(views: readonly FileView[]): Promise<void> {
    if (views.length === 0) {
      throw noChanges();
    }
    const title = reviewTitle();
    if (tabsOf(title).length === 0) {
      this.opened.clear();
    }
    const keys = new Set(views.map(fileKey));
    this.shown = { title, keys };
    await this.editors.openAll(title, views);
    for (const key of keys) {
      this.opened.add(key);
    }
    // Decisions may have come while it opened.
    this.follow();
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
   * @throws UserError `change.none`
   */
  async decide(decision: (target: DecisionTarget) => Promise<void>): Promise<void> {
    const shown = this.activeTab() && this.shown;
    const all = await this.targets.all();
    const views = shown ? all.filter(view => isIn(shown, view)) : all;
    if (views.length === 0) {
      // Changes outside of the review in front are not meant, so they are left alone.
      throw all.length === 0 ? noChanges() : nothingLeft();
    }
    await decision(shown?.scope ?? views);
    const tab = this.activeTab();
    if (tab && shown?.keys && !this.waits(shown)) {
      await close([tab]);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Closes the reviews when a decision has left nothing of them; a turn's diff can still be read. */
  private follow(): void {
    this.publish();
    const { opened } = this;
    if (opened.size > 0 && !this.list.all.some(view => opened.has(fileKey(view)))) {
      const tabs = tabsOf(reviewTitle());
      // An undo changes the text before it saves it, and this runs again then.
      if (!tabs.some(({ isDirty }) => isDirty)) {
        opened.clear();
      }
      close(tabs).catch((error: unknown) =>
        this.log.debug('A review without changes stays open', messageOf(error)),
      );
    }
  }

  private publish(): void {
    const shown = this.activeTab() && this.shown;
    this.isDecidable.set(shown !== undefined && this.waits(shown));
  }

  private waits(shown: ShownReview): boolean {
    return this.list.all.some(view => isIn(shown, view));
  }

  private activeTab(): vscode.Tab | undefined {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    return this.shown && activeTab && isOf(activeTab, this.shown.title) ? activeTab : undefined;
  }
}

interface ShownReview {
  readonly title: string;
  /** Keys of files in conversations; `scope` has the calls of a turn instead. */
  readonly keys?: ReadonlySet<string>;
  readonly scope?: ReviewScope;
}

function isIn({ keys, scope }: ShownReview, view: FileView): boolean {
  return scope
    ? view.channel.record.channelId === scope.channel.record.channelId &&
        view.review.tools.some(tool => scope.tools.has(tool))
    : keys?.has(fileKey(view)) === true;
}

/** VS Code adds the number of files. */
function reviewTitle(): string {
  return vscode.l10n.t('Changes to Review');
}

function isOf({ label, input }: vscode.Tab, title: string): boolean {
  // A chat tab can have the same title, the conversation's name, and so can a file.
  const isOther = input instanceof vscode.TabInputWebview || input instanceof vscode.TabInputText;
  return label.startsWith(title) && !isOther;
}

function tabsOf(title: string): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
  return tabs.filter(tab => isOf(tab, title));
}

/** Closes tabs without a question: those with unsaved text stay. */
async function close(tabs: readonly vscode.Tab[]): Promise<void> {
  const clean = tabs.filter(({ isDirty }) => !isDirty);
  if (clean.length > 0) {
    await vscode.window.tabGroups.close(clean);
  }
}

function nothingLeft(): UserError {
  const message = vscode.l10n.t('Nothing in this review is left to keep or undo.');
  return new UserError('change.none', message);
}

import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { filesText } from '../../contract/labels/filesText';
import type { ChangeList } from '../../core/edits/review/changeList';
import { ContextKey } from '../contextKey';
import { statusItems } from '../contributed';
import { createStatusItem } from '../nativeText/nativeUi';
import { hideStatus, showStatus } from '../nativeText/statusItems';
import { countsText } from './countsText';

/** Shows pending changes in the status bar and sets context keys for menus and keybindings. */
export class ChangesStatus implements Disposable {
  private readonly store = new DisposableStore();
  private readonly item = this.store.add(createStatusItem(statusItems.changes, 8));
  private readonly hasChanges = new ContextKey('tandem:hasChanges');
  private readonly changedPaths = new ContextKey('tandem:changedPaths');

  constructor(private readonly list: ChangeList) {
    this.item.name = vscode.l10n.t('Changes to Review');
    this.item.command = 'tandem.changes.reviewAll';
    this.store.add(list.onChanged(() => this.show()));
    this.show();
  }

  dispose(): void {
    this.store.dispose();
  }

  private show(): void {
    const { all } = this.list;
    const paths = new Set(all.map(({ review }) => review.path));
    this.hasChanges.set(all.length > 0);
    this.changedPaths.set([...paths]);
    if (all.length === 0) {
      hideStatus(this.item);
      return;
    }
    const counts = countsText(all);
    showStatus(this.item, {
      text: `$(diff-multiple) ${filesText(paths.size)} ${counts}`,
      tooltip: vscode.l10n.t(
        '{0} with agent changes to keep or undo. Click to review them.',
        filesText(paths.size),
      ),
      label: vscode.l10n.t('{0} with agent changes to review, {1}', filesText(paths.size), counts),
    });
  }
}

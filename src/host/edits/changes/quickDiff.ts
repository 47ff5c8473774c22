import * as vscode from 'vscode';
import { type Disposable, DisposableStore, toDisposable } from '../../../base/disposable';
import type { ChangeList } from '../review/changeList';
import { beforeUri } from './beforeDocuments';

/**
 * Marks the agent's changes in the gutter of the file itself, where a click opens them in VS Code's
 * own peek. That takes a source control, which is there only while there is something to mark: beside
 * a repository's it would stand empty otherwise.
 */
export class ChangesQuickDiff implements vscode.QuickDiffProvider, Disposable {
  private readonly store = new DisposableStore();
  private control: vscode.SourceControl | undefined;
  private marked = '';

  constructor(private readonly list: ChangeList) {
    this.store.add(list.onChanged(() => this.update()));
    this.store.add(toDisposable(() => this.control?.dispose()));
    this.update();
  }

  provideOriginalResource(uri: vscode.Uri): vscode.Uri | undefined {
    const isMarked = uri.scheme === 'file' && this.list.at(uri.fsPath).some(view => view.lines);
    return isMarked ? beforeUri(uri.fsPath) : undefined;
  }

  dispose(): void {
    this.store.dispose();
  }

  private update(): void {
    const files = this.list.all.filter(view => view.lines).map(({ review }) => review.path);
    const marked = [...new Set(files)].sort().join('\n');
    if (marked === this.marked) {
      return;
    }
    this.marked = marked;
    if (files.length === 0) {
      this.control?.dispose();
      this.control = undefined;
      return;
    }
    this.control ??= createControl();
    this.control.count = 0;
    // Setting it makes VS Code ask again, for files that it has asked about before too.
    this.control.quickDiffProvider = this;
  }
}

function createControl(): vscode.SourceControl {
  const control = vscode.scm.createSourceControl('tandem', vscode.l10n.t("Claude's Changes"));
  control.inputBox.visible = false;
  return control;
}

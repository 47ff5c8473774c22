import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Log } from '../../base/log';
import type { ChangeList } from '../../core/edits/review/changeList';
import type { Reviews } from '../../core/edits/review/reviews';
import type { SavedFiles } from '../../core/edits/review/savedFiles';

/** Milliseconds of rest after typing before the changes of a file are compared again. */
const restAfterTyping = 150;

/** Keeps the list of changes true to what happens to files, in editors and on disk. */
export class FileEvents implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timers = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly list: ChangeList,
    reviews: Reviews,
    saved: SavedFiles,
    log: Log,
  ) {
    const { workspace } = vscode;
    this.store.add(workspace.onDidChangeTextDocument(({ document }) => this.later(document.uri)));
    this.store.add(workspace.onDidCloseTextDocument(({ uri }) => this.later(uri)));
    this.store.add(
      workspace.onDidSaveTextDocument(({ uri }) => {
        saved.note(uri.fsPath, Date.now());
        this.later(uri);
      }),
    );
    this.store.add(
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) {
          void reviews.refresh().catch((error: unknown) => log.warn('Reviews', error));
        }
      }),
    );
    this.store.add(
      workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) {
          void reviews.moved(oldUri.fsPath, newUri.fsPath);
        }
      }),
    );
    // VS Code watches its folders anyway; of other files the editor's own events must do.
    const watcher = this.store.add(workspace.createFileSystemWatcher('**'));
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
      this.store.add(event(uri => this.later(uri)));
    }
  }

  dispose(): void {
    for (const timer of this.timers.values()) {
      clearTimeout(timer);
    }
    this.store.dispose();
  }

  private later({ scheme, fsPath }: vscode.Uri): void {
    if (scheme !== 'file' || !this.list.follows(fsPath)) {
      return;
    }
    clearTimeout(this.timers.get(fsPath));
    this.timers.set(
      fsPath,
      setTimeout(() => {
        this.timers.delete(fsPath);
        this.list.refresh([fsPath]);
      }, restAfterTyping),
    );
  }
}

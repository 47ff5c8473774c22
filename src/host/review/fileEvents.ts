import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Log } from '../../base/log';
import type { ChangeList } from '../../core/edits/review/changeList';
import type { Reviews } from '../../core/edits/review/reviews';
import type { SavedFiles } from '../../core/edits/review/savedFiles';

/** Milliseconds of rest after typing before a file's changes are compared again. */
const restAfterTyping = 150;

/** Updates the list of changes when files change in editors or on disk. */
export class FileEvents implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timers = new Map<string, Disposable>();

  constructor(
    private readonly list: ChangeList,
    reviews: Reviews,
    saved: SavedFiles,
    private readonly clock: Clock,
    log: Log,
    onDiskChange: (path: string) => void = () => undefined,
  ) {
    const { workspace } = vscode;
    this.store.add(workspace.onDidChangeTextDocument(({ document }) => this.later(document.uri)));
    this.store.add(workspace.onDidCloseTextDocument(({ uri }) => this.later(uri)));
    this.store.add(
      workspace.onDidSaveTextDocument(({ uri }) => {
        saved.note(uri.fsPath, clock.now());
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
          void reviews
            .moved(oldUri.fsPath, newUri.fsPath)
            .catch((error: unknown) => log.warn('A renamed file', error));
        }
      }),
    );
    // VS Code watches its folders anyway; for other files, the editor events must suffice.
    const watcher = this.store.add(workspace.createFileSystemWatcher('**'));
    for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
      this.store.add(
        event(uri => {
          onDiskChange(uri.fsPath);
          this.later(uri);
        }),
      );
    }
  }

  dispose(): void {
    for (const timer of this.timers.values()) {
      timer.dispose();
    }
    this.store.dispose();
  }

  private later({ scheme, fsPath }: vscode.Uri): void {
    if (scheme !== 'file' || !this.list.follows(fsPath)) {
      return;
    }
    this.timers.get(fsPath)?.dispose();
    this.timers.set(
      fsPath,
      this.clock.setTimeout(() => {
        this.timers.delete(fsPath);
        this.list.refresh([fsPath]);
      }, restAfterTyping),
    );
  }
}

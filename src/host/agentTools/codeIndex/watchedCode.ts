import { relative, sep } from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { CodeFinder } from '../../../core/codeIndex/codeFinder';

/** Changes that are passed on one by one; with more, the whole folder is looked at. */
const mostChanges = 2_000;

/** Follows the files of folders that were searched, until the worker ends. */
export class WatchedCode implements Disposable {
  private readonly roots = new Map<string, WatchedFolder>();

  constructor(private readonly finder: Pick<CodeFinder, 'note'>) {}

  /** Passes on what has changed in a folder since the last search, and follows it from now on. */
  settle(root: string): void {
    const known = this.roots.get(root);
    if (known) known.passOn(this.finder);
    else this.roots.set(root, new WatchedFolder(root));
  }

  /** Follows nothing any more; the worker looks at all files when it starts again. */
  release(): void {
    for (const folder of this.roots.values()) folder.dispose();
    this.roots.clear();
  }

  dispose(): void {
    this.release();
  }
}

class WatchedFolder implements Disposable {
  private readonly store = new DisposableStore();
  private changed = new Set<string>();
  private isStale = false;

  constructor(private readonly root: string) {
    const pattern = new vscode.RelativePattern(vscode.Uri.file(root), '**/*');
    const watcher = this.store.add(vscode.workspace.createFileSystemWatcher(pattern));
    const note = (uri: vscode.Uri) => this.note(uri);
    this.store.add(watcher.onDidCreate(note));
    this.store.add(watcher.onDidChange(note));
    this.store.add(watcher.onDidDelete(note));
  }

  passOn(finder: Pick<CodeFinder, 'note'>): void {
    const { root, changed, isStale } = this;
    this.changed = new Set();
    this.isStale = false;
    if (isStale) finder.note({ kind: 'stale', root });
    else if (changed.size > 0) finder.note({ kind: 'changed', root, paths: [...changed] });
  }

  dispose(): void {
    this.store.dispose();
  }

  private note({ fsPath }: vscode.Uri): void {
    const path = relative(this.root, fsPath).split(sep).join('/');
    if (this.isStale || path === '' || /(?:^|\/)(?:\.git|node_modules)(?:\/|$)/.test(path)) {
      return;
    }
    this.changed.add(path);
    if (this.changed.size > mostChanges) {
      this.isStale = true;
      this.changed.clear();
    }
  }
}

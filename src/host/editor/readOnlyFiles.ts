import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';

/**
 * File system of documents that exist in memory only. Nothing in it can be created or changed.
 * With a file system, and not a content provider, VS Code decodes documents like files and opens
 * images and notebooks. It also restores their tabs after a reload.
 */
export abstract class ReadOnlyFiles implements vscode.FileSystemProvider, Disposable {
  protected readonly store = new DisposableStore();
  protected readonly changed = this.store.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly onDidChangeFile = this.changed.event;

  abstract stat(uri: vscode.Uri): vscode.FileStat | Promise<vscode.FileStat>;
  abstract readFile(uri: vscode.Uri): Uint8Array | Promise<Uint8Array>;

  watch(): vscode.Disposable {
    // Whoever changes a document fires `changed`.
    return new vscode.Disposable(() => undefined);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  writeFile(uri: vscode.Uri, _bytes: Uint8Array): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  dispose(): void {
    this.store.dispose();
  }
}

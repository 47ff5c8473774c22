import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import type { SettingsReader } from '../../settings';
import { mcpFile, type ServerPlace } from './workspaceServers';

/** Watches the workspace of this window for what decides on its MCP servers. */
export class EditorServerPlace implements ServerPlace, Disposable {
  private readonly store = new DisposableStore();
  private readonly mayDiffer = this.store.add(new Emitter<void>());
  private watched: Disposable | undefined;

  readonly onMayDiffer = this.mayDiffer.event;

  constructor(private readonly settings: SettingsReader) {
    this.watch();
    const { store } = this;
    store.add(
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        this.watch();
        this.mayDiffer.fire();
      }),
    );
    store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.mayDiffer.fire()));
    store.add(
      settings.onChanged(mayDiffer => {
        if (mayDiffer('tandem.mcp.offerWorkspaceServers')) {
          this.mayDiffer.fire();
        }
      }),
    );
  }

  get isTrusted(): boolean {
    return vscode.workspace.isTrusted;
  }

  get isOffering(): boolean {
    return this.isTrusted && this.settings.get('tandem.mcp.offerWorkspaceServers');
  }

  folders(): readonly string[] {
    return foldersOfWorkspace().map(({ uri }) => uri.fsPath);
  }

  dispose(): void {
    this.watched?.dispose();
    this.store.dispose();
  }

  private watch(): void {
    this.watched?.dispose();
    const watching = new DisposableStore();
    for (const folder of foldersOfWorkspace()) {
      const pattern = new vscode.RelativePattern(folder, mcpFile);
      const watcher = watching.add(vscode.workspace.createFileSystemWatcher(pattern));
      for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) {
        watching.add(event(() => this.mayDiffer.fire()));
      }
    }
    this.watched = watching;
  }
}

function foldersOfWorkspace(): readonly vscode.WorkspaceFolder[] {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.filter(({ uri }) => uri.scheme === 'file');
}

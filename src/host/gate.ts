import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { Emitter } from '../base/emitter';
import type { Gate } from '../contract/calls';
import type { CliAssistant } from './agent/cliAssistant';

/** Whether a conversation can be had at all: trust first, then a folder, then an agent. */
export class GateKeeper implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());

  readonly onChanged = this.changed.event;

  constructor(private readonly cli: CliAssistant) {
    const fire = () => this.changed.fire();
    this.store.add(vscode.workspace.onDidGrantWorkspaceTrust(fire));
    this.store.add(vscode.workspace.onDidChangeWorkspaceFolders(fire));
    this.store.add(cli.onChanged(fire));
  }

  /** Looks for the agent only in a trusted workspace with a folder: looking starts processes. */
  async current(): Promise<Gate> {
    if (!vscode.workspace.isTrusted) {
      return { kind: 'untrusted' };
    }
    if (!this.cwd) {
      return { kind: 'noFolder' };
    }
    const problem = await this.cli.problem();
    return problem ? { kind: 'noCli', ...problem } : { kind: 'open' };
  }

  /** The folder of the active editor's file, else the first of the workspace that is on a disk. */
  get cwd(): string | undefined {
    const active = vscode.window.activeTextEditor?.document.uri;
    const folder = active && vscode.workspace.getWorkspaceFolder(active);
    const folders = vscode.workspace.workspaceFolders ?? [];
    const onDisk = [folder, ...folders].find(one => one?.uri.scheme === 'file');
    return onDisk?.uri.fsPath;
  }

  /** All folders of the workspace that are on a disk, the one of the active editor first. */
  get folders(): readonly string[] {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const onDisk = folders.filter(one => one.uri.scheme === 'file').map(one => one.uri.fsPath);
    return [...new Set(this.cwd === undefined ? onDisk : [this.cwd, ...onDisk])];
  }

  dispose(): void {
    this.store.dispose();
  }
}

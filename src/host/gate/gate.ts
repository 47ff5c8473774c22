import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { Gate } from '../../contract/calls';
import type { CliAssistant } from '../agent/cliAssistant';
import type { SettingsReader } from '../settings';
import { defaultFolder, mustAsk, type OpenFolders } from './folderChoice';

/** Whether a conversation can be had at all: trust first, then a folder, then an agent. */
export class GateKeeper implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());

  readonly onChanged = this.changed.event;

  constructor(
    private readonly cli: CliAssistant,
    private readonly settings: SettingsReader,
  ) {
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

  /** The folder that new conversations run in, as `tandem.folder.default` says. */
  get cwd(): string | undefined {
    return defaultFolder(this.settings.get('tandem.folder.default'), this.open);
  }

  /** The user is to be asked for the folder of a new conversation. */
  get mustAsk(): boolean {
    return mustAsk(this.settings.get('tandem.folder.default'), this.open);
  }

  /** All folders of the workspace that are on a disk, the one of the active editor first. */
  get folders(): readonly string[] {
    const { active, folders } = this.open;
    return [...new Set(active === undefined ? folders : [active, ...folders])];
  }

  /** The same in the order of the workspace. */
  get workspaceFolders(): readonly string[] {
    return this.open.folders;
  }

  private get open(): OpenFolders {
    const isOnDisk = (folder: vscode.WorkspaceFolder) => folder.uri.scheme === 'file';
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(isOnDisk);
    const editor = vscode.window.activeTextEditor?.document.uri;
    const active = editor && vscode.workspace.getWorkspaceFolder(editor);
    return {
      folders: folders.map(folder => folder.uri.fsPath),
      active: active && isOnDisk(active) ? active.uri.fsPath : undefined,
    };
  }

  dispose(): void {
    this.store.dispose();
  }
}

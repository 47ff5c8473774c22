import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import type { ProgramGate } from '../../cli/programs/programGate';
import type { Gate } from '../../contract/calls';
import type { ProgramsQuestion } from '../../contract/programs';
import type { Channel } from '../../core/conversation/channel';
import type { CliAssistant } from '../agent/cliAssistant';
import type { ConversationAgent, DefaultAgents } from '../agents/defaultAgents';
import type { SettingsReader } from '../settings';
import { defaultFolder, mustAsk, type OpenFolders } from './folderChoice';

/** Decides whether conversations are possible: requires trust, then a folder, a CLI, and an answer. */
export class GateKeeper implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());

  readonly onChanged = this.changed.event;

  constructor(
    private readonly cli: CliAssistant,
    private readonly settings: SettingsReader,
    private readonly programs: Pick<ProgramGate, 'waiting' | 'onChanged'>,
    private readonly remembered: { readonly last: string | undefined },
    private readonly defaults: Pick<DefaultAgents, 'of' | 'onChanged'>,
  ) {
    const fire = () => this.changed.fire();
    this.store.add(vscode.workspace.onDidGrantWorkspaceTrust(fire));
    this.store.add(vscode.workspace.onDidChangeWorkspaceFolders(fire));
    this.store.add(cli.onChanged(fire));
    this.store.add(programs.onChanged(fire));
    this.store.add(defaults.onChanged(fire));
  }

  /**
   * Looks for the CLI only in a trusted workspace with a folder, because that starts processes.
   * While the first search runs, a CLI that an earlier window found counts.
   * A foreign agent needs neither the CLI nor an answer about what makes the CLI run programs.
   * @param shown the conversation that a page would show
   * @param agent of a conversation to come; absent: the folder's default
   */
  async current(shown?: Channel, agent?: ConversationAgent): Promise<Gate> {
    if (!vscode.workspace.isTrusted) {
      return { kind: 'untrusted' };
    }
    if (!this.cwd) {
      return { kind: 'noFolder' };
    }
    const { source } = shown?.record ?? agent ?? { source: this.defaults.of(this.cwd) };
    if (source !== undefined) {
      return { kind: 'open' };
    }
    const problem = await this.cli.likelyProblem();
    if (problem) {
      return { kind: 'noCli', ...problem };
    }
    const question = shown && this.questionAbout(shown);
    return question ? { kind: 'programs', ...question } : { kind: 'open' };
  }

  /** Folder for new conversations, chosen by `tandem.folder.default`. */
  get cwd(): string | undefined {
    return defaultFolder(this.settings.get('tandem.folder.default'), this.open);
  }

  /** True if the user must choose the folder of a new conversation. */
  get mustAsk(): boolean {
    return mustAsk(this.settings.get('tandem.folder.default'), this.open);
  }

  /** All workspace folders on disk, with the active editor's folder first. */
  get folders(): readonly string[] {
    const { active, folders } = this.open;
    return [...new Set(active === undefined ? folders : [active, ...folders])];
  }

  /** All workspace folders on disk, in workspace order. */
  get workspaceFolders(): readonly string[] {
    return this.open.folders;
  }

  /** A conversation that runs, or that may not start here, is shown whatever its folder brings. */
  private questionAbout({ agent, cwd, heldBy }: Channel): ProgramsQuestion | undefined {
    return agent.isLive || heldBy ? undefined : this.programs.waiting(cwd);
  }

  private get open(): OpenFolders {
    const isOnDisk = (folder: vscode.WorkspaceFolder) => folder.uri.scheme === 'file';
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(isOnDisk);
    const editor = vscode.window.activeTextEditor?.document.uri;
    const active = editor && vscode.workspace.getWorkspaceFolder(editor);
    return {
      folders: folders.map(folder => folder.uri.fsPath),
      active: active && isOnDisk(active) ? active.uri.fsPath : undefined,
      last: this.remembered.last,
    };
  }

  dispose(): void {
    this.store.dispose();
  }
}

import { basename } from 'node:path';
import * as vscode from 'vscode';
import { isOnUnknownShare } from '../../base/networkPath';
import { contains } from '../../core/edits/workspace/workTree';
import { isFolder } from '../../node/isFolder';
import { isWithin } from '../../node/isWithin';
import type { GateKeeper } from '../gate/gate';
import { nativeUi } from '../nativeText/nativeUi';
import { shortPath } from '../shortPath';
import type { OfferedFolder } from './pickFolders';
import type { Repositories } from './repositories';

interface FolderItem extends vscode.QuickPickItem {
  readonly path?: string;
  readonly browses?: boolean;
}

/** Lets the user choose among the folders that a conversation can run in. */
export class FolderPicker {
  constructor(
    private readonly gate: GateKeeper,
    private readonly repositories: Repositories,
  ) {}

  /** Returns the workspace folders and the same places in the work trees of their repositories. */
  async offered(): Promise<string[]> {
    return this.repositories.withWorktrees(this.gate.folders);
  }

  /**
   * Returns whether trust in this workspace covers a folder, so that a conversation can run there.
   * Lists also have sessions that ran above the workspace folders.
   */
  async covers(folder: string): Promise<boolean> {
    const offered = await this.offered();
    if (isOnUnknownShare(folder, offered, process.platform) || !(await isFolder(folder))) {
      return false;
    }
    const inside = await Promise.all(offered.map(one => isWithin(one, folder)));
    return inside.includes(true);
  }

  /**
   * Asks the user for a folder.
   * @param browses also offers any other folder on this machine
   * @returns path of the folder; undefined if the user cancels
   */
  async pick(title: string, browses = false): Promise<string | undefined> {
    const items: FolderItem[] = [];
    for (const { name, icon, description, path } of await this.rows()) {
      items.push({ label: name, iconPath: new vscode.ThemeIcon(icon), description, path });
    }
    if (browses) {
      items.push({ ...anotherFolder(), browses: true });
    }
    const picked = await nativeUi.showQuickPick(items, { title, matchOnDescription: true });
    return picked?.browses ? this.browse(title) : picked?.path;
  }

  /** Describes folders; by default those that a conversation can run in. */
  async rows(paths?: readonly string[]): Promise<readonly OfferedFolder[]> {
    const rows: OfferedFolder[] = [];
    for (const path of paths ?? (await this.offered())) {
      rows.push(await this.rowOf(path));
    }
    return rows;
  }

  /** Asks the user for any folder on this machine. */
  async browse(title: string): Promise<string | undefined> {
    const [uri] =
      (await vscode.window.showOpenDialog({
        title,
        canSelectFiles: false,
        canSelectFolders: true,
        openLabel: vscode.l10n.t('Choose'),
      })) ?? [];
    return uri?.fsPath;
  }

  /** Returns the folder for a new conversation, asking if `tandem.folder.default` requires it. */
  async forNew(): Promise<string | undefined> {
    return this.gate.mustAsk
      ? this.pick(vscode.l10n.t('Folder of the new conversation'))
      : this.gate.cwd;
  }

  private async rowOf(path: string): Promise<OfferedFolder> {
    const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.fsPath === path);
    const trees = await this.repositories.worktreesOf(path);
    // Work trees may be nested: take the innermost.
    const [tree] = trees
      .filter(one => contains(one.path, path))
      .sort((a, b) => b.path.length - a.path.length);
    const isLinked = tree !== undefined && !tree.isMain;
    return {
      name: (isLinked ? tree.branch : folder?.name) ?? basename(path),
      icon: isLinked ? 'git-branch' : 'folder',
      description: shortPath(path),
      path,
    };
  }
}

/** The choice of a folder that is not listed. */
export function anotherFolder(): vscode.QuickPickItem {
  return {
    label: vscode.l10n.t('Another Folder…'),
    iconPath: new vscode.ThemeIcon('folder-opened'),
  };
}

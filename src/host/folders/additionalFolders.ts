import { isAbsolute } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../base/errors';
import type { Channel } from '../../core/conversation/channel';
import { isFolder } from '../../node/isFolder';
import type { GateKeeper } from '../gate/gate';
import { nativeUi } from '../nativeText/nativeUi';
import { shortPath } from '../shortPath';
import { anotherFolder, type FolderPicker } from './folderPicker';

interface Choice extends vscode.QuickPickItem {
  readonly path?: string;
}

/** Manages the folders that a conversation's agent may work in, in addition to its own. */
export class AdditionalFolders {
  constructor(
    private readonly gate: GateKeeper,
    private readonly picks: FolderPicker,
  ) {}

  /** @throws UserError `folder.missing` */
  async add(channel: Channel, path: string): Promise<void> {
    if (!isAbsolute(path) || !(await isFolder(path))) {
      throw new UserError('folder.missing', vscode.l10n.t('{0} is not a folder.', path));
    }
    const { addDirs = [] } = channel.record;
    if (!addDirs.includes(path) && path !== channel.cwd) {
      channel.setFolders([...addDirs, path]);
    }
  }

  /**
   * Lets the user select among the workspace's other folders and those already added.
   * @returns the folders, if the user has changed them
   */
  async edit(channel: Channel): Promise<readonly string[] | undefined> {
    const { addDirs = [] } = channel.record;
    const others = this.gate.folders.filter(path => path !== channel.cwd);
    const items: Choice[] = [...new Set([...addDirs, ...others])].map(path => ({
      label: shortPath(path),
      picked: addDirs.includes(path),
      path,
    }));
    items.push(anotherFolder());
    const picked = await nativeUi.showQuickPick(items, {
      title: vscode.l10n.t('Additional Folders Beside {0}', shortPath(channel.cwd)),
      placeHolder: vscode.l10n.t('Taken up with the next message'),
      canPickMany: true,
    });
    if (!picked) {
      return undefined;
    }
    const paths = picked.flatMap(item => item.path ?? []);
    if (picked.some(item => item.path === undefined)) {
      const more = await this.picks.browse(vscode.l10n.t('Add a folder'));
      paths.push(...(more === undefined ? [] : [more]));
    }
    const isSame = paths.length === addDirs.length && paths.every(path => addDirs.includes(path));
    if (isSame) {
      return undefined;
    }
    const added = [...new Set(paths)];
    channel.setFolders(added);
    return added;
  }
}

import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ConversationFolder } from '../../contract/events';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import { branchIn, findRepository } from '../../node/git/repository';
import { shortened } from '../../node/shortPath';
import type { Chats } from '../chat/chats';
import type { FolderActions } from '../chat/folderActions';
import type { AdditionalFolders } from './additionalFolders';
import type { FolderPicker } from './folderPicker';
import type { Repositories } from './repositories';
import type { WorktreeCommands } from './worktreeCommands';

/** Describes the folder of each conversation and handles the user's actions on it. */
export class ConversationFolders implements FolderActions, Disposable {
  private readonly store = new DisposableStore();
  private readonly seen = new WeakSet<Channel>();

  constructor(
    private readonly registry: ChannelRegistry,
    private readonly chats: () => Chats,
    private readonly picker: FolderPicker,
    private readonly worktrees: WorktreeCommands,
    private readonly additional: AdditionalFolders,
    private readonly repositories: Repositories,
    private readonly log: Log,
  ) {
    const all = () => registry.all.forEach(channel => void this.showFolder(channel));
    this.store.add(
      registry.onChanged(channel => {
        if (!this.seen.has(channel)) {
          this.seen.add(channel);
          void this.showFolder(channel);
        }
      }),
    );
    this.store.add(repositories.onChanged(all));
    this.store.add(vscode.workspace.onDidChangeWorkspaceFolders(all));
  }

  async open(channel: Channel): Promise<void> {
    if (channel.isFresh) {
      const title = vscode.l10n.t('Folder of this conversation');
      const cwd = await this.picker.pick(title);
      if (cwd !== undefined && cwd !== channel.cwd) {
        await this.move(channel, cwd);
      }
      return;
    }
    if (channel.conversation.summary.folder?.branch !== undefined) {
      return this.worktrees.manage(channel);
    }
    await this.additional.edit(channel);
  }

  async moveToOtherFolder(channel: Channel): Promise<void> {
    const title = vscode.l10n.t('Go on in which folder? {0} is gone.', shortened(channel.cwd));
    const cwd = await this.picker.pick(title, true);
    if (cwd !== undefined) {
      await this.move(channel, cwd);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private async move(channel: Channel, cwd: string): Promise<void> {
    const next = await this.registry.create(
      cwd,
      await channel.forking.startElsewhere(channel.title),
    );
    // The draft moves along, so reopening the closed conversation must not restore it.
    channel.saveDraft({ text: '', images: [] });
    await this.chats().exchange(channel, next);
  }

  private async showFolder(channel: Channel): Promise<void> {
    try {
      channel.folderNotice.show(await folderOf(channel.cwd));
      // Starts the watch that reports later changes of the branch.
      await this.repositories.worktreesOf(channel.cwd);
    } catch (error) {
      this.log.warn(`${channel.cwd} could not be looked at`, { error: messageOf(error) });
    }
  }
}

/** Returns an empty place if the conversation runs in the window's only folder. */
async function folderOf(cwd: string): Promise<Pick<ConversationFolder, 'name' | 'branch'>> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const own = folders.find(({ uri }) => uri.fsPath === cwd);
  const repository = await findRepository(cwd);
  const isLinked = repository !== undefined && repository.gitFolder !== repository.commonFolder;
  if (folders.length < 2 && own && !isLinked) {
    return {};
  }
  const name = own?.name ?? basename(await realpath(cwd).catch(() => cwd));
  if (!isLinked) {
    return { name };
  }
  const { branch = vscode.l10n.t('(no branch)') } = await branchIn(repository.gitFolder);
  return { name, branch };
}

import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { Place } from '../../contract/events';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelRegistry } from '../../core/registry/registry';
import { branchIn, findRepository } from '../../node/git/repository';
import { shortened } from '../../node/shortPath';
import type { Chats } from '../chat/chats';
import type { PlaceActions } from '../chat/placeActions';
import type { FolderPicks } from './folderPicks';
import type { FurtherFolders } from './furtherFolders';
import type { Repositories } from './repositories';
import type { WorktreeRoom } from './worktreeRoom';

/** Describes the folder of each conversation and handles the user's actions on it. */
export class Places implements PlaceActions, Disposable {
  private readonly store = new DisposableStore();
  private readonly seen = new WeakSet<Channel>();

  constructor(
    private readonly registry: ChannelRegistry,
    private readonly chats: () => Chats,
    private readonly picks: FolderPicks,
    private readonly worktrees: WorktreeRoom,
    private readonly further: FurtherFolders,
    private readonly repositories: Repositories,
    private readonly log: Log,
  ) {
    const all = () => registry.all.forEach(channel => void this.describe(channel));
    this.store.add(
      registry.onChanged(channel => {
        if (!this.seen.has(channel)) {
          this.seen.add(channel);
          void this.describe(channel);
        }
      }),
    );
    this.store.add(repositories.onChanged(all));
    this.store.add(vscode.workspace.onDidChangeWorkspaceFolders(all));
  }

  async open(channel: Channel): Promise<void> {
    if (channel.isFresh) {
      const title = vscode.l10n.t('Folder of this conversation');
      const cwd = await this.picks.pick(title);
      if (cwd !== undefined && cwd !== channel.cwd) {
        await this.move(channel, cwd);
      }
      return;
    }
    if (channel.conversation.summary.place?.branch !== undefined) {
      return this.worktrees.manage(channel);
    }
    await this.further.edit(channel);
  }

  async moveToOther(channel: Channel): Promise<void> {
    const title = vscode.l10n.t('Go on in which folder? {0} is gone.', shortened(channel.cwd));
    const cwd = await this.picks.pick(title, true);
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

  private async describe(channel: Channel): Promise<void> {
    try {
      channel.place.show(await placeOf(channel.cwd));
      // Starts the watch that reports later changes of the branch.
      await this.repositories.worktreesOf(channel.cwd);
    } catch (error) {
      this.log.warn(`${channel.cwd} could not be looked at`, { error: messageOf(error) });
    }
  }
}

/** Returns an empty place if the conversation runs in the window's only folder. */
async function placeOf(cwd: string): Promise<Pick<Place, 'folder' | 'branch'>> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const own = folders.find(({ uri }) => uri.fsPath === cwd);
  const repository = await findRepository(cwd);
  const isLinked = repository !== undefined && repository.gitFolder !== repository.commonFolder;
  if (folders.length < 2 && own && !isLinked) {
    return {};
  }
  const folder = own?.name ?? basename(await realpath(cwd).catch(() => cwd));
  if (!isLinked) {
    return { folder };
  }
  const { branch = vscode.l10n.t('(no branch)') } = await branchIn(repository.gitFolder);
  return { folder, branch };
}

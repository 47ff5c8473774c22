import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import type { LaunchSettings } from '../../cli/launch/launchSettings';
import type { ConversationFolder } from '../../contract/events';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import { branchIn, findRepository } from '../../node/git/repository';
import type { Chats } from '../chat/chats';
import type { FolderActions } from '../chat/folderActions';
import type { GateKeeper } from '../gate/gate';
import { shortPath } from '../shortPath';
import type { AdditionalFolders } from './additionalFolders';
import type { FolderPicker } from './folderPicker';
import { pickFolders } from './pickFolders';
import type { RememberedFolders } from './rememberedFolders';
import type { Repositories } from './repositories';
import type { WorktreeCommands } from './worktreeCommands';

interface FolderParts {
  readonly registry: ChannelRegistry;
  chats(): Chats;
  readonly picker: FolderPicker;
  readonly worktrees: WorktreeCommands;
  readonly additional: AdditionalFolders;
  readonly repositories: Repositories;
  readonly remembered: RememberedFolders;
  readonly gate: Pick<GateKeeper, 'workspaceFolders'>;
  /** Settings that an agent in this folder starts with. */
  configured(cwd: string): Pick<LaunchSettings, 'tandem.additionalDirectories'>;
  readonly log: Log;
}

/** Describes the folder of each conversation and handles the user's actions on it. */
export class ConversationFolders implements FolderActions, Disposable {
  private readonly store = new DisposableStore();
  private readonly seen = new WeakSet<Channel>();

  constructor(private readonly parts: FolderParts) {
    const { registry, repositories } = parts;
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
      return this.choose(channel);
    }
    if (channel.conversation.summary.folder?.branch !== undefined) {
      return this.parts.worktrees.manage(channel);
    }
    const added = await this.parts.additional.edit(channel);
    if (added) {
      await this.parts.remembered.remember(channel.cwd, added, false);
    }
  }

  /** Lets the user choose folders of a new conversation, or manage the worktree that it is in. */
  private async choose(channel: Channel): Promise<void> {
    const { picker, remembered } = this.parts;
    const { cwd, record } = channel;
    const before = record.addDirs ?? [];
    const chosen = await pickFolders({
      title: vscode.l10n.t('Folders of this conversation'),
      ...{ cwd, added: before },
      folders: await picker.rows(),
      roots: await picker.rows(this.parts.gate.workspaceFolders),
      worktree: channel.conversation.summary.folder?.branch,
      browse: () => picker.browse(vscode.l10n.t('Add a folder')),
    });
    const isMoved = chosen.cwd !== cwd;
    const isSame = chosen.added.join('\n') === before.join('\n');
    if (isMoved || !isSame) {
      await remembered.remember(chosen.cwd, chosen.added, isMoved);
    }
    if (isMoved) {
      await this.move(channel, chosen.cwd, chosen.added);
    } else if (!isSame) {
      channel.setFolders(chosen.added);
    }
    if (chosen.managesWorktree) {
      await this.parts.worktrees.manage(channel);
    }
  }

  async moveToOtherFolder(channel: Channel): Promise<void> {
    const title = vscode.l10n.t(
      'In which folder should it continue? {0} no longer exists.',
      shortPath(channel.cwd),
    );
    const cwd = await this.parts.picker.pick(title, true);
    if (cwd !== undefined) {
      await this.move(channel, cwd);
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private async move(channel: Channel, cwd: string, addDirs?: readonly string[]): Promise<void> {
    const { registry, chats } = this.parts;
    const start = await channel.forking.startElsewhere(channel.title);
    const next = await registry.create(cwd, { ...start, ...(addDirs ? { addDirs } : {}) });
    // The draft moves along, so reopening the closed conversation must not restore it.
    channel.saveDraft({ text: '', images: [] });
    await chats().exchange(channel, next);
  }

  private async showFolder(channel: Channel): Promise<void> {
    const { repositories, log, configured } = this.parts;
    try {
      const { 'tandem.additionalDirectories': always = [] } = configured(channel.cwd);
      channel.folderNotice.show(await folderOf(channel.cwd), always);
      // Starts the watch that reports later changes of the branch.
      await repositories.worktreesOf(channel.cwd);
    } catch (error) {
      log.warn(`${channel.cwd} could not be looked at`, { error: messageOf(error) });
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

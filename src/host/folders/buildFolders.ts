import type { Disposable } from '../../base/disposable';
import type { Log } from '../../base/log';
import type { CliSessionWatch } from '../../cli/sessions/cliSessionWatch';
import type { SessionId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import { GitProgram } from '../../node/git/gitProgram';
import { Worktrees } from '../../node/git/worktrees';
import { readLaunchSettings } from '../agent/readLaunchSettings';
import type { Chats } from '../chat/chats';
import type { GateKeeper } from '../gate/gate';
import type { SettingsReader } from '../settings';
import { AdditionalFolders } from './additionalFolders';
import { ConversationFolders } from './conversationFolders';
import { FolderPicker } from './folderPicker';
import { findFolderUsers } from './folderUsers';
import type { RememberedFolders } from './rememberedFolders';
import { Repositories } from './repositories';
import { WorktreeCommands } from './worktreeCommands';
import { WorktreeMaker } from './worktreeMaker';
import type { WorktreeOptions } from './worktreeOptions';
import { WorktreeText } from './worktreeText';

export interface FoldersOptions {
  readonly gate: GateKeeper;
  readonly settings: SettingsReader;
  readonly registry: ChannelRegistry;
  readonly chats: () => Chats;
  readonly log: Log;
  readonly watch: CliSessionWatch;
  readonly remembered: RememberedFolders;
  /** Returns the folder of a stored session. */
  folderOf(id: SessionId): Promise<string | undefined>;
  /** @throws UserError if the agent stores every conversation */
  requireTemporary(): Promise<void>;
  onWorktreeRemoved(path: string): Promise<void>;
  /** Registers a part with the owner that disposes it. */
  add<T extends Disposable>(part: T): T;
}

/** Folder services for commands and pages. */
export interface Folders {
  readonly picker: FolderPicker;
  readonly additional: AdditionalFolders;
  readonly worktrees: WorktreeCommands;
  readonly worktreeMaker: WorktreeMaker;
  readonly conversationFolders: ConversationFolders;
  readonly repositories: Repositories;
  requireTemporary(): Promise<void>;
}

/** Builds the services that choose, show and create folders for conversations. */
export function buildFolders(options: FoldersOptions): Folders {
  const { gate, settings, registry, chats, log, add, requireTemporary, watch, remembered } =
    options;
  const git = add(new GitProgram({ env: process.env, platform: process.platform }));
  const repositories = add(new Repositories(log));
  const picker = new FolderPicker(gate, repositories);
  const additional = new AdditionalFolders(gate, picker);
  const text = add(new WorktreeText());
  const making = { worktrees: new Worktrees(git), repositories, settings };
  const worktreeMaker = new WorktreeMaker(making);
  const commands = {
    ...making,
    chats,
    channels: (): readonly Channel[] => registry.all,
    users: (folder: string) =>
      findFolderUsers(folder, {
        openInWindows: () => registry.openInWindows(),
        folderOf: id => options.folderOf(id),
        live: () => watch.live.list(),
        foreignProcesses: (ids, own) => watch.foreignProcesses(ids, own),
        pids: () => new Set(registry.all.flatMap(({ agent }) => agent.slot.pid ?? [])),
      }),
    folder: () => picker.forNew(),
    showText: (title: string, content: string) => text.show(title, content),
    onRemoved: (path: string) => options.onWorktreeRemoved(path),
  } satisfies WorktreeOptions;
  const worktrees = new WorktreeCommands(commands, worktreeMaker);
  const conversationFolders = add(
    new ConversationFolders({
      ...{ registry, chats, picker, worktrees, additional, repositories, log, remembered, gate },
      configured: cwd => readLaunchSettings(settings, cwd, gate.folders),
    }),
  );
  return {
    ...{ picker, additional, worktrees, worktreeMaker, conversationFolders, repositories },
    requireTemporary,
  };
}

import type { Disposable } from '../../base/disposable';
import type { Log } from '../../base/log';
import type { CliSessionWatch } from '../../cli/sessions/cliSessionWatch';
import type { SessionId } from '../../contract/ids';
import type { Channel } from '../../core/conversation/channel';
import type { ChannelRegistry } from '../../core/registry/registry';
import { GitProgram } from '../../node/git/gitProgram';
import type { Chats } from '../chat/chats';
import type { GateKeeper } from '../gate/gate';
import type { SettingsReader } from '../settings';
import { FolderPicks } from './folderPicks';
import { findFolderUsers } from './folderUsers';
import { FurtherFolders } from './furtherFolders';
import { Places } from './places';
import { Repositories } from './repositories';
import { WorktreeRoom } from './worktreeRoom';
import { Worktrees } from './worktrees';
import { WorktreeText } from './worktreeText';

export interface FoldersOptions {
  readonly gate: GateKeeper;
  readonly settings: SettingsReader;
  readonly registry: ChannelRegistry;
  readonly chats: () => Chats;
  readonly log: Log;
  readonly watch: CliSessionWatch;
  /** Returns the folder of a stored session. */
  folderOf(id: SessionId): Promise<string | undefined>;
  /** @throws UserError if the agent stores every conversation */
  requireTemporary(): Promise<void>;
  /** Registers a part with the owner that disposes it. */
  add<T extends Disposable>(part: T): T;
}

/** Folder services for commands and pages. */
export interface Folders {
  readonly picks: FolderPicks;
  readonly further: FurtherFolders;
  readonly worktrees: WorktreeRoom;
  readonly places: Places;
  readonly repositories: Repositories;
  requireTemporary(): Promise<void>;
}

/** Builds the services that choose, show and create folders for conversations. */
export function buildFolders(options: FoldersOptions): Folders {
  const { gate, settings, registry, chats, log, add, requireTemporary, watch } = options;
  const git = add(new GitProgram({ env: process.env, platform: process.platform }));
  const repositories = add(new Repositories(log));
  const picks = new FolderPicks(gate, repositories);
  const further = new FurtherFolders(gate, picks);
  const text = add(new WorktreeText());
  const worktrees = new WorktreeRoom({
    worktrees: new Worktrees(git),
    repositories,
    settings,
    chats,
    channels: (): readonly Channel[] => registry.all,
    users: folder =>
      findFolderUsers(folder, {
        openInWindows: () => registry.openInWindows(),
        folderOf: id => options.folderOf(id),
        live: () => watch.live.list(),
        strangers: (ids, own) => watch.strangers(ids, own),
        pids: () => new Set(registry.all.flatMap(({ agent }) => agent.slot.pid ?? [])),
      }),
    folder: () => picks.forNew(),
    showText: (title, content) => text.show(title, content),
  });
  const places = add(new Places(registry, chats, picks, worktrees, further, repositories, log));
  return { picks, further, worktrees, places, repositories, requireTemporary };
}

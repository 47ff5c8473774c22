import * as vscode from 'vscode';
import type { Channel } from '../../core/conversation/channel';
import type { Worktree } from '../../node/git/repository';
import type { Chats } from '../chat/chats';
import type { SettingsReader } from '../settings';
import type { FolderUsers } from './removal';
import type { Repositories } from './repositories';
import type { Worktrees } from './worktrees';

export interface WorktreeRoomOptions {
  readonly worktrees: Worktrees;
  readonly repositories: Repositories;
  readonly settings: SettingsReader;
  readonly chats: () => Chats;
  /** The conversations that are open in this window. */
  readonly channels: () => readonly Channel[];
  /** Who else has conversations in a folder. */
  readonly users: (folder: string) => Promise<FolderUsers>;
  /** The folder of new conversations; undefined when the user leaves the question. */
  readonly folder: () => Promise<string | undefined>;
  showText(title: string, text: string): Promise<void>;
}

/** A work tree as the user manages it: the one of a conversation. */
export interface OwnTree {
  readonly tree: Worktree;
  readonly main: Worktree;
}

/** With a way to stop it. */
export async function withProgress<T>(
  title: string,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress({ location, title, cancellable: true }, (_, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    return run(abort.signal);
  });
}

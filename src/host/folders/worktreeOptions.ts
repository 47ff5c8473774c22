import * as vscode from 'vscode';
import type { Channel } from '../../core/conversation/channel';
import type { Worktree } from '../../node/git/repository';
import type { Worktrees } from '../../node/git/worktrees';
import type { Chats } from '../chat/chats';
import { nativeUi } from '../nativeText/nativeUi';
import type { SettingsReader } from '../settings';
import { shortPath } from '../shortPath';
import type { Repositories } from './repositories';
import type { FolderUsers } from './worktreeRemoval';

export interface WorktreeOptions {
  readonly worktrees: Worktrees;
  readonly repositories: Repositories;
  readonly settings: SettingsReader;
  readonly chats: () => Chats;
  /** Conversations that are open in this window. */
  readonly channels: () => readonly Channel[];
  /** Finds other windows' and terminals' conversations in a folder. */
  readonly users: (folder: string) => Promise<FolderUsers>;
  /** Returns the folder for new conversations; undefined if the user cancels. */
  readonly folder: () => Promise<string | undefined>;
  showText(title: string, text: string): Promise<void>;
  /** Called when a work tree is gone. */
  onRemoved(path: string): Promise<void>;
}

/** A conversation's work tree and the main work tree of its repository. */
export interface OwnWorktree {
  readonly tree: Worktree;
  readonly main: Worktree;
}

/** Returns the work tree's name for the user. */
export function nameOf(tree: Worktree): string {
  return tree.branch ?? shortPath(tree.path);
}

/** Runs a task with a cancellable progress notification. */
export async function withProgress<T>(
  title: string,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const location = vscode.ProgressLocation.Notification;
  return nativeUi.withProgress({ location, title, cancellable: true }, (_, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    return run(abort.signal);
  });
}

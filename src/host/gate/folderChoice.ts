/** Absolute paths of the workspace's folders on a disk, in its own order. */
export interface OpenFolders {
  readonly folders: readonly string[];
  /** The one of the active editor's file. */
  readonly active?: string | undefined;
}

export type FolderDefault = 'activeEditor' | 'first' | 'ask';

/** The folder that a new conversation runs in when nobody is asked. */
export function defaultFolder(
  setting: FolderDefault,
  { folders, active }: OpenFolders,
): string | undefined {
  return setting === 'first' ? folders[0] : (active ?? folders[0]);
}

/** Whether the user is to be asked before a new conversation is begun. */
export function mustAsk(setting: FolderDefault, { folders }: OpenFolders): boolean {
  return setting === 'ask' && folders.length > 1;
}

/** Names the workspace, whatever editor is active in it and however its folders are ordered. */
export function workspaceKey(folders: readonly string[]): string | undefined {
  return folders.length === 0 ? undefined : [...folders].sort().join('\n');
}

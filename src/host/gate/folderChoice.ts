/** Absolute paths of the workspace folders on disk, in workspace order. */
export interface OpenFolders {
  readonly folders: readonly string[];
  /** Workspace folder of the active editor's file. */
  readonly active?: string | undefined;
  /** Workspace folder that the user chose last. */
  readonly last?: string | undefined;
}

export type FolderDefault = 'activeEditor' | 'first' | 'ask';

/** Returns the folder for a new conversation when the user is not asked. */
export function defaultFolder(
  setting: FolderDefault,
  { folders, active, last }: OpenFolders,
): string | undefined {
  const chosen = folders.find(folder => folder === last);
  return setting === 'first' ? folders[0] : (active ?? chosen ?? folders[0]);
}

/** Returns whether the user must choose a folder before a new conversation starts. */
export function mustAsk(setting: FolderDefault, { folders }: OpenFolders): boolean {
  return setting === 'ask' && folders.length > 1;
}

/** Identifies the workspace, regardless of the active editor and the order of the folders. */
export function workspaceKey(folders: readonly string[]): string | undefined {
  return folders.length === 0 ? undefined : [...folders].sort().join('\n');
}

import * as vscode from 'vscode';

/** Folders whose files are offered as tasks, relative to a workspace folder, and their files. */
const places = [
  { folder: '.github/prompts', files: '**/*.prompt.md' },
  { folder: '.claude/commands', files: '**/*.md' },
];

/** Globs for the prompt files of a workspace folder. */
export const promptFiles = places.map(({ folder, files }) => `${folder}/${files}`);

/** Workspace folders on disk: the CLI cannot run elsewhere, and a folder elsewhere may not answer. */
export function foldersOnDisk(): readonly vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

/** Whether one of them may have prompt files. Starts no program. */
export function hasPromptFolder(): Promise<boolean> {
  const found = foldersOnDisk().flatMap(({ uri }) =>
    places.map(({ folder }) => vscode.workspace.fs.stat(vscode.Uri.joinPath(uri, folder))),
  );
  return Promise.any(found).then(
    () => true,
    () => false,
  );
}

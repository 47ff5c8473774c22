import * as vscode from 'vscode';

/** Folders whose files are offered as tasks, relative to a workspace folder, and their files. */
const places = [
  { folder: '.github/prompts', files: '**/*.prompt.md' },
  { folder: '.claude/commands', files: '**/*.md' },
];

/** Globs for the prompt files of a workspace folder. */
export const promptFiles = places.map(({ folder, files }) => `${folder}/${files}`);

/** Whether a workspace folder on disk may have prompt files. Starts no program. */
export function hasPromptFolder(): Promise<boolean> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const found = folders
    // The CLI cannot run elsewhere, and a folder elsewhere may not answer.
    .filter(({ uri }) => uri.scheme === 'file')
    .flatMap(({ uri }) =>
      places.map(({ folder }) => vscode.workspace.fs.stat(vscode.Uri.joinPath(uri, folder))),
    );
  return Promise.any(found).then(
    () => true,
    () => false,
  );
}

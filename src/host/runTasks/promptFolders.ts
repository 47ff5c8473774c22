import * as vscode from 'vscode';

/** Folders whose files are offered as tasks, relative to a workspace folder, and their files. */
const places = [
  { folder: '.github/prompts', files: '**/*.prompt.md' },
  { folder: '.claude/commands', files: '**/*.md' },
];

/** Glob for all prompt files of a workspace folder. */
export const promptFiles = `{${places.map(({ folder, files }) => `${folder}/${files}`).join(',')}}`;

/** Whether the workspace may have prompt files. Starts no program. */
export async function hasPromptFolder(): Promise<boolean> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const found = folders.flatMap(({ uri }) =>
    places.map(({ folder }) => exists(vscode.Uri.joinPath(uri, folder))),
  );
  return (await Promise.all(found)).includes(true);
}

function exists(uri: vscode.Uri): Promise<boolean> {
  return Promise.resolve(vscode.workspace.fs.stat(uri)).then(
    () => true,
    () => false,
  );
}

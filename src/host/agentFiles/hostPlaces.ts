import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type * as vscode from 'vscode';
import type { AgentPlaces } from '../../cli/agentFiles/agentFolders';
import { managedFolder } from '../../cli/permissions/settingsLayers';

/** Returns where agents and prompts lie that belong to no folder. */
export function hostPlaces(
  { globalStorageUri }: Pick<vscode.ExtensionContext, 'globalStorageUri'>,
  configFolder: string,
): Omit<AgentPlaces, 'cwd'> {
  // VS Code has no API for the folder of a profile, which holds the storage of all extensions.
  const profile = dirname(dirname(globalStorageUri.fsPath));
  return {
    ...{ configFolder, home: homedir(), managed: managedFolder(process.platform) },
    editorPrompts: join(profile, 'prompts'),
  };
}

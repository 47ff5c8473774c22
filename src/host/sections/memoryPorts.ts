import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { managedFolder } from '../../cli/permissions/settingsLayers';
import type { ChangePreview } from './files/changePreview';
import type { MemoryPorts } from './memory/memoryPorts';
import type { SectionParts } from './sectionParts';

export function memoryPorts(
  { cli }: Pick<SectionParts, 'cli'>,
  preview: ChangePreview,
): MemoryPorts {
  return {
    places: cwd => ({
      ...{ cwd, home: homedir(), managedFolder: managedFolder(process.platform) },
      ...{ configFolder: cli.configFolder, stateFile: cli.stateFile },
    }),
    open: async path => {
      await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(path));
    },
    preview,
  };
}

import { join } from 'node:path';
import * as vscode from 'vscode';
import { hostPlaces } from '../agentFiles/hostPlaces';
import type { DefinitionPorts } from './definitions/definitionPorts';
import type { ChangePreview } from './files/changePreview';
import type { SectionParts } from './sectionParts';

export function definitionPorts(
  { cli, context, clock, settings, startNew, channels }: SectionParts,
  preview: ChangePreview,
): DefinitionPorts {
  return {
    preview,
    configFolder: () => cli.configFolder,
    agentPlaces: () => hostPlaces(context, cli.configFolder),
    usesGithub: () => settings.get('tandem.agentFiles.github'),
    removedFolder: join(context.globalStorageUri.fsPath, 'removed'),
    now: () => clock.now(),
    openFile: async path => {
      const options = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      await vscode.window.showTextDocument(vscode.Uri.file(path), options);
    },
    startWith: async (agent, cwd) => void (await startNew({ cwd, start: { picks: { agent } } })),
    running: cwd =>
      channels()
        .filter(channel => cwd === undefined || channel.cwd === cwd)
        .flatMap(channel => channel.agent.slot.live?.reports ?? []),
  };
}

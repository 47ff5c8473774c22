import * as vscode from 'vscode';
import type { CommandTable } from '../commands/command';
import type { SettingKey, Settings } from '../contributed';
import type { SessionService } from './sessionService';

interface ListCommandDeps {
  readonly sessions: SessionService;
}

export function listCommands({ sessions }: ListCommandDeps) {
  return {
    'tandem.sessions.search': query => sessions.search(typeof query === 'string' ? query : ''),
    'tandem.sessions.report': () => sessions.showReport(),
    'tandem.sessions.refresh': () => sessions.list.refresh(),
    'tandem.sessions.filterByAgent': given => sessions.filterByAgent(given),
    'tandem.sessions.groupByFolder': () => setOption('tandem.sessions.groupBy', 'folder'),
    'tandem.sessions.groupByTime': () => setOption('tandem.sessions.groupBy', 'time'),
    'tandem.sessions.showAllFolders': () => setOption('tandem.sessions.scope', 'all'),
    'tandem.sessions.showWorkspace': () => setOption('tandem.sessions.scope', 'workspace'),
  } satisfies Partial<CommandTable>;
}

/** Changes the workspace setting if there is one, else the user setting. */
async function setOption<K extends SettingKey>(key: K, value: Settings[K]): Promise<void> {
  const configuration = vscode.workspace.getConfiguration();
  const { Global, Workspace } = vscode.ConfigurationTarget;
  const isOwn = configuration.inspect(key)?.workspaceValue !== undefined;
  await configuration.update(key, value, isOwn ? Workspace : Global);
}

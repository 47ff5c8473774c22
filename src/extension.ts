import { join } from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from './base/disposable';
import { messageOf } from './base/errors';
import { CliLocator } from './cli/locate';
import { VersionReader } from './cli/version';
import { CliAssistant } from './host/agent/cliAssistant';
import { CliLauncher } from './host/agent/cliLauncher';
import { hostProcesses, identify } from './host/agent/hostProcesses';
import { readLaunchSettings } from './host/agent/launchSettings';
import { ChannelFiles } from './host/channels/channelFiles';
import { ChannelRegistry } from './host/channels/registry';
import { registerCommands } from './host/commands/register';
import { Baselines } from './host/edits/baselines';
import { ChangeViewer } from './host/edits/changeViewer';
import { EditTracker } from './host/edits/editTracker';
import { Proposals } from './host/edits/proposals/proposals';
import { StoredContents } from './host/edits/storedContents';
import { GateKeeper } from './host/gate';
import { HostActions } from './host/hostActions';
import { reportIgnoredSettings } from './host/ignoredSettings';
import { OutputLog } from './host/outputLog';
import { pageConfig } from './host/pageConfig';
import { Chats } from './host/panel/chats';
import { FileOpener } from './host/panel/fileOpener';
import { SideBarMemory } from './host/panel/sideBarMemory';
import { SettingsReader } from './host/settings';
import { watchSettings } from './host/settingsWatch';
import { showFront } from './host/status/front';
import { LoginShell } from './node/loginShell';
import { systemClock } from './node/systemClock';

let running: DisposableStore | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const store = new DisposableStore();
  running = store;
  context.subscriptions.push(store);
  const log = store.add(OutputLog.create());
  try {
    build(context, store, log);
  } catch (error) {
    log.error('Tandem did not start', { error: messageOf(error) });
    void showFailedStart(error, log);
    throw error;
  }
}

/** Ends every agent at once: VS Code gives little time, and the records say what was open. */
export function deactivate(): void {
  running?.dispose();
}

/** All parts, in the order in which they need each other. */
function build(context: vscode.ExtensionContext, store: DisposableStore, log: OutputLog): void {
  const add = <T extends Disposable>(part: T): T => store.add(part);
  const storage = context.globalStorageUri.fsPath;
  const platform = process.platform;
  const clock = systemClock;

  const settings = add(new SettingsReader());
  const shell = new LoginShell({ platform, env: process.env, execPath: process.execPath, log });
  const ownFolder = join(storage, 'cli');
  const locator = new CliLocator({
    shell,
    versions: new VersionReader(platform, clock, log),
    inherited: process.env,
    platform,
    execPath: process.execPath,
    ownFolder,
    log,
  });
  const cli = add(new CliAssistant({ locator, shell, settings, ownFolder, log }));
  const gate = add(new GateKeeper(cli));

  const baselines = new Baselines(join(storage, 'baselines'));
  const contents = add(new StoredContents(baselines));
  const view = new ChangeViewer(contents);
  const edits = new EditTracker({ baselines, view, clock, log });
  const proposals = add(
    new Proposals({ opening: () => settings.get('tandem.diff.open'), clock, log }),
  );

  const agents = new CliLauncher({
    locate: () => cli.locate(),
    settings: cwd => readLaunchSettings(settings, cwd),
    scratchFolder: join(storage, 'scratch'),
    log,
  });
  const processes = hostProcesses(log);
  const registry = add(
    new ChannelRegistry(
      new ChannelFiles(storage, clock, log),
      {
        agents,
        edits,
        proposals,
        identify,
        settings: {
          get whileWorking() {
            return settings.get('tandem.queue.whileWorking');
          },
          get initialMode() {
            return settings.get('tandem.permissions.initialMode');
          },
        },
      },
      processes,
      clock,
      log,
    ),
  );

  const actions = new HostActions(cli, log);
  const chats = add(
    new Chats(registry, {
      extensionUri: context.extensionUri,
      opener: new FileOpener(),
      log,
      memory: new SideBarMemory(join(storage, 'sideBar.json'), log),
      gate: () => gate.current(),
      config: () => pageConfig(settings),
      act: action => actions.run(action),
      cwd: () => gate.cwd,
    }),
  );
  add(showFront(chats, registry, proposals));
  add(gate.onChanged(() => void chats.refresh()));
  add(watchSettings(settings, registry, chats));
  add(
    registerCommands({
      chats,
      proposals,
      cli,
      log,
      channels: () => registry.all,
      sessions: async () => (gate.cwd ? agents.listSessions(gate.cwd) : []),
      showLog: () => log.show(),
    }),
  );
  if (vscode.workspace.isTrusted) {
    const folders = vscode.workspace.workspaceFolders ?? [];
    void registry.endLeftovers(folders.map(folder => folder.uri.fsPath));
  }
  void reportIgnoredSettings(settings, context.workspaceState, log);
  log.info(`Tandem ${context.extension.packageJSON.version} on VS Code ${vscode.version}`);
}

async function showFailedStart(error: unknown, log: OutputLog): Promise<void> {
  const show = vscode.l10n.t('Show Log');
  const message = vscode.l10n.t('Tandem could not start: {0}', messageOf(error));
  if ((await vscode.window.showErrorMessage(message, show)) === show) {
    log.show();
  }
}

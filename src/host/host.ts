import { join } from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { messageOf } from '../base/errors';
import { CliLauncher } from '../cli/cliLauncher';
import { CliLocator } from '../cli/launch/cliLocator';
import { VersionReader } from '../cli/launch/version';
import { CliSessionWatch } from '../cli/sessions/cliSessionWatch';
import { IdleProcessReaper } from '../core/conversation/idleProcessReaper';
import { ReadOnlyTail } from '../core/conversation/readOnlyTail';
import { ChannelFiles } from '../core/registry/channelFiles';
import { ChannelRegistry } from '../core/registry/channelRegistry';
import { hostProcesses, identify } from '../core/registry/hostProcesses';
import { SessionMarks } from '../core/registry/sessionMarks';
import { LoginShell } from '../node/loginShell';
import { systemClock } from '../node/systemClock';
import { type ActiveChatViews, bindActiveChat } from './activeChat';
import { agentCommands } from './agent/agentCommands';
import { CliAssistant } from './agent/cliAssistant';
import { readLaunchSettings } from './agent/readLaunchSettings';
import { buildTools } from './agentTools/buildTools';
import { toolCommands } from './agentTools/choice/toolCommands';
import type { RunLogs } from './agentTools/run/runLogs';
import { chatCommands } from './chat/chatCommands';
import { Chats } from './chat/chats';
import { FileOpener } from './chat/fileOpener';
import { promptCommands } from './chat/promptCommands';
import { queueCommands } from './chat/queueCommands';
import { settingCommands } from './chat/settingCommands';
import { SideBarMemory } from './chat/sideBarMemory';
import type { CommandTable } from './commands/command';
import { runCommand } from './commands/run';
import type { CommandId } from './contributed';
import { EditorFiles } from './editor/editorFiles';
import { exportCommands } from './export/exportCommands';
import { Exporter } from './export/exporter';
import { buildFolders } from './folders/buildFolders';
import { folderCommands } from './folders/folderCommands';
import { workspaceKey } from './gate/folderChoice';
import { GateKeeper } from './gate/gate';
import { HostActions } from './hostActions';
import { reportIgnoredSettings } from './ignoredSettings';
import { Links } from './links/links';
import { followNotifications } from './notifications/followNotifications';
import type { OutputLog } from './outputLog';
import { pageConfig } from './pageConfig';
import { diffCommands } from './proposedEdits/diffCommands';
import type { ProposalEditors } from './proposedEdits/proposalEditors';
import { Proposals } from './proposedEdits/proposals';
import { Reporter, reportCommands } from './report/reporter';
import { AgentRewind } from './review/agentRewind';
import { buildEdits } from './review/buildEdits';
import { changeCommands } from './review/changeCommands';
import { followReviews } from './review/followReviews';
import { ReviewCommands } from './review/reviewCommands';
import { Rewinder } from './review/rewinder';
import { buildSessions } from './sessions/buildSessions';
import { importCommands } from './sessions/importCommands';
import { sessionCommands } from './sessions/sessionCommands';
import { SessionImport } from './sessions/sessionImport';
import { SettingsReader } from './settings';
import { watchSettings } from './settingsWatch';
import { followTasks } from './tasks/followTasks';
import { TaskActions } from './tasks/taskActions';
import { taskCommands } from './tasks/taskCommands';
import { TaskOutputs } from './tasks/taskOutputs';
import { ClaudeTerminals } from './terminalBridge/claudeTerminals';
import { ideCommands } from './terminalBridge/ideCommands';
import type { IdeStart } from './terminalBridge/ideStart';

/** Everything in Tandem except the contributions that VS Code needs at startup. */
export interface Host extends Disposable {
  readonly chats: Chats;
  /** Follows a link from outside VS Code. Never rejects. */
  openLink(uri: vscode.Uri): Promise<void>;
  run(command: CommandId, args: readonly unknown[]): Promise<unknown>;
}

/** Parts that can be loaded without the rest. */
export interface HostParts {
  readonly proposalEditors: ProposalEditors;
  readonly ide: IdeStart;
  readonly runs: RunLogs;
}

/** Builds all parts in dependency order. */
export function buildHost(
  context: vscode.ExtensionContext,
  log: OutputLog,
  views: ActiveChatViews,
  { proposalEditors: editors, ide, runs }: HostParts,
): Host {
  const store = new DisposableStore();
  const add = <T extends Disposable>(part: T): T => store.add(part);
  const storage = context.globalStorageUri.fsPath;
  const { platform, execPath } = process;
  const clock = systemClock;

  const settings = add(new SettingsReader());
  const shell = new LoginShell({ platform, env: process.env, execPath, log });
  const ownFolder = join(storage, 'cli');
  const versions = new VersionReader(platform, clock, log);
  const inherited = process.env;
  const locator = new CliLocator({
    shell,
    versions,
    inherited,
    platform,
    execPath,
    ownFolder,
    log,
  });
  const cli = add(new CliAssistant({ locator, shell, settings, ownFolder, log }));
  const gate = add(new GateKeeper(cli, settings));

  const edits = buildEdits({ storage, settings, tree: views.changes, clock, log, add });
  const { changes, decisions, contents } = edits;
  const opening = () => settings.get('tandem.diff.open');
  const proposals = new Proposals({ opening, editors, clock, log });

  const openFiles = new EditorFiles({
    savesBeforeTools: () => settings.get('tandem.files.saveBeforeTools'),
    tellsAgentOfProblems: () => settings.get('tandem.problems.tellAgent'),
    clock,
    log,
  });

  const tools = buildTools({
    version: context.extension.packageJSON.version,
    settings,
    registry: () => registry,
    logs: runs,
    clock,
    log,
    add,
  });
  const agents = new CliLauncher({
    locate: () => cli.locate(),
    tools: coordination => tools.editorTools.forProcess(coordination),
    servers: () => tools.servers.configs(),
    settings: cwd => readLaunchSettings(settings, cwd, gate.folders),
    scratchFolder: join(storage, 'scratch'),
    log,
  });
  const channelSettings = {
    get whileWorking() {
      return settings.get('tandem.queue.whileWorking');
    },
    get initialMode() {
      return settings.get('tandem.permissions.initialMode');
    },
    get disabledTools() {
      return settings.get('tandem.toolChoice.disabled');
    },
  };
  const files = new ChannelFiles(storage, clock, log);
  const ports = {
    agents,
    edits: edits.tracker,
    openFiles,
    proposals,
    identify,
    settings: channelSettings,
  };
  const watch = add(new CliSessionWatch(() => cli.locate()));
  const coordination = { folder: join(storage, 'sessions'), watch };
  const registry = add(
    new ChannelRegistry(files, ports, hostProcesses(log), clock, log, coordination),
  );
  const marks = add(new SessionMarks(join(coordination.folder, 'marks.json'), log));
  const sleepSettings = {
    get maxLive() {
      return settings.get('tandem.processes.maxLive');
    },
    get sleepAfterMinutes() {
      return settings.get('tandem.processes.sleepAfterMinutes');
    },
  };
  const reaper = add(new IdleProcessReaper(registry, sleepSettings, clock, log));
  add(settings.onChanged(() => reaper.scheduleCheck()));
  add(new ReadOnlyTail(registry, clock));

  const actions = new HostActions(cli, log);
  const tasks = new TaskActions(add(new TaskOutputs(clock, log)));
  add(followTasks(registry, views.tasks, views.status));
  const agentRewind = new AgentRewind(changes.reviews, contents, edits.files, clock, done =>
    changes.actions.showResult(done, true),
  );
  const reviewCommands = new ReviewCommands(
    changes,
    new Rewinder(changes, decisions, agentRewind),
    (channel, message) => chats.fork(channel, message),
  );
  const folders = buildFolders({
    gate,
    settings,
    registry,
    chats: () => chats,
    log,
    watch,
    folderOf: async id => (await agents.findSession(id))?.cwd,
    requireTemporary: () => agents.requireTemporary(),
    add,
  });
  const chats: Chats = add(
    new Chats(registry, {
      extensionUri: context.extensionUri,
      opener: new FileOpener(),
      reviews: reviewCommands,
      folders: folders.conversationFolders,
      tasks,
      log,
      memory: new SideBarMemory(join(storage, 'sideBar.json'), log),
      gate: () => gate.current(),
      config: () => pageConfig(settings),
      act: action => actions.run(action),
      marks,
      onClose: () => settings.get('tandem.tabs.onClose'),
      cwd: () => gate.cwd,
      askCwd: () => folders.picker.forNew(),
      workspaceKey: () => workspaceKey(gate.workspaceFolders),
    }),
  );
  add(followReviews(changes, registry));
  add(bindActiveChat(chats, registry, views));
  add(gate.onChanged(() => void chats.refresh()));
  tools.follow();
  add(watchSettings(settings, registry, chats));
  add(followNotifications(registry, chats, settings, clock, log));
  // Orphaned processes of earlier windows may still be writing, so end them before comparing files.
  const takeUp = async () => {
    const places = await folders.picker.offered();
    await registry.endOrphanedProcesses(places);
    await edits.load(places, (cwd, id) => registry.isElsewhere(cwd, id));
  };
  const startUp = () =>
    takeUp().catch((error: unknown) =>
      log.error('What earlier windows left could not be taken up', { error: messageOf(error) }),
    );
  add(vscode.workspace.onDidGrantWorkspaceTrust(() => void startUp()));
  if (vscode.workspace.isTrusted) {
    void startUp();
  }
  void reportIgnoredSettings(settings, context.workspaceState, log);

  const exporter = new Exporter({
    channel: id => registry.bySession(id),
    openSession: (cwd, id) => agents.openSession(cwd, id),
    storedJson: (cwd, id) => agents.storedJson(cwd, id),
    clock,
    log,
  });
  const reporter = new Reporter({
    manifest: context.extension.packageJSON,
    settings,
    cli,
    agents,
    log,
    channels: () => registry.all,
  });
  const imports = new SessionImport(() => chats, agents, folders.picker);
  const idePort = () => ide.port();
  const terminals = new ClaudeTerminals({
    locate: () => cli.locate(),
    folder: () => folders.picker.forNew(),
    models: () => {
      const offered = registry.all.map(({ conversation }) => conversation.summary.choices.models);
      return offered.find(({ length }) => length > 0) ?? [];
    },
    port: idePort,
    mayBypass: () => settings.get('tandem.permissions.allowBypass'),
  });
  const sessions = buildSessions({
    storage,
    idePort,
    settings,
    gate,
    cli,
    registry,
    chats,
    folders,
    imports,
    marks,
    live: watch.live,
    tree: views.sessions,
    clock,
    log,
    add,
  });
  const links = new Links(() => chats, imports, gate, log);
  const channels = () => registry.all;
  const open = { chats, channels };
  // Fails to compile if a contributed command has no implementation.
  const commands: CommandTable = {
    ...agentCommands({ cli }),
    ...changeCommands({ chats, changes, reviews: reviewCommands }),
    ...chatCommands({ chats, showLog: () => log.show() }),
    ...diffCommands({
      ...open,
      editors,
      proposals,
      terminalDiffs: () => ide.service?.loaded?.diffs,
    }),
    ...exportCommands({ chats, exporter, sessions, cwd: () => gate.cwd }),
    ...folderCommands({ chats, folders }),
    ...ideCommands({ ide, terminals }),
    ...importCommands({ sessions, openName: name => links.openName(name) }),
    ...promptCommands(open),
    ...queueCommands({ chats }),
    ...reportCommands({ reporter }),
    ...sessionCommands({ chats, sessions }),
    ...settingCommands({ chats }),
    ...taskCommands({ tasks, channels, goTo: (channel, call) => chats.goTo(channel, call) }),
    ...toolCommands({ chats, toolPicker: tools.picker, serverList: tools.serverList }),
  };
  return {
    chats,
    openLink: uri => links.handle(uri),
    run: (command, args) => runCommand(commands, log, command, args),
    dispose: () => store.dispose(),
  };
}

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { DisposableStore } from './base/disposable';
import { messageOf } from './base/errors';
import { lazily } from './base/lazily';
import { speak } from './base/locale';
import { hasReviews } from './core/edits/review/reviewFolder';
import { registerProblemActions } from './host/addToChat/problemActions';
import { registerAgentFileLanguage } from './host/agentFiles/language/agentFileLanguage';
import { RunWatch } from './host/agentTools/run/runWatch';
import type { EarlyPages } from './host/chat/earlyPages';
import { useOwnCode } from './host/codeCache/useOwnCode';
import { warmUp } from './host/codeCache/warmUp';
import {
  type CommandId,
  chatTabType,
  inspectorType,
  proposalScheme,
  sectionTabType,
  views,
} from './host/contributed';
import type { Host } from './host/host';
import { nativeUi } from './host/nativeText/nativeUi';
import { OutputLog } from './host/outputLog';
import { registerParticipant } from './host/participant/registerParticipant';
import type { ProposalEditors } from './host/proposedEdits/proposalEditors';
import { registerRunTasks } from './host/runTasks/registerRunTasks';
import { hasHandover } from './host/sessions/handoverPath';
import { createStartViews } from './host/startViews';
import { IdeStart } from './host/terminalBridge/ideStart';
import { registerTools } from './host/toolsForOthers/registerTools';

let running: DisposableStore | undefined;
/** Absent before it has loaded. */
let runningHost: Host | undefined;
const nobody = { tools: [], models: [], agents: [] };
/** Command whose view is opened while the host loads. */
const opening: CommandId = 'tandem.chat.open';

/** Registers contributions; everything else loads on first use. */
export function activate(context: vscode.ExtensionContext): void {
  // The layers that know no editor translate with this library.
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  speak(vscode.env.language);
  const store = new DisposableStore();
  running = store;
  context.subscriptions.push(store);
  const { version } = context.extension.packageJSON;
  const log = store.add(OutputLog.create(`Tandem ${version} on VS Code ${vscode.version}`));
  const { load, loadEditors, loadPages } = createLoaders(context, store, log);
  registerPages(store, load, loadPages);
  for (const { command } of contributedCommands(context)) {
    const run = async (...args: unknown[]) => {
      if (command === opening && !runningHost) {
        await (await loadPages()).openView();
      }
      return (await load()).run(command, args);
    };
    store.add(vscode.commands.registerCommand(command, run));
  }
  store.add(registerProblemActions());
  store.add(registerRunTasks(async () => (await load()).runTasks));
  store.add(registerTools(context.extension, async () => (await load()).toolsForOthers));
  store.add(registerParticipant(context.extensionUri, async () => (await load()).participant()));
  store.add(registerAgentFileLanguage(() => runningHost?.knownNames() ?? nobody));
  loadEarly(context, store, load);
  if (hasProposals()) {
    // This closes proposals that were left open before a reload.
    void loadEditors();
  }
}

interface Loaders {
  /** Shows the user why the host does not start. */
  load(): Promise<Host>;
  loadEditors(): Promise<ProposalEditors>;
  loadPages(): Promise<EarlyPages>;
}

/** Creates what VS Code needs at startup, and functions that load the rest once. */
function createLoaders(
  context: vscode.ExtensionContext,
  store: DisposableStore,
  log: OutputLog,
): Loaders {
  const startViews = createStartViews(() => load(), log);
  for (const view of Object.values(startViews)) {
    store.add(view);
  }
  const loadEditors = lazily(async () => {
    const { ProposalEditors } = await import('./host/proposedEdits/proposalEditors');
    return store.add(ProposalEditors.create(log));
  });
  const ide = store.add(
    new IdeStart({
      ...{ context, proposalEditors: loadEditors, log: log.child('ide') },
      tools: async () => (await load()).toolsForOthers,
    }),
  );
  const runs = store.add(new RunWatch(log.child('runs')));
  const code = useOwnCode(context.globalStorageUri.fsPath);
  if (code) {
    store.add(warmUp(code.cache, () => import('./host/host')));
  }
  let host: Promise<Host> | undefined;
  const load = (): Promise<Host> => {
    host ??= Promise.all([import('./host/host'), loadEditors(), runs.logs()])
      .then(([{ buildHost }, proposalEditors, logs]) => {
        const parts = { proposalEditors, ide, runs: logs, code };
        runningHost = store.add(buildHost(context, log, startViews, parts));
        return runningHost;
      })
      .catch((error: unknown) => showFailedStart(error, log));
    return host;
  };
  const loadPages = lazily(async () => {
    const { EarlyPages } = await import('./host/chat/earlyPages');
    const loadChats = async () => (await load()).chats;
    const isLoaded = () => runningHost !== undefined;
    return store.add(new EarlyPages(context.extensionUri, loadChats, isLoaded));
  });
  return { load, loadEditors, loadPages };
}

/** Registers the side bar, restored tabs and links, each of which loads the host. */
function registerPages(
  store: DisposableStore,
  load: Loaders['load'],
  loadPages: Loaders['loadPages'],
): void {
  store.add(
    vscode.window.registerWebviewViewProvider(views.chat, {
      resolveWebviewView: async view => (await loadPages()).resolveView(view),
    }),
  );
  store.add(
    vscode.window.registerWebviewPanelSerializer(chatTabType, {
      deserializeWebviewPanel: async (panel, state) => (await loadPages()).restoreTab(panel, state),
    }),
  );
  store.add(
    vscode.window.registerWebviewPanelSerializer(sectionTabType, {
      deserializeWebviewPanel: async (panel, state) =>
        (await load()).sectionTab.restore(panel, state),
    }),
  );
  store.add(
    vscode.window.registerWebviewPanelSerializer(inspectorType, {
      deserializeWebviewPanel: async (panel, state) =>
        (await load()).inspector.restore(panel, state),
    }),
  );
  store.add(
    vscode.window.registerUriHandler({ handleUri: async uri => (await load()).openLink(uri) }),
  );
}

/** Loads the host before the user opens the chat, if it has something to show or to take over. */
function loadEarly(
  { globalStorageUri }: vscode.ExtensionContext,
  store: DisposableStore,
  load: Loaders['load'],
): void {
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.fsPath) ?? [];
  void hasReviews(globalStorageUri.fsPath, folders).then(found => {
    if (found && running === store) {
      // Undecided reviews are marked in the files.
      void load();
    }
  });
  if (hasHandover(globalStorageUri.fsPath)) {
    // Another window has sent a conversation here.
    void load();
  }
}

/**
 * Ends every agent at once: VS Code allows little time, and the records list what was open. Then
 * waits half a second at most, in which the agents write the end of their sessions.
 */
export async function deactivate(): Promise<void> {
  try {
    running?.dispose();
  } finally {
    // On a full disk, records cannot be written, and the agents end all the same.
    await runningHost?.ended();
  }
}

/** Reads the commands from the manifest; a test compares them with the command table. */
function contributedCommands(context: vscode.ExtensionContext): readonly { command: CommandId }[] {
  return context.extension.packageJSON.contributes.commands;
}

function hasProposals(): boolean {
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(
      ({ input }) =>
        (input instanceof vscode.TabInputTextDiff ||
          input instanceof vscode.TabInputNotebookDiff) &&
        input.modified.scheme === proposalScheme,
    ),
  );
}

async function showFailedStart(error: unknown, log: OutputLog): Promise<never> {
  log.error('Tandem could not start', {
    error: messageOf(error),
    stack: error instanceof Error ? error.stack : undefined,
  });
  const show = vscode.l10n.t('Show Log');
  const message = vscode.l10n.t('Tandem could not start: {0}', messageOf(error));
  void nativeUi.showErrorMessage(message, show).then(picked => {
    if (picked === show) {
      log.show();
    }
  });
  throw error;
}

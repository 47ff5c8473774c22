import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Log } from '../../base/log';
import type { PatternRules } from '../../cli/permissions/readRules';
import type { ChannelRegistry } from '../../core/registry/channelRegistry';
import { nativeUi } from '../nativeText/nativeUi';
import type { SettingsReader } from '../settings';
import { KnownTools } from './choice/knownTools';
import { ToolPicker } from './choice/toolPicker';
import { CodeSearch } from './codeIndex/codeSearch';
import { codeSearchTool } from './read/codeSearchTool';
import type { RunLogs } from './run/runLogs';
import { RunTools } from './run/runTools';
import type { TestFailures } from './run/testFailures';
import { EditorServerPlace } from './servers/editorServerPlace';
import { followServers } from './servers/followServers';
import { ServerConsent } from './servers/serverConsent';
import { ServerQuestions, type ServerUi } from './servers/serverQuestions';
import { WorkspaceServers } from './servers/workspaceServers';
import type { ToolContext } from './tool/editorTool';
import { EditorTools } from './tool/editorTools';
import { toolTable } from './toolTable';

export interface ToolParts {
  /** Version of the Tandem extension. */
  readonly version: string;
  readonly context: Pick<
    vscode.ExtensionContext,
    'workspaceState' | 'globalState' | 'extensionPath'
  >;
  /** Folder for Tandem's own files. */
  readonly storage: string;
  readonly settings: SettingsReader;
  /** Returns the rules on reading; see `ToolContext`. */
  readonly readRules: (...of: Parameters<ToolContext['readRules']>) => PatternRules;
  /** Returns the channels; called only when a tool is offered. */
  registry(): ChannelRegistry;
  readonly logs: RunLogs;
  readonly clock: Clock;
  readonly log: Log;
  /** Registers a part to be disposed with the window, and returns it. */
  add<T extends Disposable>(part: T): T;
}

/** Tools and MCP servers offered to conversations, and the lists that show them to the user. */
export interface Tools {
  readonly editorTools: EditorTools;
  readonly codeSearch: CodeSearch;
  readonly servers: WorkspaceServers;
  readonly toolPicker: ToolPicker;
  readonly serverQuestions: ServerQuestions;
  readonly testFailures: TestFailures;
  /** Starts notifying running agents of changes in tools and servers. */
  follow(): void;
}

export function buildTools({
  version,
  context,
  storage,
  settings,
  readRules,
  registry,
  logs,
  clock,
  log,
  add,
}: ToolParts): Tools {
  const runTools = new RunTools({
    commands: () => settings.get('tandem.editorTools.commands'),
    logs,
    clock,
  });
  const codeSearch = add(
    new CodeSearch({
      program: join(context.extensionPath, 'dist', 'codeIndexWorker.js'),
      storage: join(storage, 'codeIndex'),
      denied: folders => readRules(folders, []).patterns(),
      ...{ clock, log: log.child('code search') },
    }),
  );
  const editorTools = new EditorTools({
    table: [...toolTable, codeSearchTool(codeSearch)],
    version,
    isEnabled: () => settings.get('tandem.editorTools.enabled'),
    allowsReadOnly: () => settings.get('tandem.editorTools.allowReadOnly'),
    others: () => [...runTools.tools(), ...runTools.lmTools().map(({ tool }) => tool)],
    isPicked: ({ channelId }, name, isOptional) =>
      registry().get(channelId)?.tools.isOn(name, isOptional),
    readRules,
    clock,
    log: log.child('editor tools'),
  });
  const known = new KnownTools(context.globalState);
  const consent = add(new ServerConsent(context.workspaceState));
  const place = add(new EditorServerPlace(settings));
  const servers = add(new WorkspaceServers(place, consent, log));
  const serverQuestions = new ServerQuestions(consent, servers, serverUi);
  return {
    editorTools,
    codeSearch,
    servers,
    toolPicker: new ToolPicker(editorTools, known, log),
    serverQuestions,
    testFailures: logs.tests,
    follow: () => {
      const channels = () => registry().all;
      add(registry().onChanged(({ conversation }) => known.note(conversation.summary)));
      add(followServers({ servers, questions: serverQuestions, ui: serverUi, channels, log }));
      add(vscode.extensions.onDidChange(() => reportToolChanges(registry())));
    },
  };
}

const serverUi: ServerUi = {
  ...nativeUi,
  openFile: async path => {
    await vscode.window.showTextDocument(vscode.Uri.file(path));
  },
};

/** Notifies agents after extensions, and their tools with them, were added or removed. */
function reportToolChanges(registry: ChannelRegistry): void {
  for (const channel of registry.all) {
    channel.tools.notifyAgent();
  }
}

import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../base/disposable';
import { lazily } from '../base/lazily';
import type { KnownNames } from '../cli/agentFiles/headHelp';
import { allEnded } from '../node/stopLadder';
import { systemClock } from '../node/systemClock';
import { type ActiveChatViews, bindActiveChat } from './activeChat';
import { knownNames } from './agentFiles/knownNames';
import type { Chats } from './chat/chats';
import { CodeKeeper } from './codeCache/keepCode';
import { failureUi } from './commands/failureUi';
import { FirstPrompts } from './commands/firstPrompts';
import { runCommand } from './commands/run';
import type { CommandId } from './contributed';
import { fillViews } from './fillViews';
import type { HostBase } from './hostBase';
import { createFeatures, type Features, type HostParts } from './hostFeatures';
import { reportIgnoredSettings } from './ignoredSettings';
import { followNotifications } from './notifications/followNotifications';
import type { OutputLog } from './outputLog';
import type { Participant } from './participant/participant';
import { followReviews } from './review/followReviews';
import { programPath, RunTasks } from './runTasks/runTasks';
import type { LateSections } from './sections/lateSections';
import { SettingsReader } from './settings';
import { watchSettings } from './settingsWatch';
import type { StartViews } from './startViews';
import { createStatusLine } from './statusLine/createStatusLine';
import { takeUpEarlierWindows } from './takeUp';
import { followTasks } from './tasks/followTasks';
import type { ToolsForOthers } from './toolsForOthers/toolsForOthers';

/** Everything in Tandem except the contributions that VS Code needs at startup. */
export interface Host extends Disposable {
  readonly chats: Chats;
  readonly sectionTab: LateSections;
  readonly inspector: Pick<Features['inspector'], 'restore'>;
  participant(): Promise<Participant>;
  readonly runTasks: RunTasks;
  readonly toolsForOthers: ToolsForOthers;
  /** Follows a link from outside VS Code. Never rejects. */
  openLink(uri: vscode.Uri): Promise<void>;
  /** Names that running agents have reported, for files of agents and prompts. */
  knownNames(): KnownNames;
  run(command: CommandId, args: readonly unknown[]): Promise<unknown>;
  /** Resolves when the processes are gone that `dispose` has asked to end, and files are written. */
  ended(): Promise<void>;
}

/** Builds all features in dependency order. */
export function buildHost(
  context: vscode.ExtensionContext,
  log: OutputLog,
  start: StartViews,
  parts: HostParts,
): Host {
  const store = new DisposableStore();
  const views = fillViews(start);
  const base = createBase(context, log, store);
  const features = createFeatures(base, views, parts);
  follow(base, views, features);
  if (parts.code) {
    store.add(new CodeKeeper(parts.code, features.registry.onTurnEnded, base.clock, log));
  }
  const { chats, links, sectionTab, participant, cli, programs, inspector } = features;
  const program = programPath(context.extensionPath);
  const firsts = followFirstPrompts(base, features);
  // A tenth of the host's code, which no prompt needs.
  const commands = lazily(async () => {
    const { createCommands } = await import('./hostCommands');
    return createCommands(base, features, parts, firsts);
  });
  const failures = failureUi(log);
  return {
    chats,
    sectionTab,
    inspector,
    participant: () => participant.load(),
    runTasks: new RunTasks({ program, locate: () => cli.locate(), programs, log }),
    toolsForOthers: features.forOthers.tools,
    openLink: uri => links.handle(uri),
    knownNames: () => knownNames(features.registry.all),
    run: (command, args) => runCommand(commands, failures, command, args),
    dispose: () => store.dispose(),
    ended: async () => void (await Promise.all([allEnded(), inspector.ended()])),
  };
}

function createBase(
  context: vscode.ExtensionContext,
  log: OutputLog,
  store: DisposableStore,
): HostBase {
  const add = <T extends Disposable>(part: T): T => store.add(part);
  const storage = context.globalStorageUri.fsPath;
  return { context, storage, settings: add(new SettingsReader()), clock: systemClock, log, add };
}

/** Connects features that do not know each other. */
function follow(base: HostBase, views: ActiveChatViews, features: Features): void {
  const { context, settings, clock, log, add } = base;
  const { edits, registry, chats, tools, python } = features;
  add(followTasks(registry, views.tasks, views.status));
  add(followReviews(edits.list, registry, edits.reviews));
  add(bindActiveChat(chats, registry, views, () => settings.get('tandem.context.warnAt'), clock));
  tools.follow();
  python.follow(registry);
  add(createStatusLine({ settings, clock, log, cli: features.cli, chats, registry }));
  add(watchSettings(settings, registry, chats));
  add(
    followNotifications(registry, chats, settings, clock, log, {
      isReported: id => features.runs.executor.isRun(id),
      isAnswered: id => features.participant.isAnswering(id),
    }),
  );
  features.inspector.followFront();
  takeUpEarlierWindows(base, features);
  void reportIgnoredSettings(settings, context.workspaceState, log);
}

function followFirstPrompts({ clock, add }: HostBase, { chats, registry }: Features): FirstPrompts {
  const firsts = new FirstPrompts({ chats, channels: () => registry.all }, clock);
  add(chats.onActiveChanged(() => firsts.note()));
  add(registry.onChanged(() => firsts.note()));
  return firsts;
}

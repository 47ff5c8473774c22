import { join } from 'node:path';
import type * as vscode from 'vscode';
import { AcpLauncher } from '../../acp/acpLauncher';
import type { AcpClient, AcpClientFactory } from '../../acp/ports';
import { PromptCommands } from '../../cli/agentFiles/promptCommands';
import { CliLauncher, type CliLauncherOptions } from '../../cli/cliLauncher';
import type { ProgramPolicy } from '../../cli/programs/programGate';
import { CliSessionWatch } from '../../cli/sessions/cliSessionWatch';
import { IdleProcessReaper } from '../../core/conversation/idleProcessReaper';
import type { ChannelPorts, ChannelSettings } from '../../core/conversation/ports';
import { ReadOnlyTail } from '../../core/conversation/readOnlyTail';
import { ChannelFiles } from '../../core/registry/channelFiles';
import { ChannelRegistry } from '../../core/registry/channelRegistry';
import { hostProcesses, identify } from '../../core/registry/hostProcesses';
import { readAgain } from '../../core/registry/readAgain';
import { SessionMarks } from '../../core/registry/sessionMarks';
import type { CliAssistant } from '../agent/cliAssistant';
import { readLaunchSettings } from '../agent/readLaunchSettings';
import { hostPlaces } from '../agentFiles/hostPlaces';
import type { AgentCatalog } from '../agents/agentCatalog';
import { AgentRouter } from '../agents/agentRouter';
import { signInToAgent } from '../agents/signInToAgent';
import type { Tools } from '../agentTools/buildTools';
import { FileOpener } from '../chat/fileOpener';
import type { StorageKeys } from '../contributed';
import { EditorFiles } from '../editor/editorFiles';
import type { GateKeeper } from '../gate/gate';
import type { HostBase } from '../hostBase';
import type { SettingsReader } from '../settings';
import { isTrusted } from '../trust';
import { KnownAgents } from './knownAgents';

export interface ConversationParts extends HostBase {
  readonly cli: CliAssistant;
  readonly gate: GateKeeper;
  readonly programs: ProgramPolicy;
  readonly tools: Tools;
  readonly edits: ChannelPorts['edits'];
  readonly proposals: ChannelPorts['proposals'];
  readonly contextOf: NonNullable<ChannelPorts['contextOf']>;
  readonly shell: NonNullable<ChannelPorts['shell']>;
  readonly environment: NonNullable<CliLauncherOptions['environment']>;
  /** Agents other than Claude Code. */
  readonly catalog: AgentCatalog;
  /** The editor's side of the Agent Client Protocol. */
  readonly acpClient: AcpClientFactory;
  /** Tandem's version. */
  readonly version: string;
}

export interface Conversations {
  readonly agents: CliLauncher;
  /** All agents: reads the sessions of each of them. */
  readonly router: AgentRouter;
  /** Stored conversations with other agents, and the folder that holds them. */
  readonly foreign: AcpLauncher;
  readonly foreignFolder: string;
  readonly registry: ChannelRegistry;
  /** Sessions that other processes of the CLI have open. */
  readonly watch: CliSessionWatch;
  readonly marks: SessionMarks;
}

/** Builds the registry of conversations, and what their agents need from the editor. */
export function createConversations(parts: ConversationParts): Conversations {
  const { storage, settings, clock, log, add, cli, gate, programs, tools, edits, proposals } =
    parts;
  const launchSettings = (cwd: string) => readLaunchSettings(settings, cwd, gate.folders);
  const known = new KnownAgents(parts.context.workspaceState, launchSettings, log);
  const agents = new CliLauncher({
    locate: () => cli.locate(),
    storeEnvironment: () => cli.likelyEnvironment(),
    environment: (...of) => parts.environment(...of),
    tools: coordination => tools.editorTools.forProcess(coordination),
    servers: () => tools.servers.configs(),
    settings: launchSettings,
    learn: (cwd, started) => known.learn(cwd, started),
    agentPlaces: () =>
      settings.get('tandem.agentFiles.github')
        ? hostPlaces(parts.context, cli.configFolder)
        : undefined,
    programs,
    scratchFolder: join(storage, 'scratch'),
    log,
  });
  void agents.removeLeftFiles();
  const foreignFolder = join(storage, 'acp');
  const { catalog } = parts;
  const foreign = add(
    new AcpLauncher({
      agents: () => catalog.commands,
      prepare: agent => catalog.resolve(agent),
      folders: cwd => launchSettings(cwd)['tandem.additionalDirectories'] ?? [],
      client: signsIn(parts.acpClient),
      environment: () => cli.shellEnvironment(),
      ...{ folder: foreignFolder, clock, log, version: parts.version },
    }),
  );
  const router = new AgentRouter({
    cli: agents,
    foreign,
    foreignSource: async id => (await foreign.stored(id))?.agent,
    prepare: source => catalog.resolve(source),
    prompts: async launch => {
      const places = await agents.settledPlaces(launch);
      return places && PromptCommands.open(places);
    },
  });
  const openFiles = new EditorFiles({
    savesBeforeTools: () => settings.get('tandem.files.saveBeforeTools'),
    tellsAgentOfProblems: () => settings.get('tandem.problems.tellAgent'),
    clock,
    log,
  });
  const opener = new FileOpener();
  const ports = {
    ...{ agents: router, edits, openFiles, proposals, identify },
    settings: channelSettings(settings, parts.context.globalState),
    known,
    folders: () => gate.folders,
    openPage: (url: string) => opener.openLink(url),
    mayStart: isTrusted,
    contextOf: parts.contextOf,
    shell: parts.shell,
  };
  const watch = add(
    new CliSessionWatch(
      () => cli.environment(),
      // Conversations of other agents need no CLI.
      () => cli.likelyEnvironment().catch(async () => (await cli.environment()).env),
    ),
  );
  const coordination = { folder: join(storage, 'sessions'), watch };
  const files = new ChannelFiles(storage, clock, log);
  const processes = hostProcesses(log);
  const registry = add(new ChannelRegistry(files, ports, processes, clock, log, coordination));
  const marks = add(new SessionMarks(join(coordination.folder, 'marks.json'), log));
  endIdleProcesses(parts, registry);
  add(readAgain(registry, cli.onMoved, log));
  add(new ReadOnlyTail(registry, clock));
  return { agents, router, foreign, foreignFolder, registry, watch, marks };
}

/** Lets the user sign in to an agent by VS Code's own inputs and terminals. */
function signsIn(client: AcpClientFactory): AcpClientFactory {
  const signIn: AcpClient['signIn'] = (...asked) => signInToAgent(...asked);
  return async of => Object.assign(await client(of), { signIn });
}

const effortsKey = 'effort.byModel' satisfies keyof StorageKeys;

function channelSettings(
  settings: SettingsReader,
  memory: Pick<vscode.Memento, 'get' | 'update'>,
): ChannelSettings {
  const remembered = () => memory.get<StorageKeys[typeof effortsKey]>(effortsKey, {});
  return {
    get model() {
      return settings.get('tandem.model');
    },
    get effort() {
      return settings.get('tandem.effort');
    },
    get rememberedEfforts() {
      return settings.get('tandem.effort') ? {} : remembered();
    },
    rememberEffort: (model, effort) => {
      const { [model]: _, ...others } = remembered();
      // The highest level is meant for one conversation, as in Claude Code.
      const isLasting = effort !== null && effort !== 'max';
      void memory.update(effortsKey, isLasting ? { ...others, [model]: effort } : others);
    },
    get whileWorking() {
      return settings.get('tandem.queue.whileWorking');
    },
    get initialMode() {
      return settings.get('tandem.permissions.initialMode');
    },
    get modeAfterPlan() {
      return settings.get('tandem.plan.modeAfter');
    },
    get disabledTools() {
      return settings.get('tandem.toolChoice.disabled');
    },
  };
}

function endIdleProcesses(
  { settings, clock, log, add }: HostBase,
  registry: ChannelRegistry,
): void {
  const limits = {
    get maxLive() {
      return settings.get('tandem.processes.maxLive');
    },
    get sleepAfterMinutes() {
      return settings.get('tandem.processes.sleepAfterMinutes');
    },
  };
  const reaper = add(new IdleProcessReaper(registry, limits, clock, log));
  add(settings.onChanged(() => reaper.scheduleCheck()));
}

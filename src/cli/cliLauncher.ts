import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../base/errors';
import type { Log } from '../base/log';
import type { MissingMode } from '../contract/choices';
import type { ChannelId, SessionId } from '../contract/ids';
import { hasCode } from '../node/hasCode';
import { isFolder } from '../node/isFolder';
import { systemClock } from '../node/systemClock';
import type { AgentFacts } from '../protocol/agentFacts';
import type { AgentLauncher, LaunchOptions } from '../protocol/agentLauncher';
import { goneFolder } from '../protocol/agentLauncher';
import type {
  AgentHost,
  AgentProcess,
  ForkPoint,
  SentPrompt,
  ServerConfigs,
} from '../protocol/agentSource';
import { outgoingControls } from '../protocol/control';
import type { ToolScope } from '../protocol/editorServer';
import { editorServer } from '../protocol/editorServer';
import type { StoredSession } from '../protocol/storedSession';
import { type AgentPlaces, agentFolders, listAgentFiles } from './agentFiles/agentFolders';
import { launchAgents } from './agentFiles/launchAgents';
import { PromptCommands } from './agentFiles/promptCommands';
import { CliAgent } from './cliAgent';
import { ControlSupportMemory } from './control/controlSupport';
import type { ProcessTools } from './control/mcpServers';
import { FrameTrace } from './frames/frameTrace';
import { type LaunchSession, temporarySince } from './launch/argv';
import { mayBypassPermissions } from './launch/cliEnvironment';
import type { LocatedCli } from './launch/cliLocator';
import {
  environmentWithoutFolder,
  namesSources,
  readsFolder,
  withoutFolder,
} from './launch/folderSources';
import type { LaunchSettings } from './launch/launchSettings';
import { type ProcessVariables, withPinned } from './launch/pinnedVariables';
import { removeLeftScratch } from './launch/scratchFiles';
import { type CliVersion, isAtLeast } from './launch/version';
import { elsewhereNotice } from './permissions/elsewhere';
import { isCustomBaseUrl, readModePolicy } from './permissions/modePolicy';
import { managedFolder } from './permissions/settingsLayers';
import type { ProgramPolicy } from './programs/programGate';
import type { ProgramPlace } from './programs/readPrograms';
import { findCutArgument, findForkPoint, hasMessageSince, storedLength } from './sessions/cutPoint';
import { type FoundSession, findSession, sessionOfFile } from './sessions/findSession';
import { hasStoredSession, openStoredSession } from './sessions/openSession';
import { storedCost } from './sessions/sessionEntry';
import { configFolder } from './sessions/sessionFolder';
import { sessionJson } from './sessions/sessionJson';
import { mustExist, ofStored, ownPath, storedPath } from './sessions/storedPath';
import {
  withAllowed,
  withFolders,
  withGrants,
  withMode,
  withoutUsualModel,
  withPicks,
  withServers,
} from './settingsOfLaunch';

export interface CliLauncherOptions {
  /** @throws UserError if no installed CLI runs */
  locate(): Promise<LocatedCli>;
  /**
   * Environment in which the CLI finds its files, if that is known before `locate` ends.
   * @throws as `locate`
   */
  storeEnvironment?(): Promise<NodeJS.ProcessEnv>;
  settings(cwd: string): LaunchSettings;
  /**
   * Adds what the editor knows of a folder to the variables of its processes.
   * @throws UserError with the reason why none may start
   */
  environment?(
    env: Record<string, string>,
    cwd: string,
    channel: ChannelId,
    version: CliVersion,
  ): Promise<ProcessVariables>;
  /** Returns the tools that the editor offers to one process of a conversation. */
  tools?(place: ToolScope): ProcessTools | undefined;
  /** Returns additional MCP servers for the agents. */
  servers?(): Promise<ServerConfigs>;
  /**
   * Returns where agents and prompts lie that the CLI does not read by itself; undefined if they
   * are off.
   */
  agentPlaces?(cwd: string): AgentPlaces | undefined;
  /** Returns a function that remembers what a process with these settings reports at its start. */
  learn?(cwd: string, settings: LaunchSettings): (facts: AgentFacts) => void;
  /** Whether a process takes what the folder brings. A client without a user must say so itself. */
  readonly programs: ProgramPolicy;
  /** Folder for texts that are too long for a command line. */
  readonly scratchFolder: string;
  readonly log: Log;
}

export interface TracedProcess {
  readonly session: SessionId;
  readonly version: string;
  readonly trace: FrameTrace;
}

/** Folders of a conversation. */
export type FolderAccess = Pick<LaunchOptions, 'cwd' | 'addDirs' | 'granted'>;

/** Maximum number of processes, live or ended, whose frames are kept for a problem report. */
const mostTraces = 12;

/** Starts the CLI for a channel, and reads conversations that it has stored. */
export class CliLauncher implements AgentLauncher {
  private readonly support = new ControlSupportMemory();
  private readonly started: TracedProcess[] = [];
  /** Sessions of this window with a message, whose files a wrapper keeps from it. */
  private readonly storedElsewhere = new Set<SessionId>();

  constructor(private readonly options: CliLauncherOptions) {}

  /** Most recently started processes, oldest first, with the shapes of their last frames. */
  get traces(): readonly TracedProcess[] {
    return this.started;
  }

  /** Removes files with settings that a window left when it crashed. Never rejects. */
  removeLeftFiles(): Promise<void> {
    return removeLeftScratch(this.options.scratchFolder, this.options.log);
  }

  async launch(launch: LaunchOptions, host: AgentHost): Promise<AgentProcess> {
    if (!(await isFolder(launch.cwd))) {
      throw new UserError('folder.none', goneFolder(launch.cwd));
    }
    const cli = await this.options.locate();
    const { cwd, channel } = launch;
    const variables = await this.options.environment?.(cli.env, cwd, channel, cli.version);
    try {
      return await this.launchWith(variables ?? { env: cli.env, pinned: {} }, cli, launch, host);
    } catch (error) {
      variables?.lease?.dispose();
      throw error;
    }
  }

  private async launchWith(
    { env: known, pinned, upstream, lease, notices: first = [] }: ProcessVariables,
    cli: LocatedCli,
    launch: LaunchOptions,
    host: AgentHost,
  ): Promise<AgentProcess> {
    const { scratchFolder, log } = this.options;
    const { cwd, costBefore, todosBefore, granted, addDirs = [], isTemporary } = launch;
    const read = this.options.settings(cwd);
    const onKnown = isPlain(launch) ? this.options.learn?.(cwd, read) : undefined;
    const decided = await this.withDecision(launch, read, known, cli);
    const { settings: own, env, takesFolder } = decided;
    const places = this.placesOf(cwd, takesFolder);
    const wished = await withPinned(withPicks(own, launch.picks), pinned, cwd, path =>
      readFile(path, 'utf8'),
    );
    const policy = await readModePolicy(
      { configFolder: configFolder(env), managed: managedFolder(process.platform), cwd },
      wished['tandem.permissions.initialMode'],
    );
    const missingModes: readonly MissingMode[] = isCustomBaseUrl(
      upstream ?? pinned.ANTHROPIC_BASE_URL ?? policy.baseUrl ?? env.ANTHROPIC_BASE_URL,
    )
      ? [{ mode: 'auto', why: 'baseUrl' }]
      : [];
    const isNamed = policy.namesModel || !!env.ANTHROPIC_MODEL || launch.session.kind !== 'new';
    const unpinned = withoutUsualModel(wished, own, isNamed);
    const picked = withMode(unpinned, policy, missingModes);
    const { settings: allowed, notices } = await withGrants(picked, cwd, granted);
    const placed = withFolders(allowed, addDirs);
    if (isTemporary) {
      requireTemporary(cli.version);
    }
    const session = this.taken(await this.named(launch, cli), cli);
    const tools = this.options.tools?.({
      cwd,
      folders: placed['tandem.additionalDirectories'] ?? [],
      channelId: launch.channel,
    });
    const allowedTools = tools ? withAllowed(placed, tools.allowed) : placed;
    const servers = (await this.options.servers?.()) ?? {};
    const takesServers = isAtLeast(cli.version, outgoingControls.mcp_set_servers.since);
    const settings = takesServers ? allowedTools : withServers(allowedTools, servers);
    const files = places ? await listAgentFiles(await agentFolders(places)) : [];
    const costStored =
      session.kind === 'resume' ? await this.costStored(session.id, cwd, cli) : undefined;
    // Nothing may fail after this: the process ends what watches the folders.
    const prompts = places && (await PromptCommands.open(places));
    const trace = new FrameTrace(systemClock);
    this.started.push({ session: session.id, version: cli.version, trace });
    this.started.splice(0, this.started.length - mostTraces);
    return new CliAgent(
      {
        command: cli.target.command,
        args: cli.target.args,
        env,
        cwd,
        version: cli.version,
        help: cli.help,
        support: this.support.of(cli),
        session,
        isTemporary,
        settings,
        notices: [...first, ...notices, ...(cli.isElsewhere ? [elsewhereNotice()] : [])],
        ...(cli.isElsewhere ? this.elsewhere(session.id) : {}),
        lease,
        mayBypass: mayBypassPermissions(cli.env),
        ...(cli.isElsewhere || !takesFolder
          ? {}
          : {
              mayTakeUp: () => this.takesFolder(launch, read),
              keepRules: rules => this.options.programs.keepRules(cwd, rules),
              mayEnter: folder => this.mayEnter({ ...launch, cwd: folder }, read),
            }),
        forbiddenModes: policy.forbidden,
        missingModes,
        scratchFolder,
        costBase: costBefore,
        ...(costStored === undefined ? {} : { costStored }),
        // A fork begins with an empty list, and counts from 1 again.
        ...(session.kind === 'resume' && todosBefore ? { todosBefore } : {}),
        ...(takesServers ? { servers } : {}),
        ...(tools ? { mcpServers: new Map([[editorServer, tools]]) } : {}),
        agents: launchAgents(files, settings['tandem.agent'] ?? undefined),
        ...(prompts ? { prompts } : {}),
        log: log.child('cli'),
        trace,
        onKnown,
      },
      host,
    );
  }

  /** Continues a session whose file is where only the CLI sees it. */
  private taken(session: LaunchSession, { isElsewhere }: LocatedCli): LaunchSession {
    return isElsewhere && session.kind === 'new' && this.storedElsewhere.has(session.id)
      ? { kind: 'resume', id: session.id }
      : session;
  }

  private elsewhere(id: SessionId) {
    return { isElsewhere: true, onSending: () => void this.storedElsewhere.add(id) };
  }

  /** Asks about the folder's programs, unless that is settled. @throws UserError `folder.unanswered` */
  async askAboutPrograms(where: FolderAccess): Promise<void> {
    await this.takesFolder(where, this.options.settings(where.cwd));
  }

  /** Returns all folders from which a process would take programs. */
  programPlace(where: FolderAccess, settings = this.options.settings(where.cwd)): ProgramPlace {
    const { cwd, addDirs = [], granted } = where;
    const configured = settings['tandem.additionalDirectories'] ?? [];
    return { cwd, addDirs: [...configured, ...addDirs, ...(granted?.directories ?? [])] };
  }

  /**
   * Leaves out the folder's programs if the user declined them, or cannot be asked: a folder
   * elsewhere brings others than this machine's, so that only the sources that the user names count.
   * @throws UserError `folder.unanswered`
   */
  private async withDecision(
    where: FolderAccess,
    settings: LaunchSettings,
    env: NodeJS.ProcessEnv,
    cli: LocatedCli,
  ) {
    const takes = cli.isElsewhere
      ? namesSources(settings)
      : await this.takesFolder(where, settings);
    if (takes) {
      return { settings, env, takesFolder: readsFolder(settings) };
    }
    this.options.log.info(`Claude Code leaves out what ${where.cwd} brings`);
    const own: NodeJS.ProcessEnv = { ...env, ...environmentWithoutFolder };
    return { settings: withoutFolder(settings), env: own, takesFolder: false };
  }

  /** Returns where prompts lie, also those of a folder that may bring none. */
  allAgentPlaces(cwd: string): AgentPlaces | undefined {
    return this.placesOf(cwd, true);
  }

  /**
   * Returns where a conversation's prompts lie; of the folder only if it may bring something.
   * @throws UserError `folder.unanswered`
   */
  async agentPlaces(where: FolderAccess): Promise<AgentPlaces | undefined> {
    const settings = this.options.settings(where.cwd);
    const takes = readsFolder(settings) && (await this.takesFolder(where, settings));
    return this.placesOf(where.cwd, takes);
  }

  /** Like `agentPlaces`, but leaves out those of a folder about which the user has yet to answer. */
  async settledPlaces(where: FolderAccess): Promise<AgentPlaces | undefined> {
    try {
      return await this.agentPlaces(where);
    } catch (error) {
      if (error instanceof UserError && error.code === 'folder.unanswered') {
        return this.placesOf(where.cwd, false);
      }
      throw error;
    }
  }

  private placesOf(cwd: string, takesFolder: boolean): AgentPlaces | undefined {
    const places = this.options.agentPlaces?.(cwd);
    return places && { ...places, cwd: takesFolder ? cwd : undefined };
  }

  private async takesFolder(where: FolderAccess, settings: LaunchSettings): Promise<boolean> {
    const place = this.programPlace(where, settings);
    return !readsFolder(settings) || (await this.options.programs.decide(place)) === 'allow';
  }

  /** Like `takesFolder`, but false where the user has yet to answer. A missing folder is no risk. */
  private async mayEnter(where: FolderAccess, settings: LaunchSettings): Promise<boolean> {
    try {
      return await this.takesFolder(where, settings);
    } catch (error) {
      return hasCode(error, 'ENOENT');
    }
  }

  /** Converts the session for this version: the oldest versions cut by an answer's id. */
  private async named({ cwd, session }: LaunchOptions, cli: LocatedCli): Promise<LaunchSession> {
    if (session.kind === 'new') {
      return session;
    }
    const { at } = session;
    const id = session.kind === 'fork' ? session.from : session.id;
    const path = await storedPath(id, cwd, cli.env);
    // Older versions find a session by its id only in its own folder.
    const isOwn = path === (await ownPath(id, cwd, cli.env));
    const named = isOwn || session.kind !== 'fork' ? session : { ...session, file: path };
    if (at === undefined) {
      return named;
    }
    return { ...named, at: await mustExist(() => findCutArgument(path, at, cli.version)) };
  }

  private async costStored(id: SessionId, cwd: string, { env }: LocatedCli): Promise<number> {
    return storedCost(await storedPath(id, cwd, env));
  }

  /** Finds a session that the agent has stored, whatever folder it belongs to. */
  async findSession(id: SessionId): Promise<FoundSession | undefined> {
    const { env } = await this.options.locate();
    return findSession(id, env);
  }

  /** Returns the id of the session in a file; undefined if it is not in the agent's store. */
  async sessionOfFile(path: string): Promise<SessionId | undefined> {
    const { env } = await this.options.locate();
    return sessionOfFile(path, env);
  }

  /** @throws UserError `cli.tooOld` if this version stores every conversation */
  async requireTemporary(): Promise<void> {
    requireTemporary((await this.options.locate()).version);
  }

  async settleStore(): Promise<void> {
    await this.options.locate();
  }

  private async storeEnvironment(): Promise<NodeJS.ProcessEnv> {
    const { storeEnvironment } = this.options;
    return storeEnvironment ? storeEnvironment() : (await this.options.locate()).env;
  }

  async hasSession(cwd: string, id: SessionId): Promise<boolean> {
    const env = await this.storeEnvironment();
    return hasStoredSession(id, cwd, env);
  }

  async openSession(
    cwd: string,
    id: SessionId,
    until?: string,
  ): Promise<StoredSession | undefined> {
    const env = await this.storeEnvironment();
    const folder = dirname(await storedPath(id, cwd, env));
    return openStoredSession(id, cwd, env, { until, folder });
  }

  async storedLength(cwd: string, id: SessionId): Promise<number> {
    const env = await this.storeEnvironment();
    return ofStored(id, cwd, env, storedLength);
  }

  async hasMessageSince(cwd: string, id: SessionId, length: number): Promise<boolean> {
    const env = await this.storeEnvironment();
    return ofStored(id, cwd, env, path => hasMessageSince(path, length));
  }

  async forkPoint(
    cwd: string,
    id: SessionId,
    prompt: SentPrompt,
    until?: string,
  ): Promise<ForkPoint> {
    const { env, version } = await this.options.locate();
    return ofStored(id, cwd, env, path => findForkPoint(path, prompt, version, until));
  }

  /** Returns a stored session as JSON, see `sessionJson`. */
  async *storedJson(cwd: string, id: SessionId): AsyncGenerator<string> {
    const { env } = await this.options.locate();
    yield* sessionJson(id, dirname(await storedPath(id, cwd, env)));
  }
}

function requireTemporary(version: CliVersion): void {
  if (!isAtLeast(version, temporarySince)) {
    throw new UserError(
      'cli.tooOld',
      l10n.t(
        'Temporary conversations need Claude Code {0} or newer; this is {1}.',
        temporarySince,
        version,
      ),
    );
  }
}

/** Whether the process of a launch reports what any new conversation in the folder would report. */
function isPlain({ session, picks, addDirs = [], granted }: LaunchOptions): boolean {
  const { mode: _, disabledTools: __, ...others } = picks;
  const isNew = session.kind === 'new';
  return isNew && Object.keys(others).length === 0 && addDirs.length === 0 && !granted;
}

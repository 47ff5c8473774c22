import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../base/errors';
import type { Log } from '../base/log';
import type { SessionId } from '../contract/ids';
import { isFolder } from '../node/isFolder';
import { systemClock } from '../node/systemClock';
import type { AgentLauncher, LaunchOptions, Picks } from '../protocol/agentLauncher';
import { goneFolder } from '../protocol/agentLauncher';
import type {
  AgentHost,
  AgentProcess,
  ForkPoint,
  SentPrompt,
  ServerConfigs,
} from '../protocol/agentSource';
import { outgoingControls } from '../protocol/control';
import type { ToolPlace } from '../protocol/editorServer';
import { agentsOwn, editorServer } from '../protocol/editorServer';
import type { StoredSession } from '../protocol/storedSession';
import { CliProcess } from './cliProcess';
import { ControlSupportMemory } from './control/controlSupport';
import type { ProcessTools } from './control/mcpServers';
import { FrameTrace } from './frames/frameTrace';
import { type LaunchSession, temporarySince } from './launch/argv';
import { mayBypassPermissions } from './launch/environment';
import type { LaunchSettings } from './launch/launchSettings';
import type { LocatedCli } from './launch/locate';
import { withSessionRules } from './launch/sessionRules';
import { type CliVersion, isAtLeast } from './launch/version';
import { findCutArgument, findForkPoint, hasMessageSince, storedLength } from './sessions/cutPoint';
import { type FoundSession, findSession, sessionOfFile } from './sessions/findSession';
import { hasStoredSession, openStoredSession } from './sessions/openSession';
import { sessionPath } from './sessions/sessionFile';
import { sessionFolder } from './sessions/sessionFolder';
import { sessionJson } from './sessions/sessionJson';

export interface CliLauncherOptions {
  /** @throws UserError when there is none that runs */
  locate(): Promise<LocatedCli>;
  settings(cwd: string): LaunchSettings;
  /** What the editor offers to one process of a conversation. */
  tools?(place: ToolPlace): ProcessTools | undefined;
  /** Further MCP servers that agents are told of. */
  servers?(): Promise<ServerConfigs>;
  /** Where texts go that are too long for a command line. */
  readonly scratchFolder: string;
  readonly log: Log;
}

export interface TracedProcess {
  readonly session: SessionId;
  readonly version: string;
  readonly trace: FrameTrace;
}

/** Processes whose frames are kept for a problem report, living or not. */
const mostTraces = 12;

/** Starts the CLI for a channel, and reads what it has stored of a conversation. */
export class CliLauncher implements AgentLauncher {
  private readonly support = new ControlSupportMemory();
  private readonly started: TracedProcess[] = [];

  constructor(private readonly options: CliLauncherOptions) {}

  /** The processes that were started last, the oldest first, with the shapes of their last frames. */
  get traces(): readonly TracedProcess[] {
    return this.started;
  }

  async launch(launch: LaunchOptions, host: AgentHost): Promise<AgentProcess> {
    const { scratchFolder, log } = this.options;
    if (!(await isFolder(launch.cwd))) {
      throw new UserError('noFolder', goneFolder(launch.cwd));
    }
    const cli = await this.options.locate();
    const { cwd, costBefore, granted, addDirs = [], isTemporary } = launch;
    const picked = withPicks(this.options.settings(cwd), launch.picks);
    const allowed = granted ? withSessionRules(picked, granted) : picked;
    const placed = withFolders(allowed, addDirs);
    if (isTemporary) {
      requireTemporary(cli.version);
    }
    const session = await this.named(launch, cli);
    const tools = this.options.tools?.({
      cwd,
      folders: placed['tandem.additionalDirectories'] ?? [],
      channelId: launch.channel,
    });
    const allowedTools = tools ? withAllowed(placed, tools.allowed) : placed;
    const servers = (await this.options.servers?.()) ?? {};
    const takesServers = isAtLeast(cli.version, outgoingControls.mcp_set_servers.since);
    const settings = takesServers ? allowedTools : withServers(allowedTools, servers);
    const trace = new FrameTrace(systemClock);
    this.started.push({ session: session.id, version: cli.version, trace });
    this.started.splice(0, this.started.length - mostTraces);
    return new CliProcess(
      {
        command: cli.target.command,
        args: cli.target.args,
        env: cli.env,
        cwd,
        version: cli.version,
        support: this.support.of(cli),
        session,
        isTemporary,
        settings,
        mayBypass: mayBypassPermissions(cli.env),
        scratchFolder,
        costBase: costBefore,
        ...(takesServers ? { servers } : {}),
        ...(tools ? { mcpServers: new Map([[editorServer, tools]]) } : {}),
        log: log.child('cli'),
        trace,
      },
      host,
    );
  }

  /** The session as this version is told of it: the oldest name the line of a cut by its answer. */
  private async named({ cwd, session }: LaunchOptions, cli: LocatedCli): Promise<LaunchSession> {
    if (session.kind === 'new') {
      return session;
    }
    const { at } = session;
    const id = session.kind === 'fork' ? session.from : session.id;
    const path = await storedPath(id, cwd, cli.env);
    // Up to some version the CLI finds a session by its id in its own folder only.
    const isOwn = path === (await ownPath(id, cwd, cli.env));
    const named = isOwn || session.kind !== 'fork' ? session : { ...session, file: path };
    if (at === undefined) {
      return named;
    }
    return { ...named, at: await found(() => findCutArgument(path, at, cli.version)) };
  }

  /** Where the agent has stored a session, whatever folder it belongs to. */
  async findSession(id: SessionId): Promise<FoundSession | undefined> {
    const { env } = await this.options.locate();
    return findSession(id, env);
  }

  /** The id of the session whose file this is; undefined when it is none of the agent's store. */
  async sessionOfFile(path: string): Promise<SessionId | undefined> {
    const { env } = await this.options.locate();
    return sessionOfFile(path, env);
  }

  /** @throws UserError `cli.tooOld` when this version stores every conversation */
  async requireTemporary(): Promise<void> {
    requireTemporary((await this.options.locate()).version);
  }

  async hasSession(cwd: string, id: SessionId): Promise<boolean> {
    const { env } = await this.options.locate();
    return hasStoredSession(id, cwd, env);
  }

  async openSession(
    cwd: string,
    id: SessionId,
    until?: string,
  ): Promise<StoredSession | undefined> {
    const { env } = await this.options.locate();
    const folder = dirname(await storedPath(id, cwd, env));
    return openStoredSession(id, cwd, env, { until, folder });
  }

  async storedLength(cwd: string, id: SessionId): Promise<number> {
    const { env } = await this.options.locate();
    return ofStored(id, cwd, env, storedLength);
  }

  async hasMessageSince(cwd: string, id: SessionId, length: number): Promise<boolean> {
    const { env } = await this.options.locate();
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

  /** What is stored of a session, see `sessionJson`. */
  async *storedJson(cwd: string, id: SessionId): AsyncGenerator<string> {
    const { env } = await this.options.locate();
    yield* sessionJson(id, dirname(await storedPath(id, cwd, env)));
  }
}

/** @throws UserError `absent` when the session has no file */
async function ofStored<T>(
  id: SessionId,
  cwd: string,
  env: NodeJS.ProcessEnv,
  read: (path: string) => Promise<T>,
): Promise<T> {
  return found(async () => read(await storedPath(id, cwd, env)));
}

/** @throws UserError `absent` when there is no file */
async function found<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      const message = 'Claude Code has not stored this conversation, or it was deleted.';
      throw new UserError('absent', message, { cause: error });
    }
    throw error;
  }
}

async function ownPath(id: SessionId, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return sessionPath(await sessionFolder(cwd, env), id);
}

/** Where a session is: with those of its conversation's folder, else with those of any other. */
async function storedPath(id: SessionId, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const own = await ownPath(id, cwd, env);
  const isThere = await stat(own).catch(() => undefined);
  return isThere ? own : ((await findSession(id, env))?.path ?? own);
}

function requireTemporary(version: CliVersion): void {
  if (!isAtLeast(version, temporarySince)) {
    throw new UserError(
      'cli.tooOld',
      `Temporary conversations need Claude Code ${temporarySince} or newer; this is ${version}.`,
    );
  }
}

/** Folders of the conversation come after those of the settings. */
function withFolders(settings: LaunchSettings, addDirs: readonly string[]): LaunchSettings {
  const given = settings['tandem.additionalDirectories'] ?? [];
  const all = [...new Set([...given, ...addDirs])];
  return all.length === 0 ? settings : { ...settings, 'tandem.additionalDirectories': all };
}

/** What needs no permission comes after what the settings allow. */
function withAllowed(settings: LaunchSettings, rules: readonly string[]): LaunchSettings {
  const given = settings['tandem.permissions.allowedTools'] ?? [];
  return rules.length === 0
    ? settings
    : { ...settings, 'tandem.permissions.allowedTools': [...new Set([...given, ...rules])] };
}

/** For a version that takes no servers while it runs. */
function withServers(settings: LaunchSettings, servers: ServerConfigs): LaunchSettings {
  const given = settings['tandem.mcp.config'] ?? [];
  return Object.keys(servers).length === 0
    ? settings
    : {
        ...settings,
        'tandem.mcp.config': [given, JSON.stringify({ mcpServers: servers })].flat(),
      };
}

/** What was picked in the conversation goes before the settings. */
function withPicks(settings: LaunchSettings, picks: Picks): LaunchSettings {
  return {
    ...settings,
    ...(picks.mode ? { 'tandem.permissions.initialMode': picks.mode } : {}),
    ...(picks.model ? { 'tandem.model': picks.model } : {}),
    ...(picks.effort ? { 'tandem.effort': picks.effort } : {}),
    ...(picks.maxThinkingTokens === undefined
      ? {}
      : { 'tandem.thinking.maxTokens': picks.maxThinkingTokens }),
    ...(picks.disabledTools
      ? { 'tandem.permissions.disallowedTools': denied(settings, picks) }
      : {}),
  };
}

/** The editor's own tools are not among them: their server leaves out what is switched off. */
function denied(settings: LaunchSettings, { disabledTools = [] }: Picks): readonly string[] {
  const given = settings['tandem.permissions.disallowedTools'] ?? [];
  return [...new Set([...given, ...agentsOwn(disabledTools)])];
}

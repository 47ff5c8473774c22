import { UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { LaunchSession } from '../../cli/argv';
import { CliProcess } from '../../cli/cliProcess';
import { ControlSupportMemory } from '../../cli/controlSupport';
import { mayBypassPermissions } from '../../cli/environment';
import type { LaunchSettings } from '../../cli/launchSettings';
import type { LocatedCli } from '../../cli/locate';
import { withSessionRules } from '../../cli/sessionRules';
import { cutArgument, forkPoint } from '../../cli/sessions/forkPoint';
import { listSessions, type StoredSession } from '../../cli/sessions/listSessions';
import { hasStoredSession, readStoredSession } from '../../cli/sessions/readStoredSession';
import { readSessionFile, sessionPath } from '../../cli/sessions/sessionFile';
import { sessionFolder } from '../../cli/sessions/sessionFolder';
import type { ConversationEvent } from '../../contract/events';
import type { SessionId } from '../../contract/ids';
import type { AgentHost, AgentProcess, ForkPoint, SentPrompt } from '../../protocol/agentSource';
import type { SessionLine } from '../../protocol/sessionLine';
import type { AgentLauncher, LaunchOptions, Picks } from '../channels/ports';

export interface CliLauncherOptions {
  /** @throws UserError when there is none that runs */
  locate(): Promise<LocatedCli>;
  settings(cwd: string): LaunchSettings;
  /** Where texts go that are too long for a command line. */
  readonly scratchFolder: string;
  readonly log: Log;
}

/** Starts the CLI for a channel, and reads what it has stored of a conversation. */
export class CliLauncher implements AgentLauncher {
  private readonly support = new ControlSupportMemory();

  constructor(private readonly options: CliLauncherOptions) {}

  async launch(launch: LaunchOptions, host: AgentHost): Promise<AgentProcess> {
    const { scratchFolder, log } = this.options;
    const cli = await this.options.locate();
    const picked = withPicks(this.options.settings(launch.cwd), launch.picks);
    const settings = launch.granted ? withSessionRules(picked, launch.granted) : picked;
    const { cwd, costBefore } = launch;
    const session = await this.named(launch, cli);
    return new CliProcess(
      {
        command: cli.target.command,
        args: cli.target.args,
        env: cli.env,
        cwd,
        version: cli.version,
        support: this.support.of(cli),
        session,
        settings,
        mayBypass: mayBypassPermissions(cli.env),
        scratchFolder,
        costBase: costBefore,
        log: log.child('cli'),
      },
      host,
    );
  }

  /** The session as this version is told of it: the oldest name the line of a cut by its answer. */
  private async named({ cwd, session }: LaunchOptions, cli: LocatedCli): Promise<LaunchSession> {
    if (session.kind !== 'fork' || session.at === undefined) {
      return session;
    }
    const lines = await readLines(session.from, cwd, cli.env);
    return { ...session, at: cutArgument(lines, session.at, cli.version) };
  }

  async hasSession(cwd: string, id: SessionId): Promise<boolean> {
    const { env } = await this.options.locate();
    return hasStoredSession(id, cwd, env);
  }

  async readSession(
    cwd: string,
    id: SessionId,
    until?: string,
  ): Promise<readonly ConversationEvent[]> {
    const { env } = await this.options.locate();
    const stored = await readStoredSession(id, cwd, env, until);
    if (stored && stored.unreadable > 0) {
      this.options.log.warn(`${stored.unreadable} lines of session ${id} could not be read`);
    }
    return stored?.events ?? [];
  }

  async forkPoint(
    cwd: string,
    id: SessionId,
    prompt: SentPrompt,
    until?: string,
  ): Promise<ForkPoint> {
    const { env, version } = await this.options.locate();
    return forkPoint(await readLines(id, cwd, env), prompt, version, until);
  }

  async listSessions(cwd: string): Promise<readonly StoredSession[]> {
    const { env } = await this.options.locate();
    return listSessions(cwd, env);
  }
}

/** @throws UserError `absent` when the session has no file */
async function readLines(
  id: SessionId,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<readonly SessionLine[]> {
  try {
    return (await readSessionFile(sessionPath(await sessionFolder(cwd, env), id))).lines;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      const message = 'Claude Code has not stored this conversation, or it was deleted.';
      throw new UserError('absent', message, { cause: error });
    }
    throw error;
  }
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
  };
}

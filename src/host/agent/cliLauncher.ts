import { UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { LaunchSession } from '../../cli/argv';
import { CliProcess } from '../../cli/cliProcess';
import { ControlSupportMemory } from '../../cli/controlSupport';
import { mayBypassPermissions } from '../../cli/environment';
import type { LaunchSettings } from '../../cli/launchSettings';
import type { LocatedCli } from '../../cli/locate';
import {
  findCutArgument,
  findForkPoint,
  hasMessageSince,
  storedLength,
} from '../../cli/sessions/cutPoint';
import { type StoredSession as ListedSession, listSessions } from '../../cli/sessions/listSessions';
import { sessionPath } from '../../cli/sessions/sessionFile';
import { sessionFolder } from '../../cli/sessions/sessionFolder';
import { hasStoredSession, openStoredSession } from '../../cli/sessions/openSession';
import type { SessionId } from '../../contract/ids';
import { isFolder } from '../../node/isFolder';
import type { AgentHost, AgentProcess, ForkPoint, SentPrompt } from '../../protocol/agentSource';
import type { StoredSession } from '../../protocol/storedSession';
import { goneFolder } from '../channels/agentState';
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
    if (!(await isFolder(launch.cwd))) {
      throw new UserError('noFolder', goneFolder(launch.cwd));
    }
    const cli = await this.options.locate();
    const settings = withPicks(this.options.settings(launch.cwd), launch.picks);
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
    if (session.kind === 'new' || session.at === undefined) {
      return session;
    }
    const { at } = session;
    const id = session.kind === 'fork' ? session.from : session.id;
    const name = await ofStored(id, cwd, cli.env, path => findCutArgument(path, at, cli.version));
    return { ...session, at: name };
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
    return openStoredSession(id, cwd, env, { until });
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

  async listSessions(cwd: string): Promise<readonly ListedSession[]> {
    const { env } = await this.options.locate();
    return listSessions(cwd, env);
  }
}

/** @throws UserError `absent` when the session has no file */
async function ofStored<T>(
  id: SessionId,
  cwd: string,
  env: NodeJS.ProcessEnv,
  read: (path: string) => Promise<T>,
): Promise<T> {
  try {
    return await read(sessionPath(await sessionFolder(cwd, env), id));
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

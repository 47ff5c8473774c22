import { randomUUID } from 'node:crypto';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { UserError } from '../base/errors';
import type { Log } from '../base/log';
import type { SessionId } from '../contract/ids';
import { findExecutable } from '../node/executable';
import { isFolder } from '../node/isFolder';
import { spawnTarget } from '../node/spawnTarget';
import { type AgentLauncher, goneFolder, type LaunchOptions } from '../protocol/agentLauncher';
import type { AgentHost, AgentProcess, ForkPoint } from '../protocol/agentSource';
import type { StoredSession } from '../protocol/storedSession';
import type { ListedSession } from './errands/listSessions';
import { OwnCopies } from './errands/ownCopies';
import type { ErrandOptions } from './errands/runErrand';
import type { AcpClientFactory, AcpCommand } from './ports';
import type { SessionHead } from './sessions/sessionHead';
import { SessionStore } from './sessions/sessionStore';
import { notInstalled } from './wire/startErrors';

export interface AcpLauncherOptions {
  /** Agents of the setting `tandem.agents`, as it is now. */
  agents(): readonly AcpCommand[];
  /** Makes `agents` have an agent that no conversation has been started with. */
  prepare?(agent: string): Promise<unknown>;
  /** Further folders that conversations in a folder may work in, as absolute paths. */
  folders?(cwd: string): readonly string[];
  readonly client: AcpClientFactory;
  /** Folder for the conversations. */
  readonly folder: string;
  /** Tandem's own version. */
  readonly version: string;
  /** Environment that agents inherit; absent: that of this process. */
  environment?(): Promise<Readonly<Record<string, string | undefined>>>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Starts agents that speak the Agent Client Protocol, and keeps their conversations. */
export class AcpLauncher implements AgentLauncher, Disposable {
  private readonly store: SessionStore;
  private readonly copies: OwnCopies;

  constructor(private readonly options: AcpLauncherOptions) {
    const { folder, clock, log } = options;
    this.store = new SessionStore(folder, clock, log.child('acp'));
    this.copies = new OwnCopies(async (agent, cwd, task, signal) => {
      const { runErrand } = await import('./errands/runErrand');
      return runErrand(await this.errand(agent, cwd, signal), task);
    }, log.child('acp'));
  }

  /** Whether a conversation is one with such an agent. Rejects if that is unknown. */
  async knows(id: SessionId): Promise<boolean> {
    return (await this.store.head(id)) !== undefined;
  }

  /** Returns what is known of a conversation; undefined if it is not stored here. */
  stored(id: SessionId): Promise<SessionHead | undefined> {
    return this.store.head(id);
  }

  /** Returns all conversations, newest first. */
  list(): Promise<readonly SessionHead[]> {
    return this.store.list();
  }

  rename(id: SessionId, title: string): Promise<void> {
    return this.store.change(id, { title, isNamed: true });
  }

  /**
   * Deletes a conversation here, and then in the background where the agent keeps it, if it can.
   * @throws UserError `session.absent`
   */
  async delete(id: SessionId): Promise<void> {
    const head = await this.store.head(id);
    await this.store.delete(id);
    if (head?.isDeletable && head.agentSessionId !== undefined) {
      const { agent, agentSessionId: sessionId, cwd } = head;
      this.copies.delete({ agent, sessionId, cwd });
    }
  }

  /**
   * Asks an agent for the sessions that it has kept, by starting it for that.
   * @param signal ends the agent
   * @returns undefined if it does not list any
   * @throws UserError as `launch` and the start of a process
   */
  async agentSessions(
    agent: string,
    cwd: string,
    signal?: AbortSignal,
  ): Promise<readonly ListedSession[] | undefined> {
    const { listSessions } = await import('./errands/listSessions');
    return listSessions(await this.errand(agent, cwd, signal));
  }

  /**
   * Signs the user out of an agent, by starting it for that.
   * @throws UserError `agent.noSignOut`, and as `agentSessions`
   */
  async signOut(agent: string, cwd: string, signal?: AbortSignal): Promise<void> {
    const { signOut } = await import('./errands/signOut');
    await signOut(await this.errand(agent, cwd, signal));
  }

  /**
   * Makes a conversation of a session that the agent has kept. Its history is read from the agent
   * when it is started.
   */
  async adopt(agent: string, session: ListedSession): Promise<SessionId> {
    const known = (await this.store.list()).find(
      head => head.agent === agent && head.agentSessionId === session.id,
    );
    if (known) {
      return known.id;
    }
    const id = randomUUID() as string as SessionId;
    const { id: agentSessionId, cwd, title } = session;
    await this.store.create({ id, agent, agentSessionId, cwd, title, isUnread: true });
    return id;
  }

  /** @throws UserError `folder.none`, `agent.missing`, `agent.unknown` */
  async launch(launch: LaunchOptions, host: AgentHost): Promise<AgentProcess> {
    const { cwd, channel, session, costBefore } = launch;
    const everywhere = this.options.folders?.(cwd) ?? [];
    const others = new Set([...everywhere, ...(launch.addDirs ?? [])]);
    const addDirs = [...others].filter(folder => folder !== cwd);
    if (!(await isFolder(cwd))) {
      throw new UserError('folder.none', goneFolder(cwd));
    }
    const command = await this.resolved(await this.agentOf(launch));
    const { clock, log, version } = this.options;
    // A twentieth of the host's code, which most windows never need.
    const { AcpAgent } = await import('./acpAgent');
    return new AcpAgent(
      {
        ...{ command, cwd, addDirs, session, costBefore, version, clock },
        env: await this.environment(),
        client: await this.options.client({ channel, cwd, addDirs, agent: command.name }),
        store: this.store,
        log: log.child(command.name),
      },
      host,
    );
  }

  hasSession(_cwd: string, id: SessionId): Promise<boolean> {
    return this.knows(id);
  }

  async openSession(_cwd: string, id: SessionId): Promise<StoredSession | undefined> {
    return this.store.open(id);
  }

  async storedLength(_cwd: string, id: SessionId): Promise<number> {
    return this.store.length(id);
  }

  async hasMessageSince(_cwd: string, id: SessionId, length: number): Promise<boolean> {
    return this.store.hasPromptAfter(id, length);
  }

  async forkPoint(): Promise<ForkPoint> {
    throw new UserError(
      'cli.unsupported',
      l10n.t('This agent cannot go back to an earlier message. Start a new conversation instead.'),
    );
  }

  dispose(): void {
    this.copies.dispose();
  }

  private async errand(agent: string, cwd: string, signal?: AbortSignal): Promise<ErrandOptions> {
    const { clock, log, version } = this.options;
    await this.options.prepare?.(agent);
    const command = await this.resolved(agent);
    return {
      ...{ command, cwd, signal, version, clock },
      env: await this.environment(),
      log: log.child(agent),
    };
  }

  /** The conversation's own agent counts, or that of the one it was forked from. */
  private async agentOf({ source, session }: LaunchOptions): Promise<string> {
    const from = session.kind === 'fork' ? session.from : session.id;
    const head = session.kind === 'new' ? undefined : await this.store.head(from);
    const name = head?.agent ?? source;
    if (name === undefined) {
      throw new UserError('agent.unknown', l10n.t('The conversation does not name its agent.'));
    }
    return name;
  }

  /** Returns the command with the full path of its program. */
  private async resolved(name: string): Promise<AcpCommand> {
    const agent = this.options.agents().find(one => one.name === name);
    if (!agent) {
      throw new UserError(
        'agent.unknown',
        l10n.t(
          'There is no longer an agent "{0}". Add it to the setting {1}, or start a conversation with another one.',
          name,
          'tandem.agents',
        ),
      );
    }
    const { platform, execPath } = process;
    const inherited = await this.environment();
    const env = { ...inherited, ...agent.env };
    const path = await findExecutable(agent.command, { env, platform });
    if (path === undefined) {
      throw notInstalled(name, agent.command);
    }
    const target = await spawnTarget(path, { env, platform, execPath });
    return {
      name,
      command: target.command,
      args: [...target.args, ...agent.args],
      env: { ...target.env, ...agent.env },
    };
  }

  private async environment(): Promise<NodeJS.ProcessEnv> {
    return { ...((await this.options.environment?.()) ?? process.env) };
  }
}

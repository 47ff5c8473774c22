import * as l10n from '@vscode/l10n';
import type { ProcessExit } from '../../node/spawnProcess';
import { lackingFeatures } from '../start/abilities';
import { AgentConnection, type Introduction } from '../start/agentConnection';
import { openSession } from '../start/openSession';
import { signIn } from '../start/signIn';
import type { UpdateTranslator } from '../translate/updateTranslator';
import type { RpcPeer } from '../wire/rpcConnection';
import { RpcError, rpcCodeOf, rpcCodes } from '../wire/rpcError';
import { refusedBy, signedOut } from '../wire/startErrors';
import type { AcpAgentOptions } from './acpAgentOptions';
import type { Outlet } from './outlet';
import type { SessionRecord } from './sessionRecord';

interface AgentSessionOptions {
  readonly agent: AcpAgentOptions;
  readonly translator: Pick<UpdateTranslator, 'introduce' | 'adopt'>;
  readonly record: SessionRecord;
  readonly outlet: Outlet;
  /** Aborts when the conversation no longer waits for the agent. */
  readonly ending: AbortSignal;
  readonly peer: RpcPeer;
  /** Called around a load, in which the agent repeats the whole conversation. */
  onReplay(isRunning: boolean, isUnread: boolean): void;
  /** Called once if the agent takes long to start. */
  onSlow(seconds: number): void;
  /** Called when the process in force has ended; not for one that a sign-in has replaced. */
  onExit(exit: ProcessExit): void;
}

/** Milliseconds. Nothing is lost if the agent ends without it. */
const timeToClose = 2_000;

/** An agent's process and its session there: introduced, signed in to, opened. */
export class AgentSession {
  /** Connection in force: signing in may replace the process. */
  connection: AgentConnection;
  introduction: Introduction | undefined;
  /** Agent's own id of the session, once it has one. */
  id: string | undefined;
  private needsSignIn = false;

  constructor(private readonly options: AgentSessionOptions) {
    this.connection = this.connect({});
  }

  /** @throws UserError and RpcError of the agent */
  async start(): Promise<void> {
    await this.introduce();
    try {
      await this.open();
    } catch (error) {
      await this.signIn(error);
      await this.open();
    }
  }

  /** Lets the user sign in if the agent has refused the last message for that. */
  async signInIfNeeded(): Promise<void> {
    if (!this.needsSignIn) {
      return;
    }
    this.needsSignIn = false;
    try {
      await this.signIn(new RpcError(rpcCodes.signInNeeded, 'Authentication required'));
    } catch (error) {
      this.needsSignIn = true;
      throw this.readable(error);
    }
  }

  /** Lets the agent put the session away before it ends. Bounded in time; never rejects. */
  async close(): Promise<void> {
    const { id, introduction, connection } = this;
    if (id === undefined || !introduction?.abilities.close || connection.hasEnded) {
      return;
    }
    await connection
      .request('session/close', { sessionId: id }, timeToClose)
      .catch((error: unknown) => this.options.outlet.note('The end of the session', error));
  }

  /** Names the agent's own ways to sign in, if it is that which it needs. */
  withWays(error: RpcError): RpcError {
    if (rpcCodeOf(error) !== rpcCodes.signInNeeded) {
      return error;
    }
    const { client, command } = this.options.agent;
    this.needsSignIn = client.signIn !== undefined;
    const ways = this.introduction?.authMethods.map(({ id, name }) => name || id) ?? [];
    return new RpcError(error.code, signedOut(command.name, ways, error).message, error.data);
  }

  /** Errors of the agent's wire are its own words, and need its name. */
  readable(error: unknown): unknown {
    if (!(error instanceof RpcError)) {
      return error;
    }
    const { command } = this.options.agent;
    const { stderr } = this.connection;
    const methods = this.introduction?.authMethods ?? [];
    return refusedBy(command.name, this.withWays(error), { methods, stderr });
  }

  private connect(env: Readonly<Record<string, string>>): AgentConnection {
    const { agent, peer, onExit, onSlow } = this.options;
    const { command, cwd, clock, log, version } = agent;
    const connection: AgentConnection = new AgentConnection(
      {
        command: command.command,
        args: command.args,
        env: { ...agent.env, ...command.env, ...env },
        title: command.name,
        ...{ cwd, clock, log, version },
      },
      {
        onNotification: (method, params) => peer.onNotification(method, params),
        onRequest: (method, params, signal) => peer.onRequest(method, params, signal),
        onNoise: what => peer.onNoise(what),
        onSlow,
        onExit: exit => {
          if (connection === this.connection) {
            onExit(exit);
          }
        },
      },
    );
    return connection;
  }

  private async introduce(): Promise<void> {
    const { agent, outlet, translator } = this.options;
    const { command, cwd, session } = agent;
    const introduction = await this.connection.start();
    this.introduction = introduction;
    const { title, version, name, abilities } = introduction;
    outlet.deliver([
      {
        type: 'session.changed',
        sessionId: session.id,
        cwd,
        ...(version ? { agentVersion: version } : {}),
      },
      ...translator.introduce({
        name: command.name,
        title: title || name || command.name,
        ...(version ? { version } : {}),
        lacks: lackingFeatures(abilities),
      }),
    ]);
  }

  private async open(): Promise<void> {
    const { introduction } = this;
    const { agent, record, translator, outlet, onReplay } = this.options;
    const { client, cwd, addDirs, log } = agent;
    if (!introduction) {
      return;
    }
    const start = await record.begin();
    const { http, sse } = introduction.abilities;
    const isUnread = record.isUnread;
    const opened = await openSession(this.connection, introduction, start, {
      servers: await client.servers({ http, sse }),
      needsHistory: isUnread,
      onReplay: isRunning => onReplay(isRunning, isUnread),
      ...{ cwd, addDirs, log },
    });
    this.id = opened.id;
    outlet.add(translator.adopt(opened.result));
    await outlet.unlessDiskFails(record.opened(opened.id, introduction.abilities.delete));
    if (isUnread) {
      await outlet.unlessDiskFails(record.historyRead());
    }
    if (opened.hasForgotten) {
      outlet.notice(
        l10n.t(
          '{0} does not remember what was said before. It continues as in a new conversation.',
          agent.command.name,
        ),
      );
    }
    outlet.flush();
  }

  /** Lets the user sign in, and starts the process again if it reads credentials at its start. */
  private async signIn(error: unknown): Promise<void> {
    const { agent, ending } = this.options;
    const { command, client } = agent;
    const { connection, introduction } = this;
    const asking = { title: command.name, command, introduction, client, connection };
    const next = await signIn(error, asking, ending);
    if (next !== 'goOn') {
      this.connection = this.connect(next.env);
      await connection.stop('now', async () => undefined);
      await this.introduce();
    }
  }
}

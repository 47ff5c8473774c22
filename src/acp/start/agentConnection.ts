import type { Clock } from '../../base/clock';
import { UserError } from '../../base/errors';
import type { JsonObject } from '../../base/json';
import type { ProcessExit } from '../../node/spawnProcess';
import type { StopLadder } from '../../protocol/agentSource';
import { AcpTransport, type AcpTransportOptions } from '../wire/acpTransport';
import { RpcConnection, type RpcPeer } from '../wire/rpcConnection';
import { endedEarly, otherProtocol, silentAtStart, unansweredRequest } from '../wire/startErrors';
import { type Abilities, type InitializeAnswer, initializeResult, toAbilities } from './abilities';
import { clientCapabilities } from './clientCapabilities';

export interface ConnectionOptions extends AcpTransportOptions {
  /** Tandem's own. */
  readonly version: string;
}

export interface ConnectionHost extends RpcPeer {
  /** Called when the process has ended and everything it wrote is dealt with. */
  onExit(exit: ProcessExit): void;
  /** Called once if the agent takes long to introduce itself. */
  onSlow?(seconds: number): void;
}

/** Agent as it describes itself. */
export interface Introduction {
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly version: string | undefined;
  readonly abilities: Abilities;
  readonly authMethods: InitializeAnswer['authMethods'];
}

/** Milliseconds. A package runner may have to download the agent first, on a busy machine. */
const timeToInitialize = 120_000;
/** Milliseconds after which the user is told that the agent is still starting. */
const timeToNotice = 20_000;

/** An agent process that has introduced itself, and requests to it. */
export class AgentConnection {
  private readonly transport: AcpTransport;
  private readonly rpc: RpcConnection;

  constructor(
    private readonly options: ConnectionOptions,
    private readonly host: ConnectionHost,
  ) {
    this.rpc = new RpcConnection(message => this.transport.write(message), host, options.log);
    this.transport = new AcpTransport(options, {
      onLine: line => this.rpc.onLine(line),
      onOverlong: limit => host.onNoise(`a line of more than ${limit} bytes`),
      onClosed: exit => void this.close(exit),
      onExit: exit => void this.reportExit(exit),
    });
  }

  get pid(): number | undefined {
    return this.transport.process.piped?.pid;
  }

  get mark(): string | undefined {
    return this.transport.process.piped?.mark;
  }

  get hasEnded(): boolean {
    return this.transport.process.hasEnded;
  }

  get wasAsked(): boolean {
    return this.transport.process.wasAsked;
  }

  get stderr(): string {
    return this.transport.process.stderr;
  }

  /**
   * Starts the process.
   * @throws UserError `spawn.*`, `agent.ended`, `agent.timeout`, `agent.version`
   */
  async start(): Promise<Introduction> {
    const { title, version, clock } = this.options;
    await Promise.all([this.rpc.open(), this.transport.start()]);
    const late = () => silentAtStart(title, timeToInitialize / 1_000);
    const asked = this.ask('initialize', {
      protocolVersion: 1,
      clientCapabilities,
      clientInfo: { name: 'tandem', title: 'Tandem', version },
    });
    const slow = clock.setTimeout(() => this.host.onSlow?.(timeToNotice / 1_000), timeToNotice);
    const answer = await this.within(asked, timeToInitialize, late, clock).finally(() =>
      slow.dispose(),
    );
    const parsed = initializeResult.safeParse(answer);
    if (!parsed.success || parsed.data.protocolVersion !== 1) {
      throw otherProtocol(title, parsed.success ? parsed.data.protocolVersion : undefined);
    }
    const { agentInfo, authMethods } = parsed.data;
    const { name, title: ownTitle, version: ownVersion } = agentInfo ?? {};
    const abilities = toAbilities(parsed.data);
    return { name, title: ownTitle, version: ownVersion, abilities, authMethods };
  }

  /**
   * Sends a request.
   * @param limit milliseconds; absent: the agent may take as long as it likes
   * @throws RpcError, UserError `agent.timeout`, `agent.ended`
   */
  request(method: string, params: JsonObject, limit?: number): Promise<unknown> {
    const { title, clock } = this.options;
    const asked = this.ask(method, params);
    const late = () => unansweredRequest(title, (limit ?? 0) / 1_000);
    return limit === undefined ? asked : this.within(asked, limit, late, clock);
  }

  notify(method: string, params: JsonObject): Promise<void> {
    return this.rpc.notify(method, params);
  }

  stop(ladder: StopLadder, interrupt: () => Promise<void>): Promise<void> {
    return this.transport.process.stop(ladder, interrupt);
  }

  dispose(): void {
    this.transport.process.dispose();
  }

  /** A process that dies closes its input first, and says why a little later. */
  private async ask(method: string, params: JsonObject): Promise<unknown> {
    try {
      return await this.rpc.request(method, params);
    } catch (error) {
      const isUnread = error instanceof UserError && error.code.startsWith('process.');
      const exit = isUnread ? await this.transport.process.dying() : undefined;
      throw exit ? this.endedEarly(exit) : error;
    }
  }

  private async within(
    task: Promise<unknown>,
    limit: number,
    late: () => UserError,
    clock: Clock,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = clock.setTimeout(() => reject(late()), limit);
      const settle = (done: () => void) => {
        timer.dispose();
        done();
      };
      task.then(
        value => settle(() => resolve(value)),
        (error: unknown) => settle(() => reject(error)),
      );
    });
  }

  private async close(exit: ProcessExit): Promise<void> {
    await this.rpc.settled();
    this.rpc.close(this.endedEarly(exit));
  }

  private async reportExit(exit: ProcessExit): Promise<void> {
    await this.rpc.settled();
    this.host.onExit(exit);
  }

  private endedEarly(exit: ProcessExit): UserError {
    return endedEarly(this.options.title, exit, this.stderr);
  }
}

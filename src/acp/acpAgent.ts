import * as l10n from '@vscode/l10n';
import type { Disposable } from '../base/disposable';
import { messageOf, UserError } from '../base/errors';
import { isObject } from '../base/json';
import type { Log } from '../base/log';
import type { ConversationEvent } from '../contract/events';
import { raceTimeout } from '../node/raceTimeout';
import type { ProcessExit } from '../node/spawnProcess';
import type { AgentHost, AgentProcess, OutgoingMessage, StopLadder } from '../protocol/agentSource';
import type { AcpAgentOptions } from './acpAgentOptions';
import { EventBatch } from './eventBatch';
import { toContentBlocks } from './prompt/contentBlocks';
import { linkedFiles } from './prompt/linkedFiles';
import { ClientRequests } from './requests/clientRequests';
import { FileRequests } from './requests/fileRequests';
import { PermissionRequests } from './requests/permissionRequests';
import { TerminalRequests } from './requests/terminalRequests';
import { ToolTracking } from './requests/toolTracking';
import { SessionRecord } from './sessionRecord';
import { isLogged } from './sessions/loggedEvents';
import { lackingFeatures } from './start/abilities';
import { AgentConnection, type Introduction } from './start/agentConnection';
import { openSession } from './start/openSession';
import { signIn } from './start/signIn';
import type { PromptEnd } from './translate/session/promptEnd';
import { UpdateTranslator } from './translate/updateTranslator';
import { Turns } from './turns';
import { noServers, unsupported } from './unsupported';
import { RpcError, rpcCodeOf, rpcCodes, wordsOf } from './wire/rpcError';
import { signedOut } from './wire/startErrors';

/** Milliseconds that the agent waits for the tracking of edits, and for an option. */
const trackingTime = 3_000;
const optionTime = 30_000;
/** Milliseconds without an update after which work of the agent's own counts as done. */
const quietTime = 3_000;

/** Conversation with an agent that speaks the Agent Client Protocol. */
export class AcpAgent implements AgentProcess {
  readonly scheduled = 0;
  readonly servers = noServers;
  private connection: AgentConnection;
  private introduction: Introduction | undefined;
  /** Agent's own id of the session, once it has one. */
  private sessionId: string | undefined;
  private readonly translator: UpdateTranslator;
  private readonly record: SessionRecord;
  private readonly batch: EventBatch;
  private readonly tracking: ToolTracking;
  private readonly permissions: PermissionRequests;
  private readonly terminals: TerminalRequests;
  private readonly requests: ClientRequests;
  private readonly turns: Turns;
  private readonly ending = new AbortController();
  private readonly log: Log;
  private isUp = false;
  private isReleased = false;
  /** True while the agent repeats a history that is stored here already. */
  private isSkipping = false;
  private isReplaying = false;
  private needsSignIn = false;
  /** True once the running turn has been cancelled. */
  private isCancelling = false;
  /** Ends what the agent has begun by itself. */
  private ownTurn: Disposable | undefined;
  /** Edits of the last turn are still compared. */
  private settling: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: AcpAgentOptions,
    private readonly host: AgentHost,
  ) {
    const { command, cwd, clock, client, store, session, costBefore } = options;
    this.log = options.log;
    const title = command.name;
    this.translator = new UpdateTranslator({
      cwd,
      now: () => clock.now(),
      costBase: costBefore,
      agentTitle: title,
    });
    const { translator, log } = this;
    this.record = new SessionRecord({ store, session, agent: command.name, cwd });
    this.batch = new EventBatch(events => {
      this.record.add(events);
      host.onEvents(events);
    });
    this.tracking = new ToolTracking({
      ...{ host, translator, cwd },
      patiently: task => raceTimeout(task, trackingTime, clock),
      follow: (path, line) => client.follow?.(path, line),
    });
    this.permissions = new PermissionRequests({
      ...{ host, translator },
      deliver: events => this.deliver(events),
      track: id => this.tracking.track(id),
      interrupt: () => void this.turns.interrupt().catch(error => this.note('Stop', error)),
    });
    this.terminals = new TerminalRequests({
      ...{ terminals: client.terminals, cwd, clock, log },
      onOutput: (id, { text, exit }) =>
        this.batch.add(translator.terminalChanged(id, { text, ...(exit ? { exit } : {}) })),
    });
    this.requests = new ClientRequests({
      ...{ host, title, permissions: this.permissions, terminals: this.terminals },
      files: new FileRequests({
        ...{ files: client.files, host, cwd },
        isTracked: path => this.tracking.isTracked(path),
        readsMissingAsEmpty: () => /gemini|qwen/i.test(this.introduction?.name ?? command.name),
      }),
      ownerOf: id => this.ownerOf(id),
      onUnknown: method => this.unknown(`request: ${method}`),
    });
    this.turns = new Turns({
      begin: message => this.beginTurn(message),
      cancel: () => this.cancel(),
      onActivity: activity => {
        this.batch.flush();
        host.onActivity(activity);
      },
      onTakenBack: ids => host.onTakenBack?.(ids),
      onFailed: (message, error) => {
        host.onTakenBack?.([message.id]);
        this.notice(messageOf(error));
      },
    });
    this.connection = this.connect({});
  }

  get pid(): number | undefined {
    return this.connection.pid;
  }

  get mark(): string | undefined {
    return this.connection.mark;
  }

  get hasEnded(): boolean {
    return this.connection.hasEnded;
  }

  /** @throws UserError that says what to do; `onExit` is not called in that case */
  async start(): Promise<void> {
    try {
      await this.introduce();
      try {
        await this.open();
      } catch (error) {
        await this.signIn(error);
        await this.open();
      }
      this.isUp = true;
    } catch (error) {
      this.dispose();
      throw this.readable(error);
    }
  }

  send(message: OutgoingMessage): Promise<void> {
    return this.turns.send(message);
  }

  interrupt(): Promise<void> {
    return this.turns.interrupt();
  }

  setMode = unsupported;
  setModel = unsupported;
  setEffort = unsupported;
  setFastMode = unsupported;
  setUltracode = unsupported;
  setMaxThinkingTokens = unsupported;
  stopTask = unsupported;
  taskOutput = unsupported;
  askAside = unsupported;

  /** @throws UserError `agent.option` if the agent does not offer it, or refuses */
  async setOption(id: string, value: string | boolean): Promise<void> {
    const asked = this.translator.optionRequest(id, value);
    if (!asked) {
      throw new UserError('agent.option', l10n.t('The agent does not offer this any more.'));
    }
    const params = { ...asked.params, sessionId: this.sessionId };
    try {
      const result = await this.connection.request(asked.method, params, optionTime);
      this.batch.add([...this.translator.adopt(result), ...this.translator.optionSet(id, value)]);
    } catch (error) {
      throw this.readable(error);
    }
  }

  async rewindFiles(): Promise<never> {
    throw new UserError(
      'rewind.unsupported',
      l10n.t('This agent keeps no older versions of files. Undo its changes in the review.'),
    );
  }

  rename(title: string): Promise<void> {
    return this.record.rename(title);
  }

  /** Usage arrives by itself, if the agent reports it. */
  async refreshUsage(): Promise<void> {
    await Promise.resolve();
  }

  async stop(ladder: StopLadder): Promise<void> {
    if (ladder !== 'interrupt') {
      this.ending.abort();
    }
    if (ladder === 'whenIdle') {
      // Commands that the agent has started in terminals end with it.
      await raceTimeout(this.terminals.dispose(), trackingTime, this.options.clock);
    }
    await this.connection.stop(ladder, () => this.turns.interrupt());
  }

  dispose(): void {
    this.ending.abort();
    this.connection.dispose();
    this.release();
  }

  private connect(env: Readonly<Record<string, string>>): AgentConnection {
    const { command, cwd, clock, log, version } = this.options;
    const connection: AgentConnection = new AgentConnection(
      {
        command: command.command,
        args: command.args,
        env: { ...this.options.env, ...command.env, ...env },
        title: command.name,
        ...{ cwd, clock, log, version },
      },
      {
        onNotification: (method, params) => this.onNotification(method, params),
        onRequest: (method, params, signal) => this.requests.answer(method, params, signal),
        onNoise: what => this.unknown(what),
        onExit: exit => {
          if (connection === this.connection) {
            this.onExit(exit);
          }
        },
      },
    );
    return connection;
  }

  private async introduce(): Promise<void> {
    const { command, cwd, session } = this.options;
    const introduction = await this.connection.start();
    this.introduction = introduction;
    const { title, version, name, abilities } = introduction;
    this.batch.add([
      {
        type: 'session.changed',
        sessionId: session.id,
        cwd,
        ...(version ? { agentVersion: version } : {}),
      },
      ...this.translator.introduce({
        name: command.name,
        title: title || name || command.name,
        ...(version ? { version } : {}),
        lacks: lackingFeatures(abilities),
      }),
    ]);
    this.batch.flush();
  }

  private async open(): Promise<void> {
    const { introduction, record, translator } = this;
    const { client, cwd, addDirs } = this.options;
    if (!introduction) {
      return;
    }
    const start = await record.begin();
    const { http, sse } = introduction.abilities;
    const isUnread = record.isUnread;
    const opened = await openSession(this.connection, introduction, start, {
      servers: await client.servers({ http, sse }),
      needsHistory: isUnread,
      onReplay: isRunning => this.onReplay(isRunning, isUnread),
      ...{ cwd, addDirs, log: this.log },
    });
    this.sessionId = opened.id;
    this.batch.add(translator.adopt(opened.result));
    await record.opened(opened.id);
    if (isUnread) {
      await record.historyRead();
    }
    if (opened.hasForgotten) {
      this.notice(
        l10n.t(
          '{0} does not remember what was said before. It goes on as with a new conversation.',
          this.options.command.name,
        ),
      );
    }
    this.batch.flush();
  }

  private onReplay(isRunning: boolean, isUnread: boolean): void {
    this.isReplaying = isRunning;
    if (isRunning) {
      this.isSkipping = !isUnread;
      this.translator.replayStarted();
      return;
    }
    this.addUnlessSkipped(this.translator.replayEnded());
    this.isSkipping = false;
  }

  /** Lets the user sign in, and starts the process again if it reads credentials at its start. */
  private async signIn(error: unknown): Promise<void> {
    const { command, client } = this.options;
    const { connection, introduction } = this;
    const agent = { title: command.name, command, introduction, client, connection };
    const next = await signIn(error, agent, this.ending.signal);
    if (next !== 'goOn') {
      this.connection = this.connect(next.env);
      await connection.stop('now', async () => undefined);
      await this.introduce();
    }
  }

  private async beginTurn(message: OutgoingMessage): Promise<{ ended: Promise<void> }> {
    const { sessionId, introduction, translator } = this;
    const { cwd, clock } = this.options;
    if (sessionId === undefined || !introduction) {
      throw new UserError('cli.notStarted', l10n.t('The agent has not been started.'));
    }
    if (this.needsSignIn) {
      await this.signInAgain();
    }
    await this.settling;
    await this.tracking.turnStarts(message.id);
    const links = await linkedFiles(message.text, cwd);
    await this.record.sends(message, clock.now());
    this.isCancelling = false;
    this.deliver(translator.turnStarted([message.id]));
    const prompt = toContentBlocks(message, links, introduction.abilities);
    const answer = this.connection.request('session/prompt', { sessionId, prompt });
    return { ended: this.endTurn(answer) };
  }

  private async endTurn(answer: Promise<unknown>): Promise<void> {
    let end: PromptEnd | undefined;
    try {
      end = { kind: 'answered', result: await answer };
    } catch (error) {
      // The end of the process ends the turn, too.
      end = error instanceof RpcError ? { kind: 'failed', error: this.withWays(error) } : undefined;
    }
    this.permissions.cancelAll();
    if (!end) {
      return;
    }
    if (!this.isCancelling) {
      await this.tracking.callsCompared();
    }
    this.deliver(this.translator.turnEnded(end));
    this.settling = this.tracking.turnEnds().catch((error: unknown) => this.note('Edits', error));
    await this.record
      .turnEnded(this.translator.costUsd)
      .catch((error: unknown) => this.note('The conversation', error));
  }

  private async cancel(): Promise<void> {
    const { sessionId } = this;
    if (sessionId !== undefined) {
      this.isCancelling = true;
      this.translator.cancelled();
      await this.connection.notify('session/cancel', { sessionId });
      this.requests.cancelAll();
    }
  }

  private async signInAgain(): Promise<void> {
    this.needsSignIn = false;
    try {
      await this.signIn(new RpcError(rpcCodes.signInNeeded, 'Authentication required'));
    } catch (error) {
      this.needsSignIn = true;
      throw this.readable(error);
    }
  }

  private onNotification(method: string, params: unknown): void {
    if (method === 'session/update') {
      this.onUpdate(params);
    } else if (method === 'elicitation/complete') {
      const id = isObject(params) ? params.elicitationId : undefined;
      if (typeof id === 'string') {
        this.host.onPageFinished(this.options.command.name, id);
      }
    } else if (!method.startsWith('_') && !method.startsWith('$/')) {
      this.unknown(`notification: ${method}`);
    }
  }

  private onUpdate(params: unknown): void {
    const { sessionId, update } = isObject(params) ? params : {};
    if (typeof sessionId !== 'string' || !isObject(update)) {
      this.unknown('session/update');
      return;
    }
    const owner = this.ownerOf(sessionId);
    if (owner === 'unknown') {
      this.unknown(`session/update: ${sessionId.slice(0, 100)}`);
      return;
    }
    const events = this.translator.update(update, owner === 'child' ? sessionId : undefined);
    this.addUnlessSkipped(events);
    this.keepTitle(events);
    this.endOwnTurnLater();
    if (!this.isReplaying) {
      this.tracking.updated(update);
    }
  }

  /** Nothing on the wire ends what the agent has begun by itself. */
  private endOwnTurnLater(): void {
    this.ownTurn?.dispose();
    this.ownTurn = undefined;
    if (this.translator.isInOwnTurn && !this.isReplaying) {
      this.ownTurn = this.options.clock.setTimeout(
        () => this.batch.add(this.translator.ownTurnEnded()),
        quietTime,
      );
    }
  }

  private keepTitle(events: readonly ConversationEvent[]): void {
    for (const event of events) {
      if (event.type === 'session.changed' && event.title !== undefined) {
        void this.record.titled(event.title).catch((error: unknown) => this.note('Title', error));
      }
    }
  }

  private addUnlessSkipped(events: readonly ConversationEvent[]): void {
    this.batch.add(this.isSkipping ? events.filter(event => !isLogged(event)) : events);
  }

  /** Until the session has a name, everything is about it. */
  private ownerOf(sessionId: string): 'own' | 'child' | 'unknown' {
    if (this.sessionId === undefined || sessionId === this.sessionId) {
      return 'own';
    }
    return this.translator.hasChild(sessionId) ? 'child' : 'unknown';
  }

  private onExit({ code, signal }: ProcessExit): void {
    this.ending.abort();
    this.deliver(this.isUp ? this.translator.processEnded() : []);
    this.release();
    this.turns.processEnded();
    if (this.isUp) {
      const { stderr, wasAsked } = this.connection;
      const sessionId = this.options.session.id;
      this.host.onExit({ code, signal, stderr, wasAsked, sessionId });
    }
  }

  private release(): void {
    if (this.isReleased) {
      return;
    }
    this.isReleased = true;
    this.ownTurn?.dispose();
    this.requests.cancelAll();
    this.tracking.dispose();
    void this.terminals.dispose().then(() => this.options.client.dispose());
    void this.record.close();
  }

  private deliver(events: readonly ConversationEvent[]): void {
    this.batch.add(events);
    this.batch.flush();
  }

  private unknown(what: string): void {
    this.log.debug(`Not understood: ${what}`);
    this.batch.add(this.translator.unknown(what));
  }

  private notice(text: string): void {
    const at = this.options.clock.now();
    this.batch.add([{ type: 'notice', at, notice: { kind: 'warning', text } }]);
  }

  private note(what: string, error: unknown): void {
    this.log.warn(`${what} was not dealt with`, { error: messageOf(error) });
  }

  /** Names the agent's own ways to sign in. */
  private withWays(error: RpcError): RpcError {
    if (rpcCodeOf(error) !== rpcCodes.signInNeeded) {
      return error;
    }
    this.needsSignIn = this.options.client.signIn !== undefined;
    const ways = this.introduction?.authMethods.map(({ id, name }) => name || id) ?? [];
    return new RpcError(
      error.code,
      signedOut(this.options.command.name, ways, error).message,
      error.data,
    );
  }

  /** Errors of the agent's wire are its own words, and need its name. */
  private readable(error: unknown): unknown {
    if (!(error instanceof RpcError)) {
      return error;
    }
    const message =
      rpcCodeOf(error) === rpcCodes.signInNeeded
        ? this.withWays(error).message
        : l10n.t('{0} refused: {1}', this.options.command.name, wordsOf(error));
    const { stderr } = this.connection;
    return new UserError('agent.refused', message, {
      cause: error,
      ...(stderr ? { detail: stderr } : {}),
    });
  }
}

import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../base/errors';
import { raceTimeout } from '../node/raceTimeout';
import type { ProcessExit } from '../node/spawnProcess';
import type { AgentHost, AgentProcess, OutgoingMessage, StopLadder } from '../protocol/agentSource';
import type { AcpAgentOptions } from './agent/acpAgentOptions';
import { AgentSession } from './agent/agentSession';
import { Outlet } from './agent/outlet';
import { PromptTurns } from './agent/promptTurns';
import { SessionRecord } from './agent/sessionRecord';
import { Turns } from './agent/turns';
import { noOlderVersions, noServers, unsupported } from './agent/unsupported';
import { UpdateIntake } from './agent/updateIntake';
import { ClientRequests } from './requests/clientRequests';
import { FileRequests } from './requests/fileRequests';
import { PermissionRequests } from './requests/permissionRequests';
import { TerminalRequests } from './requests/terminalRequests';
import { ToolTracking } from './requests/toolTracking';
import { UpdateTranslator } from './translate/updateTranslator';

/** Milliseconds that the agent waits for the tracking of edits, and for an option. */
const trackingTime = 3_000;
const optionTime = 30_000;

/** Conversation with an agent that speaks the Agent Client Protocol. */
export class AcpAgent implements AgentProcess {
  readonly scheduled = 0;
  readonly servers = noServers;
  private readonly session: AgentSession;
  private readonly translator: UpdateTranslator;
  private readonly record: SessionRecord;
  private readonly outlet: Outlet;
  private readonly intake: UpdateIntake;
  private readonly tracking: ToolTracking;
  private readonly terminals: TerminalRequests;
  private readonly requests: ClientRequests;
  private readonly turns: Turns;
  private readonly ending = new AbortController();
  private isUp = false;
  private isReleased = false;

  constructor(
    private readonly options: AcpAgentOptions,
    private readonly host: AgentHost,
  ) {
    const { command, cwd, clock, client, store, session, costBefore, log } = options;
    const title = command.name;
    this.translator = new UpdateTranslator({
      cwd,
      now: () => clock.now(),
      costBase: costBefore,
      agentTitle: title,
    });
    const { translator } = this;
    this.record = new SessionRecord({ store, session, agent: title, cwd });
    const { record } = this;
    this.outlet = new Outlet({
      ...{ translator, clock, log },
      onEvents: events => {
        record.add(events);
        host.onEvents(events);
      },
    });
    const { outlet } = this;
    this.tracking = new ToolTracking({
      ...{ host, translator, cwd },
      patiently: task => raceTimeout(task, trackingTime, clock),
      follow: (path, line) => client.follow?.(path, line),
    });
    const { tracking } = this;
    this.intake = new UpdateIntake({
      ...{ translator, outlet, record, host, title, clock },
      ownSession: () => this.session.id,
      onUpdate: update => tracking.updated(update),
    });
    const permissions = new PermissionRequests({
      ...{ host, translator },
      deliver: events => outlet.deliver(events),
      track: id => tracking.track(id),
      interrupt: () => void this.turns.interrupt().catch(error => outlet.note('Stop', error)),
    });
    this.terminals = new TerminalRequests({
      ...{ terminals: client.terminals, cwd, clock, log },
      onOutput: (id, { text, exit }) =>
        outlet.add(translator.terminalChanged(id, { text, ...(exit ? { exit } : {}) })),
    });
    this.requests = new ClientRequests({
      ...{ host, title, permissions, terminals: this.terminals },
      isStopping: () => prompts.isCancelling && this.turns.isRunning,
      files: new FileRequests({
        ...{ files: client.files, host, cwd },
        isTracked: path => tracking.isTracked(path),
        readsMissingAsEmpty: () =>
          /gemini|qwen/i.test(this.session.introduction?.name ?? command.name),
      }),
      ownerOf: id => this.intake.ownerOf(id),
      onUnknown: method => outlet.unknown(`request: ${method}`),
    });
    this.session = new AgentSession({
      ...{ agent: options, translator, record, outlet, ending: this.ending.signal },
      peer: {
        onNotification: (method, params) => this.intake.onNotification(method, params),
        onRequest: (method, params, signal) => this.requests.answer(method, params, signal),
        onNoise: what => outlet.unknown(what),
      },
      onReplay: (isRunning, isUnread) => this.intake.onReplay(isRunning, isUnread),
      onSlow: seconds => this.onSlow(seconds),
      onExit: exit => this.onExit(exit),
    });
    const prompts = new PromptTurns({
      ...{ session: this.session, translator, record, tracking, outlet, cwd, clock },
      withdrawPermissions: () => permissions.cancelAll(),
      withdrawAll: () => this.requests.cancelAll(),
    });
    this.turns = new Turns({
      begin: message => prompts.begin(message),
      cancel: () => prompts.cancel(),
      onActivity: activity => {
        outlet.flush();
        host.onActivity(activity);
      },
      onTakenBack: ids => host.onTakenBack?.(ids),
      onFailed: (message, error) => {
        host.onTakenBack?.([message.id]);
        outlet.notice(messageOf(error));
      },
    });
  }

  get pid(): number | undefined {
    return this.session.connection.pid;
  }

  get mark(): string | undefined {
    return this.session.connection.mark;
  }

  get hasEnded(): boolean {
    return this.session.connection.hasEnded;
  }

  /** @throws UserError that says what to do; `onExit` is not called in that case */
  async start(): Promise<void> {
    try {
      await this.session.start();
      this.isUp = true;
    } catch (error) {
      this.dispose();
      throw this.session.readable(error);
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
  rewindFiles = noOlderVersions;

  /** @throws UserError `agent.option` if the agent does not offer it, or refuses */
  async setOption(id: string, value: string | boolean): Promise<void> {
    const { translator, session, outlet } = this;
    const asked = translator.optionRequest(id, value);
    if (!asked) {
      throw new UserError('agent.option', l10n.t('This is no longer offered.'));
    }
    const params = { ...asked.params, sessionId: session.id };
    try {
      const result = await session.connection.request(asked.method, params, optionTime);
      outlet.add([...translator.adopt(result), ...translator.optionSet(id, value)]);
    } catch (error) {
      throw session.readable(error);
    }
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
      const ended = raceTimeout(this.terminals.dispose(), trackingTime, this.options.clock);
      await Promise.all([ended, this.session.close()]);
    }
    await this.session.connection.stop(ladder, () => this.turns.interrupt());
  }

  dispose(): void {
    this.ending.abort();
    this.session.connection.dispose();
    this.outlet.flush();
    this.release();
  }

  /** Passes by the record: the start is no part of the conversation. */
  private onSlow(seconds: number): void {
    const text = l10n.t(
      '{0} is still starting: it has not answered for {1} seconds. Stop ends it.',
      this.options.command.name,
      seconds,
    );
    const at = this.options.clock.now();
    this.host.onEvents([{ type: 'notice', at, notice: { kind: 'info', text } }]);
  }

  private onExit({ code, signal }: ProcessExit): void {
    this.ending.abort();
    this.outlet.deliver(this.isUp ? this.translator.processEnded() : []);
    this.release();
    this.turns.processEnded();
    if (this.isUp) {
      const { stderr, wasAsked } = this.session.connection;
      const sessionId = this.options.session.id;
      this.host.onExit({ code, signal, stderr, wasAsked, sessionId });
    }
  }

  private release(): void {
    if (this.isReleased) {
      return;
    }
    this.isReleased = true;
    this.intake.dispose();
    this.requests.cancelAll();
    this.tracking.dispose();
    void this.terminals.dispose().then(() => this.options.client.dispose());
    void this.record.close();
  }
}

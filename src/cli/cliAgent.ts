import * as l10n from '@vscode/l10n';
import type { Clock } from '../base/clock';
import { type ErrorCode, messageOf, UserError } from '../base/errors';
import { type Log, silentLog } from '../base/log';
import { omitUndefined } from '../base/omitUndefined';
import { maskSecrets } from '../base/secrets';
import type { AgentSettings, Switch } from '../contract/agentSettings';
import type { Choices, ModelChoice } from '../contract/choices';
import type { AgentCommand } from '../contract/commands';
import type { Effort, PermissionMode } from '../contract/content';
import type { ConversationEvent } from '../contract/events';
import type { MessageId, SessionId, TaskId } from '../contract/ids';
import { findModel } from '../contract/labels/modelLabel';
import { raceTimeout } from '../node/raceTimeout';
import type { ProcessExit } from '../node/spawnProcess';
import { systemClock } from '../node/systemClock';
import type { AgentReports } from '../protocol/agentReports';
import type {
  AgentHost,
  AgentProcess,
  OutgoingMessage,
  RewoundFiles,
  StopLadder,
  TaskOutput,
} from '../protocol/agentSource';
import type { InitializeResult } from '../protocol/controlSchemas';
import { EventBatch } from '../protocol/eventBatch';
import { withPrompts } from './agentFiles/promptCommands';
import type { CliAgentOptions } from './cliAgentOptions';
import { CliTransport } from './cliTransport';
import { factsOf } from './control/agentFacts';
import { CliServers } from './control/agentServers';
import { toChoices } from './control/choices';
import { ControlClient } from './control/controlClient';
import { LiveSwitches } from './control/liveSwitches';
import { rewindFiles } from './control/rewindFiles';
import { startEvents } from './control/startEvents';
import { ActivityTracker } from './frames/activity';
import { AnswersFirst } from './frames/answersFirst';
import { FrameReader } from './frames/frameReader';
import { prioritySince, toUserFrame } from './frames/userFrame';
import { type Argv, buildArgv, knownSessionId } from './launch/argv';
import { availableModes } from './launch/flags';
import { exitError } from './launch/startError';
import { type CliVersion, isAtLeast } from './launch/version';
import { FolderTaking } from './permissions/folderTaking';
import { hookRegistrations } from './permissions/hooks';
import { requestHandlers } from './requestHandlers';
import { taskTraits } from './translate/calls/taskTraits';
import { FrameTranslator } from './translate/frameTranslator';
import { TurnInterrupter } from './turnInterrupter';

/** First tested version that tells whether Ultracode is available. */
const currentSince: CliVersion = '2.1.300';
/** First tested version that takes agents in `initialize`. */
const agentsSince: CliVersion = '2.1.120';
/** Commands that change what `tellSettings` reports. */
const settingCommands: readonly string[] = ['model', 'config', 'settings'];
/** Milliseconds that servers have to connect before the first message. */
const timeToConnect = 5_000;
/** Error codes of a write that the process did not read. */
const unreadCodes: readonly ErrorCode[] = ['process.inputClosed', 'process.ended'];

/**
 * Speaks stream-json with one `claude` process: frames, and requests in both directions.
 * @see https://docs.anthropic.com/en/docs/claude-code/sdk/sdk-headless
 */
export class CliAgent implements AgentProcess {
  readonly servers: CliServers;
  reports: AgentReports | undefined;
  private readonly log: Log;
  private readonly clock: Clock;
  private readonly client: ControlClient;
  private readonly reader: FrameReader;
  private readonly lines: AnswersFirst;
  private readonly batch: EventBatch;
  private readonly translator: FrameTranslator;
  private readonly activity: ActivityTracker;
  private readonly switches: LiveSwitches;
  private readonly modes: readonly PermissionMode[];
  private readonly interrupter: TurnInterrupter;
  private readonly transport: CliTransport;
  private argv: Argv | undefined;
  private isUp = false;
  /** Commands as the CLI has listed them last. */
  private commands: readonly AgentCommand[] = [];
  /** Models as the CLI has offered them at its start. */
  private models: readonly ModelChoice[] = [];

  constructor(
    private readonly options: CliAgentOptions,
    private readonly host: AgentHost,
  ) {
    const { version, help, settings, mayBypass, support, cwd } = options;
    const { costBase = 0, costStored = 0, todosBefore } = options;
    this.log = options.log ?? silentLog;
    this.clock = options.clock ?? systemClock;
    const { log, clock } = this;
    this.modes = availableModes(
      version,
      mayBypass && settings['tandem.permissions.allowBypass'] === true,
      help,
    ).filter(
      mode =>
        !options.forbiddenModes?.has(mode) &&
        !options.missingModes?.some(missing => missing.mode === mode),
    );
    const traits = taskTraits(version, () => support.has('get_task_output') === true);
    this.translator = new FrameTranslator(
      omitUndefined({ cwd, costBase, costStored, todosBefore, traits }),
    );
    this.batch = new EventBatch(clock, own => {
      const events = own.map(event => this.withPrompts(event));
      host.onEvents(events);
      if (events.some(changesSettings)) {
        void this.tellSettings();
      }
    });
    this.activity = new ActivityTracker(activity => {
      this.batch.flush();
      host.onActivity(activity);
      if (activity === 'idle') {
        this.interrupter.becameIdle();
      }
    });
    this.transport = new CliTransport(
      { ...options, platform: options.platform ?? process.platform, clock, log },
      {
        onLine: line => this.lines.next(line),
        leavesOutText: () => this.reader.leavesOutText,
        onClosed: exit => {
          this.lines.flush();
          this.client.close(exitError(exit, this.lastWords()));
        },
        onExit: exit => this.onExit(exit),
      },
    );
    const taking = new FolderTaking(options, host);
    this.client = new ControlClient({
      taking,
      write: frame => this.transport.write(frame),
      handlers: requestHandlers(options, {
        ...{ taking, host, clock, log, translator: this.translator, batch: this.batch },
        servers: { heard: request => this.servers.heard(request) },
        setMode: mode => this.setMode(mode),
      }),
      support,
      clock,
      log,
    });
    const { client, activity, translator, batch } = this;
    this.interrupter = new TurnInterrupter(client, activity, taken => host.onTakenBack?.(taken));
    this.servers = new CliServers(client, [...(options.mcpServers?.keys() ?? [])], clock);
    const { trace } = options;
    this.reader = new FrameReader({
      ...{ client, translator, batch, activity, clock, log, trace },
      onPageFinished: (server, pageId) => host.onPageFinished(server, pageId),
    });
    this.lines = new AnswersFirst(line => this.reader.read(line));
    this.switches = new LiveSwitches(
      client,
      version,
      this.modes,
      {
        model: Boolean(settings['tandem.model']),
        effort: Boolean(settings['tandem.effort']),
      },
      model => findModel(this.models, model)?.resolved,
    );
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

  get scheduled(): number {
    return this.translator.scheduledAt(this.clock.now());
  }

  private get sessionId(): SessionId | undefined {
    const { session, version } = this.options;
    return this.translator.sessionId ?? knownSessionId(session, version);
  }

  /**
   * @throws UserError if the process does not come up, with the end of stderr as `detail`; `onExit`
   * is not called in that case
   */
  async start(): Promise<void> {
    this.argv = await buildArgv({ ...this.options, log: this.log });
    try {
      await this.transport.start(this.argv.args);
      const reply = await this.client.request('initialize', {
        hooks: hookRegistrations,
        ...(this.options.mcpServers ? { sdkMcpServers: [...this.options.mcpServers.keys()] } : {}),
        ...(isAtLeast(this.options.version, agentsSince) ? { agents: this.options.agents } : {}),
      });
      this.isUp = true;
      const { version } = this.options;
      const ask: AgentReports['ask'] = (name, params) => this.client.request(name, params);
      const hookRuns = () => this.translator.hookRuns;
      const aside = (question: string) => this.askAside(question);
      this.reports = { version, start: reply, ask, aside, hookRuns };
      const choices = this.tellStart(reply);
      void this.probe();
      const told = this.tellSettings().then(current =>
        this.options.onKnown?.(factsOf(choices, current)),
      );
      const ready = Promise.all([told, this.setServers()]);
      await raceTimeout(ready, timeToConnect, this.clock);
    } catch (error) {
      const reason = await this.whyNotUp(error);
      this.dispose();
      throw this.hasEnded ? reason : this.withStderr(reason);
    }
  }

  /**
   * Finds the reason for a failed start. A process that dies early closes its input first, and
   * reports the reason a little later.
   */
  private async whyNotUp(error: unknown): Promise<unknown> {
    const isUnread = error instanceof UserError && unreadCodes.includes(error.code);
    const exit = isUnread ? await this.transport.process.dying() : undefined;
    return exit ? exitError(exit, this.lastWords()) : error;
  }

  async send(message: OutgoingMessage): Promise<void> {
    const { version } = this.options;
    const needsInterrupt = message.urgency === 'now' && !isAtLeast(version, prioritySince);
    if (needsInterrupt && this.activity.activity === 'working') {
      await this.interrupt();
    }
    if (this.activity.activity === 'working') {
      this.interrupter.sentIntoTurn(message.id);
    }
    this.options.onSending?.();
    this.activity.sent(message.id, message.urgency);
    this.translator.promptSent();
    // A failed write does not set the state to idle: the end of the process settles pending work.
    await this.transport.write(toUserFrame(message, version));
  }

  async interrupt(): Promise<void> {
    await this.interrupter.interrupt();
  }

  async setMode(mode: PermissionMode): Promise<void> {
    this.report(await this.switches.mode(mode));
  }

  async setModel(model: string): Promise<void> {
    this.report(await this.switches.model(model));
  }

  async setEffort(effort: Effort | null): Promise<void> {
    this.report(await this.switches.effort(effort));
  }

  async setFastMode(state: Switch): Promise<void> {
    this.report(await this.switches.fastMode(state));
  }

  async setUltracode(state: Switch): Promise<void> {
    this.report(await this.switches.ultracode(state));
  }

  async setMaxThinkingTokens(tokens: number | null): Promise<void> {
    this.report(await this.switches.maxThinkingTokens(tokens));
  }

  rewindFiles(messageId: MessageId, isDryRun: boolean): Promise<RewoundFiles> {
    return rewindFiles(this.client, messageId, isDryRun);
  }

  async stopTask(id: TaskId): Promise<void> {
    await this.client.request('stop_task', { task_id: id });
    this.batch.add(this.translator.taskStopped(id, this.clock.now()));
  }

  async taskOutput(id: TaskId): Promise<TaskOutput> {
    const { output, truncated } = await this.client.request('get_task_output', { task_id: id });
    return { text: output, isCut: truncated === true };
  }

  async rename(title: string): Promise<void> {
    await this.client.request('rename_session', { title });
  }

  async askAside(question: string): Promise<string> {
    const { response } = await this.client.request('side_question', { question });
    if (!response) {
      throw new UserError('message.unanswered', l10n.t('Claude gave no answer. Ask again.'));
    }
    return response;
  }

  async refreshUsage(): Promise<void> {
    // After each turn: an error costs milliseconds when it comes, in which the answer is posted.
    if (!this.options.support.mayAsk('get_context_usage')) {
      return;
    }
    try {
      const usage = await this.client.request('get_context_usage', { detail: 'summary' });
      const { totalTokens: contextTokens, maxTokens: contextWindow } = usage;
      if (contextTokens !== undefined && contextWindow !== undefined) {
        this.batch.add([{ type: 'usage.changed', usage: { contextTokens, contextWindow } }]);
      }
    } catch (error) {
      this.log.debug('The fill of the context is not known', messageOf(error));
    }
  }

  stop(ladder: StopLadder): Promise<void> {
    // A message that cannot be taken back would begin a turn after the interrupt.
    const isLate =
      this.interrupter.hasUnread && this.options.support.has('cancel_async_message') !== true;
    const safe = ladder === 'interrupt' && isLate ? 'now' : ladder;
    return this.transport.process.stop(safe, () => this.interrupter.interruptUntilIdle());
  }

  /** Immediately ends the process and everything that it started. */
  dispose(): void {
    this.transport.process.dispose();
    this.batch.flush();
    this.argv?.dispose();
    this.endWithProcess();
  }

  /** Asks what cards of tasks can offer, if the version does not tell. */
  private async probe(): Promise<void> {
    if (this.options.support.has('get_task_output') !== undefined) {
      return;
    }
    try {
      await this.client.request('get_task_output', { task_id: '' });
    } catch (error) {
      this.log.debug('There is no task without an id', messageOf(error));
    }
  }

  /** Reports what the CLI's own settings and commands have set. */
  private async tellSettings(): Promise<Partial<AgentSettings>> {
    if (!isAtLeast(this.options.version, currentSince)) {
      return {};
    }
    try {
      const current = await this.switches.current();
      this.report(current);
      this.batch.flush();
      return current;
    } catch (error) {
      this.log.debug('The current settings are not known', messageOf(error));
      return {};
    }
  }

  private async setServers(): Promise<void> {
    const { servers = {} } = this.options;
    if (Object.keys(servers).length === 0) {
      return;
    }
    try {
      await this.servers.set(servers);
    } catch (error) {
      this.log.warn('MCP servers were not taken', { error: messageOf(error) });
    }
  }

  private endWithProcess(): void {
    for (const server of this.options.mcpServers?.values() ?? []) {
      server.dispose();
    }
    this.options.prompts?.dispose();
    this.options.lease?.dispose();
  }

  private report(settings: Partial<AgentSettings>): void {
    this.batch.add([{ type: 'settings.changed', settings }]);
  }

  private tellStart(reply: InitializeResult): Choices {
    const { commands, ...others } = toChoices(reply, this.modes, this.options.missingModes);
    this.commands = commands;
    this.models = others.models;
    const choices = { ...others, commands: this.offered() };
    this.options.prompts?.onChanged(() => {
      this.batch.add([{ type: 'commands.changed', commands: this.offered() }]);
      this.batch.flush();
    });
    this.batch.add(startEvents({ ...this.options, reply, choices }));
    const warnings = [...(this.options.notices ?? []), ...(this.argv?.notices ?? [])];
    const at = this.clock.now();
    this.batch.add(
      warnings.map(text => ({ type: 'notice', at, notice: { kind: 'warning', text } }) as const),
    );
    this.batch.flush();
    return choices;
  }

  private offered(): readonly AgentCommand[] {
    return withPrompts(this.commands, this.options.prompts?.all ?? []);
  }

  /** The CLI lists its own commands anew when its files change. */
  private withPrompts(event: ConversationEvent): ConversationEvent {
    if (event.type !== 'commands.changed' || !event.commands) {
      return event;
    }
    this.commands = event.commands.filter(({ source }) => source !== 'prompt');
    return { ...event, commands: this.offered() };
  }

  private onExit(exit: ProcessExit): void {
    this.argv?.dispose();
    this.endWithProcess();
    this.batch.add(this.translator.processEnded(this.clock.now()));
    this.batch.flush();
    this.interrupter.processEnded();
    if (this.isUp) {
      this.host.onExit({
        code: exit.code,
        signal: exit.signal,
        stderr: this.lastWords(),
        wasAsked: this.transport.process.wasAsked,
        sessionId: this.sessionId,
      });
    }
  }

  /** Returns the end of stderr, or the last result's error if stderr is empty. */
  private lastWords(): string {
    return this.transport.process.stderr || maskSecrets(this.reader.lastError);
  }

  private withStderr(error: unknown): unknown {
    const detail = this.lastWords();
    return error instanceof UserError && error.detail === undefined && detail !== ''
      ? new UserError(error.code, error.message, { cause: error, detail })
      : error;
  }
}

function changesSettings(event: ConversationEvent): boolean {
  const { notice } = event.type === 'notice' ? event : {};
  return notice?.kind === 'commandOutput' && settingCommands.includes(notice.command ?? '');
}

import { join } from 'node:path';
import type { Clock } from '../base/clock';
import { messageOf, UserError } from '../base/errors';
import type { JsonObject } from '../base/json';
import { type Log, silentLog } from '../base/log';
import type { Effort, PermissionMode } from '../contract/content';
import type { AgentSettings } from '../contract/events';
import type { MessageId, SessionId, TaskId } from '../contract/ids';
import { type PipedProcess, type ProcessExit, spawnProcess } from '../node/spawnProcess';
import { closeLadder, endAtOnce, interruptLadder, stopProcess } from '../node/stopLadder';
import { systemClock } from '../node/systemClock';
import { within } from '../node/within';
import type {
  AgentHost,
  AgentProcess,
  OutgoingMessage,
  RewoundFiles,
  ServerConfigs,
  StopLadder,
  TaskOutput,
} from '../protocol/agentSource';
import type { InitializeResult } from '../protocol/controlSchemas';
import { CliServers } from './control/agentServers';
import { toChoices } from './control/choices';
import { ControlClient } from './control/controlClient';
import type { ControlSupport } from './control/controlSupport';
import { LiveSwitches } from './control/liveSwitches';
import { answerMcpMessage, type InProcessMcpServer } from './control/mcpServers';
import { rewindFiles } from './control/rewindFiles';
import { startEvents } from './control/startEvents';
import { ActivityTracker } from './frames/activity';
import { EventBatch } from './frames/eventBatch';
import { FrameReader } from './frames/frameReader';
import type { FrameTrace } from './frames/frameTrace';
import { prioritySince, toUserFrame } from './frames/userFrame';
import { type Argv, buildArgv, knownSessionId, type LaunchSession } from './launch/argv';
import { availableModes } from './launch/flags';
import type { LaunchSettings } from './launch/launchSettings';
import { maskSecrets, traceLine } from './launch/secrets';
import { exitError } from './launch/startError';
import { type CliVersion, isAtLeast } from './launch/version';
import { HookResponder, hookRegistrations } from './permissions/hooks';
import { PermissionGate } from './permissions/permissionGate';
import { configFolder } from './sessions/sessionFolder';
import { taskTraits } from './translate/calls/taskTraits';
import { FrameTranslator } from './translate/frameTranslator';

export interface CliProcessOptions {
  /** Executable; `args` come before ours (the script of a version that runs on Node). */
  readonly command: string;
  readonly args: readonly string[];
  /** The complete environment, see `cliEnvironment`. */
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly version: CliVersion;
  readonly support: ControlSupport;
  readonly session: LaunchSession;
  readonly isTemporary?: boolean | undefined;
  readonly settings: LaunchSettings;
  /** See `mayBypassPermissions`. */
  readonly mayBypass: boolean;
  readonly scratchFolder: string;
  /** Cost of the conversation's earlier processes in US dollars. */
  readonly costBase?: number;
  /** In-process servers, which are disposed with the process. */
  readonly mcpServers?: ReadonlyMap<string, InProcessMcpServer>;
  /** Additional servers, set once the process is up; only if its version has `mcp_set_servers`. */
  readonly servers?: ServerConfigs;
  readonly platform?: NodeJS.Platform;
  readonly clock?: Clock;
  readonly log?: Log;
  /** Records the shape of each frame. */
  readonly trace?: FrameTrace;
}

/** Milliseconds that servers have to connect before the first message. */
const timeToConnect = 5_000;
/** Milliseconds from SIGKILL to the exit, on a busy machine. */
const timeToDie = 3_000;
/** Error codes of a write that the process did not read. */
const unreadCodes: readonly string[] = ['process.inputClosed', 'process.ended'];

/** Runs one `claude` process: frames in and out, requests in both directions, and its end. */
export class CliProcess implements AgentProcess {
  readonly servers: CliServers;
  private readonly log: Log;
  private readonly clock: Clock;
  private readonly client: ControlClient;
  private readonly reader: FrameReader;
  private readonly batch: EventBatch;
  private readonly translator: FrameTranslator;
  private readonly activity: ActivityTracker;
  private readonly switches: LiveSwitches;
  private readonly modes: readonly PermissionMode[];
  private readonly idleWaiters = new Set<() => void>();
  private child: PipedProcess | undefined;
  private argv: Argv | undefined;
  private isAskedToEnd = false;
  private isUp = false;

  constructor(
    private readonly options: CliProcessOptions,
    private readonly host: AgentHost,
  ) {
    const { version, settings, mayBypass, support, cwd, costBase = 0 } = options;
    this.log = options.log ?? silentLog;
    this.clock = options.clock ?? systemClock;
    const { log, clock } = this;
    this.modes = availableModes(
      version,
      mayBypass && settings['tandem.permissions.allowBypass'] === true,
    );
    this.translator = new FrameTranslator({ cwd, costBase, traits: taskTraits(version) });
    this.batch = new EventBatch(events => host.onEvents(events));
    this.activity = new ActivityTracker(activity => {
      this.batch.flush();
      host.onActivity(activity);
      if (activity === 'idle') {
        this.wakeIdleWaiters();
      }
    });
    const { translator, batch } = this;
    const gate = new PermissionGate({
      host,
      version,
      cwd,
      translator,
      batch,
      clock,
      setMode: mode => this.setMode(mode),
    });
    const hooks = new HookResponder({
      host,
      cwd,
      plansFolder: join(configFolder(options.env), 'plans'),
      clock,
      log,
      translator,
      batch,
      ask: (call, signal) => gate.unasked(call, signal),
    });
    this.client = new ControlClient({
      write: frame => this.write(frame),
      handlers: {
        can_use_tool: (request, signal) => gate.canUseTool(request, signal),
        hook_callback: (request, signal) => hooks.answer(request, signal),
        mcp_message: (request, signal) => {
          this.servers.heard(request);
          return answerMcpMessage(options.mcpServers ?? new Map(), request, signal);
        },
        elicitation: async () => ({ action: 'cancel' }),
      },
      support,
      clock,
      log,
    });
    const { client, activity } = this;
    this.servers = new CliServers(client, [...(options.mcpServers?.keys() ?? [])], clock);
    const { trace } = options;
    this.reader = new FrameReader({ client, translator, batch, activity, clock, log, trace });
    this.switches = new LiveSwitches(client, version, this.modes);
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  get hasEnded(): boolean {
    return this.child?.exit !== undefined;
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
    const { command, args, cwd, env, platform = process.platform } = this.options;
    const { log, clock } = this;
    this.argv = await buildArgv({ ...this.options, log });
    try {
      const child = await spawnProcess({
        command,
        args: [...args, ...this.argv.args],
        cwd,
        env,
        platform,
        log,
        clock,
      });
      this.child = child;
      if (this.isAskedToEnd) {
        throw new UserError('cli.closed', 'Claude Code was stopped while it started.');
      }
      child.onErrorLine(line => log.debug('stderr', maskSecrets(line)));
      child.onLine(line => this.reader.read(line));
      void child.exited.then(exit => this.onExited(child, exit));
      const reply = await this.client.request('initialize', {
        hooks: hookRegistrations,
        ...(this.options.mcpServers ? { sdkMcpServers: [...this.options.mcpServers.keys()] } : {}),
      });
      this.isUp = true;
      this.tellStart(reply);
      await within(this.setServers(), timeToConnect, this.clock);
    } catch (error) {
      const reason = await this.whyNotUp(error);
      this.isAskedToEnd = true;
      this.dispose();
      throw this.child?.exit === undefined ? this.withStderr(reason) : reason;
    }
  }

  /**
   * Finds the reason for a failed start. A process that dies early closes its input first, and
   * reports the reason a little later.
   */
  private async whyNotUp(error: unknown): Promise<unknown> {
    const { child } = this;
    const isUnread = error instanceof UserError && unreadCodes.includes(error.code);
    const exit = child && isUnread ? await within(child.exited, timeToDie, this.clock) : undefined;
    return exit ? exitError(exit, this.lastWords()) : error;
  }

  async send(message: OutgoingMessage): Promise<void> {
    const { version } = this.options;
    const needsInterrupt = message.urgency === 'now' && !isAtLeast(version, prioritySince);
    if (needsInterrupt && this.activity.activity === 'working') {
      await this.interrupt();
    }
    this.activity.sent(message.id, message.urgency);
    this.translator.promptSent();
    // A failed write does not set the state to idle: the end of the process settles pending work.
    await this.write(toUserFrame(message, version));
  }

  async interrupt(): Promise<void> {
    await this.client.request('interrupt', {});
  }

  async setMode(mode: PermissionMode): Promise<void> {
    this.report(await this.switches.mode(mode));
  }

  async setModel(model: string): Promise<void> {
    this.report(await this.switches.model(model));
  }

  async setEffort(effort: Effort): Promise<void> {
    this.report(await this.switches.effort(effort));
  }

  async setMaxThinkingTokens(tokens: number | null): Promise<void> {
    this.report(await this.switches.maxThinkingTokens(tokens));
  }

  rewindFiles(messageId: MessageId, isDryRun: boolean): Promise<RewoundFiles> {
    return rewindFiles(this.client, messageId, isDryRun);
  }

  async stopTask(id: TaskId): Promise<void> {
    await this.client.request('stop_task', { task_id: id });
  }

  async taskOutput(id: TaskId): Promise<TaskOutput> {
    const { output, truncated } = await this.client.request('get_task_output', { task_id: id });
    return { text: output, isCut: truncated === true };
  }

  async rename(title: string): Promise<void> {
    await this.client.request('rename_session', { title });
  }

  async refreshUsage(): Promise<void> {
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

  async stop(ladder: StopLadder): Promise<void> {
    const { child, clock, log } = this;
    if (!child) {
      // The process may be about to start.
      this.isAskedToEnd ||= ladder !== 'interrupt';
      return;
    }
    switch (ladder) {
      case 'interrupt':
        await stopProcess(child, this.stopLadder(), { clock, log });
        break;
      case 'whenIdle':
        this.isAskedToEnd = true;
        await stopProcess(child, closeLadder, { clock, log });
        break;
      case 'now':
        this.isAskedToEnd = true;
        await endAtOnce([child], { clock });
        await within(child.exited, timeToDie, clock);
        break;
    }
    if (child.exit) {
      await child.exited;
    }
  }

  /** Immediately ends the process and everything that it started. */
  dispose(): void {
    this.isAskedToEnd = true;
    this.child?.dispose();
    this.argv?.dispose();
    this.disposeServers();
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

  private disposeServers(): void {
    for (const server of this.options.mcpServers?.values() ?? []) {
      server.dispose();
    }
  }

  /** From the second rung on, the ladder ends the process, which must not count as a crash. */
  private stopLadder() {
    return interruptLadder(() => this.interruptUntilIdle()).map((rung, index) =>
      index === 0
        ? rung
        : {
            ...rung,
            act: (target: PipedProcess) => {
              this.isAskedToEnd = true;
              return rung.act(target);
            },
          },
    );
  }

  private async interruptUntilIdle(): Promise<void> {
    if (this.activity.activity === 'idle') {
      return;
    }
    const idle = new Promise<void>(resolve => this.idleWaiters.add(resolve));
    await this.interrupt();
    await idle;
  }

  private wakeIdleWaiters(): void {
    const waiters = [...this.idleWaiters];
    this.idleWaiters.clear();
    for (const wake of waiters) {
      wake();
    }
  }

  private write(frame: JsonObject): Promise<void> {
    const { child } = this;
    if (!child) {
      return Promise.reject(new UserError('cli.notStarted', 'Claude Code has not been started.'));
    }
    this.options.trace?.add('agent', frame);
    const line = JSON.stringify(frame);
    if (this.log.traces) {
      this.log.trace(`→ ${traceLine(line)}`);
    }
    return child.write(`${line}\n`);
  }

  private report(settings: Partial<AgentSettings>): void {
    this.batch.add([{ type: 'settings.changed', settings }]);
  }

  private tellStart(reply: InitializeResult): void {
    const choices = toChoices(reply, this.modes);
    this.batch.add(startEvents({ ...this.options, reply, choices }));
    this.batch.flush();
    this.host.onChoices?.(choices);
  }

  private async onExited(child: PipedProcess, exit: ProcessExit): Promise<void> {
    this.client.close(exitError(exit, this.lastWords()));
    if (!this.isAskedToEnd) {
      // A command that it started would continue, and nobody would see what it does.
      await child.sweep().catch((error: unknown) => {
        this.log.warn('What the agent has started may go on', messageOf(error));
      });
    }
    this.argv?.dispose();
    this.disposeServers();
    this.batch.add(this.translator.processEnded(this.clock.now()));
    this.batch.flush();
    this.wakeIdleWaiters();
    if (this.isUp) {
      this.host.onExit({
        code: exit.code,
        signal: exit.signal,
        stderr: this.lastWords(),
        wasAsked: this.isAskedToEnd,
        sessionId: this.sessionId,
      });
    }
  }

  /** Returns the end of stderr, or the last result's error if stderr is empty. */
  private lastWords(): string {
    return maskSecrets(this.child?.stderrTail.trim() || this.reader.lastError);
  }

  private withStderr(error: unknown): unknown {
    const detail = this.lastWords();
    return error instanceof UserError && error.detail === undefined && detail !== ''
      ? new UserError(error.code, error.message, { cause: error, detail })
      : error;
  }
}

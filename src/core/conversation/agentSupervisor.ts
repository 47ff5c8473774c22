import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import { messageOf, UserError } from '../../base/errors';
import { deepEqual } from '../../base/json';
import type { Log } from '../../base/log';
import { omitUndefined } from '../../base/omitUndefined';
import type { AgentPhase } from '../../contract/agentState';
import type { PermissionMode } from '../../contract/content';
import type { ConversationEvent } from '../../contract/events';
import type { MessageId, SessionId } from '../../contract/ids';
import type { RunningTask } from '../../contract/tasks';
import type { LaunchOptions, Picks } from '../../protocol/agentLauncher';
import type { AgentProcess, RewoundFiles } from '../../protocol/agentSource';
import { type AgentCalls, type Loss, ProcessSlot, type SlotOwner } from './agent/processSlot';
import type { RestingStatus } from './agent/status';
import { agentStateOf } from './agentState';
import { hasBackground, hasOpenTurn } from './background';
import type { ConversationStore } from './conversationStore';
import type { EditEvents } from './editEvents';
import { type FolderNotice, lostWithProcess } from './folderNotice';
import type { Forking } from './forking';
import { LaunchPlan } from './launchPlan';
import type { MessageSender } from './messageSender';
import type { OpenPrompts } from './openPrompts';
import type { ChannelPorts } from './ports';
import { ProcessExit } from './processExit';
import type { RecordKeeper } from './recordKeeper';

export interface SupervisorParts {
  readonly cwd: string;
  readonly ports: ChannelPorts;
  readonly keeper: RecordKeeper;
  readonly history: ConversationStore;
  readonly forking: Forking;
  readonly prompts: OpenPrompts;
  /** Answers the agent's questions about its calls. */
  readonly calls: AgentCalls;
  readonly edits: EditEvents;
  readonly folderNotice: FolderNotice;
  messages(): MessageSender;
  /** Tasks that outlive the turn. */
  inBackground(): readonly RunningTask[];
  /** Switches a new process to what the user has picked. */
  applyOptions(process: AgentProcess): Promise<void>;
  /** Returns mode and model for a message that is written now. */
  written(): Required<Pick<Picks, 'mode' | 'model'>>;
  /** Ends what a message has borrowed whose turn is over. */
  giveBack(process: AgentProcess): Promise<void>;
  /** @throws UserError `session.openElsewhere` */
  acquireLease(id: SessionId): Promise<void>;
  /** Status to show while another process has the session open. */
  readOnlyStatus(): RestingStatus | undefined;
  /** Shows messages that other processes added to the session. Does not reject. */
  catchUp(): Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

function isAnswer({ type }: ConversationEvent): boolean {
  // A block starts before its first token.
  return type === 'block.delta' || type === 'block.ended' || type === 'tool.updated';
}

/**
 * Milliseconds from the first token of an answer until the workspace is read. Reading it starts
 * programs, which would take the processors from the page before it shows the token.
 */
const readDelay = 300;

/** Decides when a conversation's agent process starts, sleeps, restarts and ends. */
export class AgentSupervisor implements SlotOwner {
  readonly slot: ProcessSlot;
  private readonly plan: LaunchPlan;
  private readonly exits: ProcessExit;
  private shownPhase: AgentPhase = 'stopped';
  private since = 0;
  /** True until the agent answers the message that was sent last. */
  private isAnswerDue = false;
  /** Pending read of the workspace. */
  private reading: Disposable | undefined;
  /** Mode in which the last process started. */
  private startedIn: PermissionMode | undefined;

  constructor(private readonly parts: SupervisorParts) {
    const { ports, calls, log } = parts;
    this.slot = new ProcessSlot(ports.agents, this, calls, log);
    this.plan = new LaunchPlan({ ...parts, settings: ports.settings });
    this.exits = new ProcessExit({
      ...parts,
      reason: () => this.slot.status.detail ?? '',
      onSettled: () => this.showLost(),
    });
  }

  get cwd(): string {
    return this.parts.cwd;
  }

  /** True while an agent process runs for the conversation, including while it starts or ends. */
  get isLive(): boolean {
    return this.slot.live !== undefined;
  }

  /** True from when the user presses Stop until the agent has stopped. */
  get isStopping(): boolean {
    return this.slot.isStopping;
  }

  /** Start of the current phase, in milliseconds since 1970. */
  get phaseSince(): number {
    return this.since;
  }

  /** Number of things that only the running process will begin. */
  private get scheduled(): number {
    return this.slot.live?.scheduled ?? 0;
  }

  /** True if the process can end without loss: it is idle, and nothing is waiting or running. */
  get canSleep(): boolean {
    const { keeper, history, prompts } = this.parts;
    const { queue, inFlight, temporary } = keeper.current;
    return (
      // Only the process remembers a temporary conversation.
      temporary !== 'said' &&
      this.slot.status.phase === 'idle' &&
      !hasOpenTurn(history.current) &&
      prompts.ids.size === 0 &&
      queue.length === 0 &&
      inFlight.length === 0 &&
      !hasBackground(history.current) &&
      this.scheduled === 0
    );
  }

  /** Starts the agent before the first message, so that the pickers have options to offer. */
  async warmUp(): Promise<void> {
    const { phase, detail } = this.slot.status;
    if (phase === 'stopped' && detail === undefined) {
      // The status already shows the failure.
      await this.slot.ensure().catch((error: unknown) => this.parts.log.debug(messageOf(error)));
    }
  }

  /** Starts a new process for the conversation at the user's request. */
  async resume(): Promise<void> {
    await this.slot.ensure();
  }

  /** Ends an idle conversation's process; the next message resumes it in a new one. */
  async sleep(): Promise<void> {
    if (!this.canSleep) {
      return;
    }
    this.pinPicks();
    await this.slot.sleep();
  }

  /** Ends the process. Resolves once its exit has been fully handled. */
  async end(isInOrder = this.slot.status.phase === 'idle'): Promise<void> {
    this.cancelReading();
    await this.slot.end(isInOrder ? 'whenIdle' : 'now');
    await this.exits.settled;
  }

  /** Ends the process without waiting. */
  dispose(): void {
    this.cancelReading();
    this.slot.dispose();
  }

  /** Stops the turn; if none runs, denies what subagents in the background wait for. */
  async stop(): Promise<void> {
    const { prompts, messages } = this.parts;
    const asked = prompts.ids;
    prompts.forgetPages();
    messages().halt();
    if (this.slot.status.phase === 'idle') {
      prompts.refuse(asked);
    }
    await this.slot.interrupt();
    if (this.slot.status.phase === 'idle') {
      // An agent that is done with its turn may have left its requests open.
      prompts.refuse(asked);
    }
  }

  /** Resolves when the end of a process that has just died has been dealt with. */
  async exitSettled(): Promise<void> {
    await this.slot.exitReported();
    await this.exits.settled;
  }

  /** Schedules a restart for a setting that only takes effect in a new process. */
  needRestart(): void {
    if (!this.parts.folderNotice.refusesRestart(this.slot.isComingOrLive)) {
      this.slot.markRestartDue();
    }
  }

  /** Call before a message is sent. */
  expectAnswer(): void {
    this.isAnswerDue = true;
  }

  /** Ends a process that is due for a restart, except for a message that joins a running turn. */
  async restartIfDue(): Promise<void> {
    if (this.slot.isRestartDue && this.slot.status.phase !== 'working') {
      this.pinPicks();
      await this.slot.retire();
    }
  }

  /** Ends the process because the conversation's folder is about to be removed. */
  async leaveFolder(): Promise<void> {
    this.parts.messages().hold('folderGone');
    await this.end();
  }

  /** Stops because the folder was removed; the conversation can be read or continue elsewhere. */
  folderGone(detail: string): void {
    this.slot.show({ phase: 'stopped', detail, actions: ['chooseFolder'] });
  }

  /** @throws UserError `conversation.busy`, and as `AgentProcess.rewindFiles` does */
  async rewindFiles(id: MessageId, isDryRun: boolean): Promise<RewoundFiles> {
    const process = await this.slot.ensure();
    if (this.slot.status.phase !== 'idle') {
      throw new UserError(
        'conversation.busy',
        l10n.t('This conversation is working. Wait until it has finished, or stop it.'),
      );
    }
    return process.rewindFiles(id, isDryRun);
  }

  /**
   * @returns false if no live agent supports it; no process is left then that would write a title
   * @throws UserError `conversation.busy` if the agent does not support it and cannot be ended now
   */
  async rename(title: string): Promise<boolean> {
    const process = this.slot.live;
    if (!process) {
      return false;
    }
    try {
      await process.rename(title);
      return true;
    } catch (error) {
      if (!(error instanceof UserError && error.code === 'cli.unsupported')) {
        throw error;
      }
      if (this.slot.status.phase !== 'idle') {
        throw new UserError(
          'conversation.busy',
          l10n.t('This conversation is working. Rename it when it has finished.'),
        );
      }
      await this.slot.retire();
      return false;
    }
  }

  /** Reports the agent's state to the conversation if it has changed. */
  publish(): void {
    const { history, clock, inBackground } = this.parts;
    const { status, isRestartDue } = this.slot;
    const ahead = { tasks: inBackground().length, scheduled: this.scheduled };
    const [oldest] = history.current.summary.waiting;
    const agent = agentStateOf(status, oldest, ahead, isRestartDue);
    if (agent.phase !== this.shownPhase) {
      this.shownPhase = agent.phase;
      this.since = clock.now();
    }
    if (!deepEqual(agent, history.current.summary.agent)) {
      history.apply([{ type: 'agent.changed', agent }]);
    }
  }

  launchOptions(): Promise<LaunchOptions> {
    return this.plan.next(this.exits.measured);
  }

  readOnlyStatus(): RestingStatus | undefined {
    return this.parts.readOnlyStatus();
  }

  onEvents(events: readonly ConversationEvent[]): void {
    this.parts.history.apply(events);
    if (this.isAnswerDue && events.some(isAnswer)) {
      this.cancelReading();
      this.reading = this.parts.clock.setTimeout(() => this.read(), readDelay);
    }
    // A command may soon run, and is tracked only if the workspace has been read by then.
    if (this.reading && events.some(({ type }) => type === 'tool.updated')) {
      this.read();
    }
  }

  onTakenBack(ids: readonly MessageId[]): void {
    this.parts.messages().takeBack(ids);
  }

  onStatusChanged(): void {
    this.publish();
  }

  renewSession(): void {
    this.parts.forking.renew();
  }

  onStarted(process: AgentProcess): void {
    this.parts.folderNotice.onStarted();
    this.startedIn = this.parts.written().mode;
    this.note(this.parts.applyOptions(process));
    void this.noteProcess(process).catch((error: unknown) =>
      this.parts.log.warn('The process could not be noted', { error: messageOf(error) }),
    );
  }

  /** A queue that waited for the start must not wait for nothing. */
  onNotStarted(wasWanted: boolean): void {
    if (wasWanted) {
      this.parts.messages().hold('notStarted');
    } else {
      void this.parts.messages().flushQueue();
    }
  }

  onIdle(): void {
    void this.continueQueue();
  }

  onTurnEnded(): void {
    const { live } = this.slot;
    if (live) {
      this.note(this.parts.giveBack(live));
    }
  }

  onEnded(): void {
    this.exits.onEnded();
  }

  onLost(loss: Loss): void {
    this.pinPicks();
    this.exits.onLost(loss);
  }

  /** Logs if the process does not take what the user has picked: it may have ended. */
  private note(taken: Promise<void>): void {
    taken.catch((error: unknown) =>
      this.parts.log.info('The picks were not taken', { error: messageOf(error) }),
    );
  }

  private read(): void {
    this.cancelReading();
    this.parts.edits.readAhead();
  }

  /** Cancels the pending read, and the one that an answer on its way would start. */
  private cancelReading(): void {
    this.isAnswerDue = false;
    this.reading?.dispose();
    this.reading = undefined;
  }

  private async noteProcess(process: AgentProcess): Promise<void> {
    const { keeper, ports } = this.parts;
    const identity = process.pid === undefined ? undefined : await ports.identify(process.pid);
    if (identity && this.slot.live === process) {
      keeper.save({ process: { ...identity, ...omitUndefined({ mark: process.mark }) } });
    }
  }

  private async continueQueue(): Promise<void> {
    const { messages, forking, log } = this.parts;
    await messages().onIdle();
    await forking.settle();
    await this.slot.live?.refreshUsage().catch((error: unknown) => {
      log.debug('No usage', { error: messageOf(error) });
    });
  }

  /** Shows that a temporary conversation has lost its memory with the process. */
  private showLost(): void {
    if (this.parts.folderNotice.onGone()) {
      this.slot.show({ phase: 'stopped', detail: lostWithProcess(), actions: ['restart'] });
    }
  }

  /**
   * Saves the mode as last switched, so that the next process starts with it. The model is saved
   * when it is picked: the reported one may be a default or a fallback.
   */
  private pinPicks(): void {
    const { keeper } = this.parts;
    const { mode } = this.parts.written();
    const { picks } = keeper.current;
    // A mode that nobody has switched follows the settings.
    if (picks.mode !== undefined || mode !== this.startedIn) {
      keeper.save({ picks: { ...picks, mode } });
    }
  }
}

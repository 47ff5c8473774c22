import type { Clock } from '../../base/clock';
import { messageOf } from '../../base/errors';
import { deepEqual } from '../../base/json';
import type { Log } from '../../base/log';
import type { AgentPhase, ConversationEvent } from '../../contract/events';
import type { SessionId } from '../../contract/ids';
import type { RunningTask } from '../../contract/tasks';
import type {
  LaunchOptions,
  LaunchSession,
  Picks,
  SessionGrants,
} from '../../protocol/agentLauncher';
import type { AgentExit, AgentProcess } from '../../protocol/agentSource';
import { AgentSession, type SessionOwner } from './agentSession';
import { agentStateOf } from './agentState';
import { hasBackground, hasOpenTurn } from './background';
import type { PermissionBroker } from './broker';
import type { ConversationStore } from './conversationStore';
import type { Dispatcher } from './dispatcher';
import type { EditEvents } from './editEvents';
import type { Forking } from './forking';
import { lostWithProcess, type PlaceNote } from './placeNote';
import type { ChannelPorts } from './ports';
import type { RecordKeeper } from './recordKeeper';
import type { SessionState } from './sessionState';
import type { ToolCalls } from './toolCalls';

export interface LifeParts {
  readonly cwd: string;
  readonly ports: ChannelPorts;
  readonly keeper: RecordKeeper;
  readonly said: ConversationStore;
  readonly forking: Forking;
  readonly broker: PermissionBroker;
  readonly calls: ToolCalls;
  readonly edits: EditEvents;
  readonly place: PlaceNote;
  messages(): Dispatcher;
  /** Tasks that outlive the turn. */
  inBackground(): readonly RunningTask[];
  /** @throws UserError `openElsewhere` */
  claim(id: SessionId): Promise<void>;
  /** State to show while another process has the session open. */
  held(): SessionState | undefined;
  /** Shows messages that other processes added to the session. Does not reject. */
  catchUp(): Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Manages the agent processes of a conversation: their launch options, when they may sleep or must
 * be replaced, and the cleanup after they exit.
 */
export class AgentLife implements SessionOwner {
  readonly session: AgentSession;
  private isRestartDue = false;
  /** True while Stop runs. Messages sent meanwhile are not held: the user wants them read next. */
  private isBeingStopped = false;
  private going: Promise<void> = Promise.resolve();
  /** Resolves once the session length that the last process left has been recorded. */
  private seeing: Promise<void> = Promise.resolve();
  private shownPhase: AgentPhase = 'stopped';
  private since = 0;

  constructor(private readonly parts: LifeParts) {
    const { ports, calls, log } = parts;
    this.session = new AgentSession(ports.agents, this, calls, log);
  }

  get cwd(): string {
    return this.parts.cwd;
  }

  /** True while an agent process runs for the conversation, including while it starts or ends. */
  get isLive(): boolean {
    return this.session.live !== undefined;
  }

  /** True from when the user presses Stop until the agent has stopped. */
  get isStopping(): boolean {
    return this.isBeingStopped;
  }

  /** Start of the current phase, in milliseconds since 1970. */
  get phaseSince(): number {
    return this.since;
  }

  /** True if the process can end without loss: it is idle, and nothing is waiting or running. */
  get canSleep(): boolean {
    const { keeper, said, broker } = this.parts;
    const { queue, inFlight, temporary } = keeper.current;
    return (
      // Only the process remembers a temporary conversation.
      temporary !== 'said' &&
      this.session.state.phase === 'idle' &&
      !hasOpenTurn(said.current) &&
      broker.waiting.length === 0 &&
      queue.length === 0 &&
      inFlight.length === 0 &&
      !hasBackground(said.current)
    );
  }

  /** Starts the agent before the first message, so that the pickers have options to offer. */
  async warmUp(): Promise<void> {
    const { phase, detail } = this.session.state;
    if (phase === 'stopped' && detail === undefined) {
      // The session state already shows the failure.
      await this.session.ensure().catch((error: unknown) => this.parts.log.debug(messageOf(error)));
    }
  }

  /** Starts a new process for the conversation at the user's request. */
  async resume(): Promise<void> {
    await this.session.ensure();
  }

  /** Ends an idle conversation's process; the next message resumes it in a new one. */
  async sleep(): Promise<void> {
    if (!this.canSleep) {
      return;
    }
    this.pinPicks();
    await this.session.sleep();
  }

  /** Ends the process. Resolves once its exit has been fully handled. */
  async end(isInOrder = this.session.state.phase === 'idle'): Promise<void> {
    await this.session.end(isInOrder ? 'whenIdle' : 'now');
    await this.going;
  }

  async stop(): Promise<void> {
    this.parts.messages().hold();
    if (this.isBeingStopped) {
      return;
    }
    this.isBeingStopped = true;
    try {
      await this.session.interrupt();
    } finally {
      this.isBeingStopped = false;
    }
  }

  /** Schedules a restart for a setting that only takes effect in a new process. */
  needRestart(): void {
    if (this.parts.place.refusesRestart(this.isLive)) {
      return;
    }
    this.isRestartDue = this.isLive;
    this.publish();
  }

  /** Ends a process that is due for a restart, except for a message that joins a running turn. */
  async restartIfDue(): Promise<void> {
    if (this.isRestartDue && this.session.state.phase !== 'working') {
      this.isRestartDue = false;
      this.pinPicks();
      await this.session.retire();
    }
  }

  /** Ends the process because the conversation's folder is about to be removed. */
  async leaveFolder(): Promise<void> {
    this.parts.messages().hold();
    await this.end();
  }

  /** Stops because the folder was removed; the conversation can be read or continue elsewhere. */
  folderGone(detail: string): void {
    this.session.become({ phase: 'stopped', detail, actions: ['chooseFolder'] });
  }

  /** Reports the agent's state to the conversation if it has changed. */
  publish(): void {
    const { said, broker, clock, inBackground } = this.parts;
    const agent = agentStateOf(
      this.session.state,
      broker.waiting[0],
      inBackground().length,
      this.isRestartDue,
    );
    if (agent.phase !== this.shownPhase) {
      this.shownPhase = agent.phase;
      this.since = clock.now();
    }
    if (!deepEqual(agent, said.current.summary.agent)) {
      said.apply([{ type: 'agent.changed', agent }]);
    }
  }

  /** Mode and model for a message written now. */
  currentPicks(): Required<Pick<Picks, 'mode' | 'model'>> {
    const { settings } = this.parts.said.current.summary;
    const { mode, model } = { ...settings, ...settings.wished };
    return { mode, model };
  }

  async nextSession(): Promise<LaunchSession> {
    const { keeper, forking, claim, catchUp } = this.parts;
    await claim(keeper.current.sessionId);
    await this.seeing;
    await catchUp();
    return forking.nextSession();
  }

  held(): SessionState | undefined {
    return this.parts.held();
  }

  picks(): Picks {
    const { disabledTools = [] } = this.parts.ports.settings;
    const { picks } = this.parts.keeper.current;
    return disabledTools.length === 0 ? picks : { disabledTools, ...picks };
  }

  granted(): SessionGrants | undefined {
    return this.parts.keeper.current.granted;
  }

  costBefore(): number {
    return this.parts.keeper.current.costUsd;
  }

  extras(): Pick<LaunchOptions, 'channel' | 'addDirs' | 'isTemporary'> {
    const { channelId: channel, addDirs, temporary } = this.parts.keeper.current;
    return {
      channel,
      ...(addDirs ? { addDirs } : {}),
      ...(temporary ? { isTemporary: true } : {}),
    };
  }

  onEvents(events: readonly ConversationEvent[]): void {
    this.parts.said.apply(events);
  }

  onState(): void {
    this.publish();
  }

  onStarted(process: AgentProcess): void {
    this.parts.place.onStarted();
    void this.note(process).catch((error: unknown) =>
      this.parts.log.warn('The process could not be noted', { error: messageOf(error) }),
    );
  }

  onIdle(): void {
    void this.goOn();
  }

  onEnded(): void {
    const { keeper, forking } = this.parts;
    keeper.forget('process');
    this.seeing = forking.markSeen();
  }

  onGone(exit: AgentExit, wasWorking: boolean): void {
    this.going = this.settle(exit, wasWorking).catch((error: unknown) =>
      this.parts.log.error('The end of the agent was not dealt with', { error: messageOf(error) }),
    );
  }

  private async note(process: AgentProcess): Promise<void> {
    const { keeper, ports } = this.parts;
    const identity = process.pid === undefined ? undefined : await ports.identify(process.pid);
    if (identity && this.session.live === process) {
      keeper.save({ process: identity });
    }
  }

  private async goOn(): Promise<void> {
    const { messages, forking, log } = this.parts;
    await messages().onIdle();
    await forking.settle();
    await this.session.live?.refreshUsage().catch((error: unknown) => {
      log.debug('No usage', { error: messageOf(error) });
    });
  }

  private async settle(exit: AgentExit, wasWorking: boolean): Promise<void> {
    const { said, broker, place, edits, forking, clock } = this.parts;
    const messages = this.parts.messages();
    const { isStopping } = this;
    const given = messages.underWay;
    this.isRestartDue = false;
    this.pinPicks();
    if (wasWorking && said.current.open) {
      const outcome = exit.wasAsked
        ? ({ kind: 'interrupted' } as const)
        : ({ kind: 'lost', message: this.session.state.detail ?? '' } as const);
      said.apply([{ type: 'turn.ended', at: clock.now(), outcome }]);
    }
    if (isStopping) {
      broker.withdrawAll();
    } else {
      messages.hold();
      broker.interrupt();
    }
    if (place.onGone()) {
      this.session.become({ phase: 'stopped', detail: lostWithProcess, actions: ['restart'] });
    }
    await edits.settleAll();
    const unread = await forking.notStored(given);
    if (unread.length > 0) {
      messages.takeBack(unread);
      const text = 'The agent ended before it kept what you had sent: it is in the composer again.';
      said.apply([{ type: 'notice', at: clock.now(), notice: { kind: 'warning', text } }]);
    }
    await messages.goOn();
  }

  /** Saves mode and model as last switched, so that the next process starts with them. */
  private pinPicks(): void {
    const { keeper } = this.parts;
    const { mode, model } = this.currentPicks();
    const { picks } = keeper.current;
    keeper.save({ picks: { ...picks, mode, ...(model === 'default' ? {} : { model }) } });
  }
}

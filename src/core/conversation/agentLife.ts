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
  /** Tasks that go on when the turn ends. */
  inBackground(): readonly RunningTask[];
  /** @throws UserError `openElsewhere` */
  claim(id: SessionId): Promise<void>;
  /** What it is while somebody else has the session. */
  held(): SessionState | undefined;
  /** Shows what others have added to the session. Does not reject. */
  catchUp(): Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * The agent's processes in the life of their conversation: what each is started with, when it may
 * sleep or must make room for another, and what its end leaves to be done.
 */
export class AgentLife implements SessionOwner {
  readonly session: AgentSession;
  private isRestartDue = false;
  /** What is sent from here on is not held: the user wrote it to be read next. */
  private isBeingStopped = false;
  private going: Promise<void> = Promise.resolve();
  /** Whether what the last process has stored was looked at. */
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

  /** A process carries the conversation, or is on its way to or from that. */
  get isLive(): boolean {
    return this.session.live !== undefined;
  }

  /** The user has pressed Stop, and the agent has not stopped yet. */
  get isStopping(): boolean {
    return this.isBeingStopped;
  }

  /** Since when it has been as it is, milliseconds since 1970. */
  get phaseSince(): number {
    return this.since;
  }

  /** Whether its process can end without a loss: it does nothing, and nothing waits for anybody. */
  get canSleep(): boolean {
    const { keeper, said, broker } = this.parts;
    const { queue, inFlight, temporary } = keeper.current;
    return (
      // Nothing but its process remembers it.
      temporary !== 'said' &&
      this.session.state.phase === 'idle' &&
      !hasOpenTurn(said.current) &&
      broker.waiting.length === 0 &&
      queue.length === 0 &&
      inFlight.length === 0 &&
      !hasBackground(said.current)
    );
  }

  /** Starts the agent ahead of the first message, so that the pickers have something to offer. */
  async warmUp(): Promise<void> {
    const { phase, detail } = this.session.state;
    if (phase === 'stopped' && detail === undefined) {
      // The failure is shown by the session's own state.
      await this.session.ensure().catch((error: unknown) => this.parts.log.debug(messageOf(error)));
    }
  }

  /** A new process for the conversation, at the user's wish. */
  async resume(): Promise<void> {
    await this.session.ensure();
  }

  /** Ends the process of an idle conversation; the next message starts another that knows the same. */
  async sleep(): Promise<void> {
    if (!this.canSleep) {
      return;
    }
    this.pinPicks();
    await this.session.sleep();
  }

  /** Ends the process, and resolves when all that comes of that is done. */
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

  /** A setting changed that only a new process takes up. */
  needRestart(): void {
    if (this.parts.place.refusesRestart(this.isLive)) {
      return;
    }
    this.isRestartDue = this.isLive;
    this.publish();
  }

  /** Before a message is written. One that joins a running turn leaves the restart to the next one. */
  async restartIfDue(): Promise<void> {
    if (this.isRestartDue && this.session.state.phase !== 'working') {
      this.isRestartDue = false;
      this.pinPicks();
      await this.session.retire();
    }
  }

  /** The folder of the conversation is about to go: its process ends. */
  async leaveFolder(): Promise<void> {
    this.parts.messages().hold();
    await this.end();
  }

  /** Its folder was removed: it can be read, and go on in another one. */
  folderGone(detail: string): void {
    this.session.become({ phase: 'stopped', detail, actions: ['chooseFolder'] });
  }

  /** Tells the conversation how its agent is, when that is new. */
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

  /** Mode and model that a message written now is written under. */
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

  /** What the agent was switched to on the way is what its next process starts with. */
  private pinPicks(): void {
    const { keeper } = this.parts;
    const { mode, model } = this.currentPicks();
    const { picks } = keeper.current;
    keeper.save({ picks: { ...picks, mode, ...(model === 'default' ? {} : { model }) } });
  }
}

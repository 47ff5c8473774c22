import { Deferred } from '../../base/deferred';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import type { ConversationEvent } from '../../contract/events';
import type { MessageId } from '../../contract/ids';
import type {
  AgentLauncher,
  LaunchOptions,
  LaunchSession,
  Picks,
  SessionGrants,
} from '../../protocol/agentLauncher';
import type { AgentExit, AgentHost, AgentProcess, RewoundFiles } from '../../protocol/agentSource';
import { actionsAfter, lostState, type SessionState } from './sessionState';

/** A process on its way. */
interface Start {
  readonly process: Promise<AgentProcess>;
  /** It must not come up: somebody has ended it before there was a process to end. */
  isUnwanted: boolean;
}

/** What the session asks its channel for, and tells it. */
export interface SessionOwner {
  readonly cwd: string;
  /** How the next process takes the conversation up. */
  nextSession(): Promise<LaunchSession>;
  /** What it is while somebody else has the session. */
  held(): SessionState | undefined;
  picks(): Picks;
  granted(): SessionGrants | undefined;
  costBefore(): number;
  /** What else the process is started with. */
  extras(): Pick<LaunchOptions, 'channel' | 'addDirs' | 'isTemporary'>;
  onEvents(events: readonly ConversationEvent[]): void;
  onState(): void;
  /** The agent takes the next message. */
  onIdle(): void;
  onStarted(process: AgentProcess): void;
  /** There is no process any more, whatever has ended it. */
  onEnded(): void;
  /** The process is gone; `wasWorking` tells that a turn was in the air. */
  onGone(exit: AgentExit, wasWorking: boolean): void;
}

/**
 * The processes of one channel, one at a time. Each has a generation: what a former one still says
 * changes nothing.
 */
export class AgentSession {
  private process: AgentProcess | undefined;
  private generation = 0;
  private starting: Start | undefined;
  /** Settles when the end of the process has been told. */
  private gone = new Deferred<void>();
  private isDisposed = false;
  private current: SessionState = { phase: 'stopped' };
  private isRetiring = false;
  private fallingAsleep: Promise<void> | undefined;

  constructor(
    private readonly launcher: AgentLauncher,
    private readonly owner: SessionOwner,
    private readonly calls: Pick<AgentHost, 'decide' | 'beforeTool' | 'afterTool'>,
    private readonly log: Log,
  ) {}

  get state(): SessionState {
    return this.current;
  }

  /** The process that takes requests. */
  get live(): AgentProcess | undefined {
    return this.current.phase === 'asleep' ? undefined : this.process;
  }

  /** Also of one that is about to end. */
  get pid(): number | undefined {
    return this.process?.pid;
  }

  /**
   * The running process, started if need be.
   * @throws UserError as the launcher and the start do
   */
  ensure(): Promise<AgentProcess> {
    const { live, starting } = this;
    if (starting) {
      return starting.process;
    }
    if (live && this.current.phase !== 'stopping' && !live.hasEnded) {
      return Promise.resolve(live);
    }
    const start: Start = { isUnwanted: false, process: this.start(() => start.isUnwanted) };
    this.starting = start;
    return start.process;
  }

  /** A message was written: the agent works until it says otherwise. */
  markWorking(): void {
    this.become({ phase: 'working' });
  }

  /** @throws UserError `busy`, and as `AgentProcess` does */
  async rewindFiles(id: MessageId, isDryRun: boolean): Promise<RewoundFiles> {
    const process = await this.ensure();
    if (this.current.phase !== 'idle') {
      throw new UserError('busy', 'The agent is at work. Wait until it has finished, or stop it.');
    }
    return process.rewindFiles(id, isDryRun);
  }

  /**
   * @returns false when no live agent knows how; then none lives that would write a name of its own
   * @throws UserError `busy` when it does not know and cannot be ended now
   */
  async rename(title: string): Promise<boolean> {
    const process = this.live;
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
      if (this.current.phase !== 'idle') {
        throw new UserError('busy', 'The agent is at work. Rename it when it has finished.');
      }
      await this.retire();
      return false;
    }
  }

  /** The ladder of Stop. Resolves when the turn or the process has ended. */
  async interrupt(): Promise<void> {
    if (this.starting) {
      await this.end('now');
      return;
    }
    const process = this.live;
    if (!process || this.current.phase === 'stopping') {
      return;
    }
    this.become({ phase: 'stopping', detail: 'Asking the agent to stop' });
    await process.stop('interrupt');
  }

  /** Also of one that is only about to be started: it does not come up. */
  async end(ladder: 'whenIdle' | 'now'): Promise<void> {
    const { starting } = this;
    if (starting) {
      starting.isUnwanted = true;
      this.become({ phase: 'stopping' });
    }
    await this.endProcess(ladder);
    await starting?.process.catch((error: unknown) => this.log.debug(messageOf(error)));
  }

  private async endProcess(ladder: 'whenIdle' | 'now'): Promise<void> {
    const { process } = this;
    if (!process) {
      return;
    }
    if (process.hasEnded) {
      await this.gone.promise;
      return;
    }
    if (this.current.phase === 'asleep') {
      await (ladder === 'now' ? process.stop('now') : this.fallingAsleep);
      return;
    }
    this.become({ phase: 'stopping' });
    await process.stop(ladder);
  }

  /** For a process that reads nothing any more: its end is waited for, or brought about. */
  async abandon(): Promise<void> {
    await this.end('now');
  }

  /** Ends an idle process to make room for a new one: nothing is lost, so nothing is gone. */
  async retire(): Promise<void> {
    this.isRetiring = true;
    try {
      await this.end('whenIdle');
    } finally {
      this.isRetiring = false;
    }
  }

  /** Ends an idle process until the next message. Nothing is lost, so nobody needs to see it. */
  async sleep(): Promise<void> {
    const { process } = this;
    if (!process || this.current.phase !== 'idle') {
      return;
    }
    this.become({ phase: 'asleep' });
    this.fallingAsleep = process.stop('whenIdle').finally(() => {
      this.fallingAsleep = undefined;
    });
    await this.fallingAsleep;
  }

  /** Ends the process without waiting for anything: the window goes away. */
  dispose(): void {
    this.isDisposed = true;
    this.generation += 1;
    this.process?.dispose();
    this.process = undefined;
    this.gone.resolve();
  }

  private async start(isUnwanted: () => boolean): Promise<AgentProcess> {
    let generation = this.generation;
    const requireWanted = () => {
      if (this.isDisposed || generation !== this.generation) {
        throw new UserError('closed', 'The conversation was closed while its agent started.');
      }
      if (isUnwanted()) {
        throw new UserError('stopped', 'The agent was stopped while it started.');
      }
    };
    try {
      await this.makeRoom();
      generation = ++this.generation;
      requireWanted();
      this.become({ phase: 'starting' });
      const { cwd } = this.owner;
      const granted = this.owner.granted();
      const options = {
        cwd,
        session: await this.owner.nextSession(),
        picks: this.owner.picks(),
        ...(granted ? { granted } : {}),
        costBefore: this.owner.costBefore(),
        ...this.owner.extras(),
      };
      requireWanted();
      const process = await this.launcher.launch(options, this.hostFor(generation));
      requireWanted();
      this.process = process;
      this.gone = new Deferred();
      await process.start();
      if (generation !== this.generation) {
        // What was let go of before it had a process to end.
        process.dispose();
      }
      requireWanted();
      this.owner.onStarted(process);
      if (this.current.phase === 'starting') {
        this.become({ phase: 'idle' });
        this.owner.onIdle();
      }
      return process;
    } catch (error) {
      this.fail(generation, error);
      throw error;
    } finally {
      this.starting = undefined;
    }
  }

  /** The process of before is gone when this resolves. */
  private async makeRoom(): Promise<void> {
    await this.fallingAsleep?.catch((error: unknown) => this.log.debug(messageOf(error)));
    await this.endProcess('now');
  }

  private fail(generation: number, error: unknown): void {
    this.gone.resolve();
    if (generation !== this.generation) {
      this.log.debug('The agent was let go of while it started', { error: messageOf(error) });
      return;
    }
    this.process?.dispose();
    this.process = undefined;
    if (this.isDisposed) {
      return;
    }
    if (this.current.phase === 'stopping') {
      this.become({ phase: 'stopped' });
      return;
    }
    if (error instanceof UserError && error.code === 'openElsewhere') {
      const elsewhere = { phase: 'stopped', detail: error.message, actions: ['takeOver'] } as const;
      this.become(this.owner.held() ?? elsewhere);
      return;
    }
    this.log.error('The agent did not start', { error: messageOf(error) });
    this.become({
      phase: 'stopped',
      detail: messageOf(error),
      ...(error instanceof UserError && error.detail ? { stderr: error.detail } : {}),
      actions: actionsAfter(error),
    });
  }

  private hostFor(generation: number): AgentHost {
    const isCurrent = () => generation === this.generation;
    return {
      onEvents: events => {
        if (isCurrent()) {
          this.owner.onEvents(events);
        }
      },
      onActivity: activity => {
        if (isCurrent()) {
          this.onActivity(activity);
        }
      },
      decide: (request, signal) => this.calls.decide(request, signal),
      beforeTool: (use, signal) => this.calls.beforeTool(use, signal),
      afterTool: (use, outcome) => this.calls.afterTool(use, outcome),
      onExit: exit => {
        if (isCurrent()) {
          this.onExit(exit);
        }
      },
    };
  }

  private onActivity(activity: 'working' | 'idle'): void {
    const { phase } = this.current;
    if (activity === 'working' && phase === 'idle') {
      this.become({ phase: 'working' });
    }
    if (activity === 'idle' && (phase === 'working' || phase === 'stopping')) {
      this.become({ phase: 'idle' });
      this.owner.onIdle();
    }
  }

  private onExit(exit: AgentExit): void {
    const { phase } = this.current;
    const wasWorking = phase === 'working' || (phase === 'stopping' && !exit.wasAsked);
    this.process?.dispose();
    this.process = undefined;
    this.generation += 1;
    this.gone.resolve();
    this.owner.onEnded();
    if (phase === 'asleep') {
      return;
    }
    this.become(exit.wasAsked ? { phase: 'stopped' } : lostState(exit, wasWorking));
    if (this.isRetiring) {
      return;
    }
    this.owner.onGone(exit, phase === 'working' || phase === 'stopping');
  }

  become(state: SessionState): void {
    this.current = state;
    this.owner.onState();
  }
}

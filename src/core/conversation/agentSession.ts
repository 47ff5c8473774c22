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

/** Process that is starting. */
interface Start {
  readonly process: Promise<AgentProcess>;
  /** Set if the session was ended before the process existed: it must not come up. */
  isUnwanted: boolean;
}

/** Queries and notifications that the session sends to its channel. */
export interface SessionOwner {
  readonly cwd: string;
  /** Returns how the next process starts: with a new, resumed or forked session. */
  nextSession(): Promise<LaunchSession>;
  /** State to show while another process has the session open. */
  held(): SessionState | undefined;
  picks(): Picks;
  granted(): SessionGrants | undefined;
  costBefore(): number;
  /** Additional launch options. */
  extras(): Pick<LaunchOptions, 'channel' | 'addDirs' | 'isTemporary'>;
  onEvents(events: readonly ConversationEvent[]): void;
  onState(): void;
  /** Called when the agent can take the next message. */
  onIdle(): void;
  onStarted(process: AgentProcess): void;
  /** Called after every exit of the process, whatever the cause. */
  onEnded(): void;
  /** Called after an exit, unless it slept or retired. `wasWorking`: a turn was running. */
  onGone(exit: AgentExit, wasWorking: boolean): void;
}

/**
 * Runs the processes of one channel, one at a time. Each has a generation, so that messages from an
 * earlier process are ignored.
 */
export class AgentSession {
  private process: AgentProcess | undefined;
  private generation = 0;
  private starting: Start | undefined;
  /** Settles when the process's exit has been reported. */
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

  /** Process that accepts requests; undefined while it falls asleep. */
  get live(): AgentProcess | undefined {
    return this.current.phase === 'asleep' ? undefined : this.process;
  }

  /** Process id, available even while the process is about to end. */
  get pid(): number | undefined {
    return this.process?.pid;
  }

  /**
   * Returns the running process, started if necessary.
   * @throws UserError from the launcher or the process's start
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

  /** Marks the agent as working after a message was written, until it reports otherwise. */
  markWorking(): void {
    this.become({ phase: 'working' });
  }

  /** @throws UserError `busy`, and as `AgentProcess.rewindFiles` does */
  async rewindFiles(id: MessageId, isDryRun: boolean): Promise<RewoundFiles> {
    const process = await this.ensure();
    if (this.current.phase !== 'idle') {
      throw new UserError('busy', 'The agent is at work. Wait until it has finished, or stop it.');
    }
    return process.rewindFiles(id, isDryRun);
  }

  /**
   * @returns false if no live agent supports it; no process is left then that would write a title
   * @throws UserError `busy` if the agent does not support it and cannot be ended now
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

  /** Runs the Stop ladder. Resolves when the turn or the process has ended. */
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

  /** Ends the process, or keeps a starting one from coming up. */
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

  /** Ends a process that no longer reads input: waits for its exit or forces it. */
  async abandon(): Promise<void> {
    await this.end('now');
  }

  /** Ends an idle process to make room for a new one. Nothing is lost: `onGone` is not called. */
  async retire(): Promise<void> {
    this.isRetiring = true;
    try {
      await this.end('whenIdle');
    } finally {
      this.isRetiring = false;
    }
  }

  /** Ends an idle process until the next message. Nothing is lost, so the user need not see it. */
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

  /** Ends the process without waiting, because the window is closing. */
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
        // `dispose` ran before there was a child process to end.
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

  /** Resolves when the previous process is gone. */
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

import * as l10n from '@vscode/l10n';
import { Deferred } from '../../../base/deferred';
import { messageOf, UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { ConversationEvent } from '../../../contract/events';
import type { MessageId } from '../../../contract/ids';
import type { AgentLauncher, LaunchOptions } from '../../../protocol/agentLauncher';
import type { AgentExit, AgentHost, AgentProcess, StopLadder } from '../../../protocol/agentSource';
import {
  atRest,
  type Lifecycle,
  type LifecycleEffect,
  type LifecycleEvent,
  type Run,
  runOf,
  statusOf,
  transition,
} from './lifecycle';
import { type AgentStatus, actionsAfter, type RestingStatus } from './status';

/** Requests of an agent to its host. */
export type AgentCalls = Pick<
  AgentHost,
  'decide' | 'elicit' | 'onPageFinished' | 'beforeTool' | 'afterTool'
>;

/** Exit that may have lost something. */
export interface Loss {
  readonly exit: AgentExit;
  /** True if the user had pressed Stop. */
  readonly wasStopped: boolean;
}

/** Queries and notifications that the slot sends to its conversation. */
export interface SlotOwner {
  /** @throws UserError `session.openElsewhere` if another process has the session open */
  launchOptions(): Promise<LaunchOptions>;
  /** Status to show while another process has the session open. */
  readOnlyStatus(): RestingStatus | undefined;
  onEvents(events: readonly ConversationEvent[]): void;
  /** Called with messages that Stop took back before the agent had read them. */
  onTakenBack(ids: readonly MessageId[]): void;
  onStatusChanged(): void;
  /** Called when the agent can take the next message. */
  onIdle(): void;
  /** Takes another id for a session that has not begun, because the agent refuses this one. */
  renewSession(): void;
  onStarted(process: AgentProcess): void;
  /**
   * Called when a start has come to nothing, and no other one follows by itself.
   * @param wasWanted false if the user stopped it
   */
  onNotStarted(wasWanted: boolean): void;
  /** Called after every exit of the process, whatever the cause. */
  onEnded(): void;
  /** Called after an exit, unless the process fell asleep or was retired. */
  onLost(loss: Loss): void;
}

/** Runs the lifecycle of one conversation's agent: keeps its process and carries out effects. */
export class ProcessSlot {
  private state: Lifecycle = atRest;
  private process: AgentProcess | undefined;
  private runs = 0;
  private starting: Deferred<AgentProcess> | undefined;
  /** Settles when the process's exit has been reported. */
  private gone = new Deferred<void>();
  private fallingAsleep: Promise<void> | undefined;

  constructor(
    private readonly launcher: AgentLauncher,
    private readonly owner: SlotOwner,
    private readonly calls: AgentCalls,
    private readonly log: Log,
  ) {}

  get status(): AgentStatus {
    return statusOf(this.state);
  }

  /** Process that accepts requests; undefined while it falls asleep. */
  get live(): AgentProcess | undefined {
    return this.status.phase === 'asleep' ? undefined : this.process;
  }

  /** Process id, available even while the process is about to end. */
  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** True from when the user presses Stop until the agent has stopped. */
  get isStopping(): boolean {
    const { state } = this;
    const stopped = state.at === 'clearing' ? state.before : state;
    return 'reason' in stopped && stopped.reason === 'turn';
  }

  /** True if a setting has changed that only a new process takes up. */
  get isRestartDue(): boolean {
    return 'isRestartDue' in this.state && this.state.isRestartDue;
  }

  /**
   * Returns the running process, started if necessary.
   * @throws UserError from the launcher or the process's start
   */
  async ensure(): Promise<AgentProcess> {
    if (this.starting) {
      return this.starting.promise;
    }
    const { live } = this;
    if (live && !live.hasEnded && this.status.phase !== 'stopping') {
      return live;
    }
    const start = new Deferred<AgentProcess>();
    this.starting = start;
    // Callers wait for the start. Without one, its failure is in the status.
    start.promise.catch(() => undefined);
    this.runs += 1;
    const { runs: next, hasEnded } = this;
    const room = Promise.all([
      this.dispatch({ type: 'start', next, hasEnded }),
      this.fallingAsleep,
    ]);
    await room.catch((error: unknown) => this.failClearing(error));
    return start.promise;
  }

  /** Returns the process that requests go to, once a start under way is over. */
  async settledLive(): Promise<AgentProcess | undefined> {
    await this.settled(this.starting);
    return this.live;
  }

  /** True while a process runs or is about to, whose settings are known already. */
  get isComingOrLive(): boolean {
    return this.starting !== undefined || this.live !== undefined;
  }

  /** Resolves when the exit of a process that has just ended has been reported. */
  async exitReported(): Promise<void> {
    if (this.hasEnded) {
      await this.gone.promise;
    }
  }

  /** Marks the agent as working after a message was written, until it reports otherwise. */
  markWorking(): void {
    void this.dispatch({ type: 'written' });
  }

  markRestartDue(): void {
    void this.dispatch({ type: 'restartNeeded' });
  }

  /** Runs the Stop ladder. Resolves when the turn or the process has ended. */
  async interrupt(): Promise<void> {
    const { starting } = this;
    await this.dispatch({ type: 'stop' });
    await this.settled(starting);
  }

  /** Ends the process, or keeps a starting one from coming up. */
  end(ladder: 'whenIdle' | 'now'): Promise<void> {
    return this.endFor('end', ladder);
  }

  /** Ends an idle process to make room for a new one. Nothing is lost: `onLost` is not called. */
  retire(): Promise<void> {
    return this.endFor('retirement', 'whenIdle');
  }

  /** Ends an idle process until the next message. Nothing is lost, so the user need not see it. */
  async sleep(): Promise<void> {
    if (this.state.at !== 'idle') {
      return;
    }
    this.fallingAsleep = this.dispatch({ type: 'sleep' }).finally(() => {
      this.fallingAsleep = undefined;
    });
    await this.fallingAsleep;
  }

  /** Shows why no process runs; ignored while one does. */
  show(shown: RestingStatus): void {
    void this.dispatch({ type: 'show', shown });
  }

  /** Ends the process without waiting, because the window is closing. */
  dispose(): void {
    void this.dispatch({ type: 'close' });
  }

  private get hasEnded(): boolean {
    return this.process?.hasEnded === true;
  }

  private async endFor(reason: 'end' | 'retirement', ladder: 'whenIdle' | 'now'): Promise<void> {
    const { starting, hasEnded, fallingAsleep, gone } = this;
    await this.dispatch({ type: 'end', reason, ladder, hasEnded });
    await (hasEnded ? gone.promise : fallingAsleep);
    await this.settled(starting);
  }

  /** Resolves when a start has come to its end, whatever that is. */
  private async settled(start: Deferred<AgentProcess> | undefined): Promise<void> {
    await start?.promise.catch((error: unknown) => this.log.debug(messageOf(error)));
  }

  /** Resolves when a process that was asked to end has done so. */
  private dispatch(event: LifecycleEvent): Promise<void> {
    const before = this.state;
    const { state, effects } = transition(before, event);
    this.state = state;
    if (state !== before && state.at !== 'closed') {
      this.owner.onStatusChanged();
    }
    const ends = effects.map(effect => this.carryOut(effect));
    return Promise.all(ends).then(() => undefined);
  }

  /** @returns when the process has ended, for effects that end it */
  private carryOut(effect: LifecycleEffect): Promise<void> | void {
    switch (effect.do) {
      case 'launch':
        void this.launch(effect.run);
        return;
      case 'begin':
        void this.dispatch({ type: 'start', next: effect.run, hasEnded: false });
        return;
      case 'refuse':
        return this.refuse(refusal(effect.why));
      case 'stop':
        return this.hasEnded ? this.gone.promise : this.stop(effect.ladder);
      case 'release':
        return this.release();
      case 'reportStart':
        if (this.process) {
          this.owner.onStarted(this.process);
        }
        return;
      case 'reportIdle':
        return this.owner.onIdle();
      case 'reportEnd':
        return this.owner.onEnded();
      case 'reportLoss':
        return this.owner.onLost(effect);
    }
  }

  private async stop(ladder: StopLadder): Promise<void> {
    const run = runOf(this.state);
    await this.process?.stop(ladder);
    if (ladder === 'interrupt' && run !== undefined) {
      // The turn may have ended by itself before the request, so that no report of it follows.
      void this.dispatch({ type: 'interrupted', run });
    }
  }

  private async launch(run: Run, isSecond = false): Promise<void> {
    let options: LaunchOptions | undefined;
    try {
      options = await this.owner.launchOptions();
      this.requireWanted(run);
      const process = await this.launcher.launch(options, this.hostFor(run));
      if (this.whyUnwanted(run)) {
        process.dispose();
      }
      this.requireWanted(run);
      this.process = process;
      this.gone = new Deferred();
      void this.dispatch({ type: 'launched', run });
      await process.start();
      if (runOf(this.state) !== run) {
        // The slot was closed before there was a child process to end.
        process.dispose();
      }
      this.requireWanted(run);
      const { starting } = this;
      this.starting = undefined;
      starting?.resolve(process);
      void this.dispatch({ type: 'started', run });
    } catch (error) {
      const isTaken = options?.session.kind === 'new' && isIdTaken(error);
      if (isTaken && !isSecond && this.whyUnwanted(run) === undefined) {
        this.process?.dispose();
        this.owner.renewSession();
        await this.launch(run, true);
      } else {
        this.fail(run, error);
      }
    }
  }

  /** @throws UserError `conversation.closed`, `conversation.stopped` */
  private requireWanted(run: Run): void {
    const why = this.whyUnwanted(run);
    if (why) {
      throw refusal(why);
    }
  }

  private whyUnwanted(run: Run): 'closed' | 'stopped' | undefined {
    if (runOf(this.state) !== run) {
      return 'closed';
    }
    return this.state.at === 'abandoning' ? 'stopped' : undefined;
  }

  private fail(run: Run, error: unknown): void {
    if (runOf(this.state) !== run) {
      this.log.debug('The agent was let go of while it started', { error: messageOf(error) });
    } else if (this.state.at !== 'abandoning' && !isOpenElsewhere(error) && !isUnanswered(error)) {
      this.log.error('The agent did not start', { error: messageOf(error) });
    }
    const wasWanted = this.whyUnwanted(run) === undefined;
    const isOurs = runOf(this.state) === run;
    this.refuse(error);
    void this.dispatch({ type: 'failed', run, shown: this.failure(error) });
    if (isOurs && !isUnanswered(error)) {
      this.owner.onNotStarted(wasWanted);
    }
  }

  /** Handles a predecessor that cannot be ended. */
  private failClearing(error: unknown): void {
    const run = runOf(this.state);
    if (run !== undefined) {
      this.fail(run, error);
    }
  }

  private failure(error: unknown): RestingStatus {
    const detail = messageOf(error);
    if (isOpenElsewhere(error)) {
      return this.owner.readOnlyStatus() ?? { phase: 'stopped', detail, actions: ['takeOver'] };
    }
    if (isUnanswered(error)) {
      // The question stands in the place of the conversation; its answer warms up again.
      return { phase: 'stopped' };
    }
    const stderr = error instanceof UserError ? error.detail : undefined;
    return {
      phase: 'stopped',
      detail,
      ...(stderr ? { stderr } : {}),
      actions: actionsAfter(error),
    };
  }

  private refuse(error: unknown): void {
    const { starting } = this;
    this.starting = undefined;
    starting?.reject(error);
  }

  private release(): void {
    this.process?.dispose();
    this.process = undefined;
    this.gone.resolve();
  }

  private hostFor(run: Run): AgentHost {
    return {
      onEvents: events => {
        if (runOf(this.state) === run) {
          this.owner.onEvents(events);
        }
      },
      onActivity: activity =>
        void this.dispatch({ type: activity === 'working' ? 'worked' : 'idled', run }),
      onTakenBack: ids => this.owner.onTakenBack(ids),
      decide: (request, signal) => this.calls.decide(request, signal),
      elicit: (request, signal) => this.calls.elicit(request, signal),
      onPageFinished: (server, pageId) => this.calls.onPageFinished(server, pageId),
      beforeTool: (use, signal) => this.calls.beforeTool(use, signal),
      afterTool: (use, outcome) => this.calls.afterTool(use, outcome),
      onOutdated: () => this.markRestartDue(),
      onExit: exit => void this.dispatch({ type: 'exited', run, exit }),
    };
  }
}

function isOpenElsewhere(error: unknown): boolean {
  return error instanceof UserError && error.code === 'session.openElsewhere';
}

/** True if the agent's store has a file of this name, even without a conversation in it. */
function isIdTaken(error: unknown): boolean {
  return error instanceof UserError && error.code === 'cli.sessionInUse';
}

/** True if the user has not said whether the folder's programs may run. */
function isUnanswered(error: unknown): boolean {
  return error instanceof UserError && error.code === 'folder.unanswered';
}

function refusal(why: 'closed' | 'stopped'): UserError {
  return why === 'closed'
    ? new UserError(
        'conversation.closed',
        l10n.t('The conversation was closed while its agent started.'),
      )
    : new UserError(
        'conversation.stopped',
        l10n.t('The process was stopped while it was starting.'),
      );
}

import {
  atRest,
  type Lifecycle,
  type LifecycleEffect,
  type LifecycleEvent,
  type Run,
  runOf,
  transition,
} from '../../../../../src/core/conversation/agent/lifecycle';

/** Requests of the conversation, then reports of the present process and of an earlier one. */
export const moves = [
  ...(['start', 'stop', 'endWhenIdle', 'endNow', 'retire', 'sleep', 'written'] as const),
  ...(['restartNeeded', 'show', 'close'] as const),
  ...(['launched', 'started', 'failed', 'worked', 'idled', 'died', 'ended', 'stale'] as const),
];

export type Move = (typeof moves)[number];

/** Launches, processes and promises around a lifecycle, as its runner would keep them. */
export class LifecycleWorld {
  state: Lifecycle = atRest;
  readonly processes = new Set<Run>();
  readonly starts = { waiting: 0 };
  readonly reported = { end: new Map<Run, number>(), loss: new Map<Run, number>() };
  /** Processes that were idle when they were retired or put to sleep. */
  readonly spared = new Set<Run>();
  private runs = 0;
  private launching: Run | undefined;
  /** Process whose exit is being dealt with. */
  private leaving: Run | undefined;
  /** Processes that were asked to end or to interrupt their turn. */
  private readonly asked = new Set<Run>();

  make(move: Move): void {
    switch (move) {
      case 'start':
        return this.start();
      case 'endWhenIdle':
        return this.end('end', 'whenIdle');
      case 'endNow':
        return this.end('end', 'now');
      case 'retire':
        return this.end('retirement', 'whenIdle');
      case 'sleep':
        this.spareIdle();
        return this.dispatch({ type: 'sleep' });
      case 'show':
        return this.dispatch({ type: 'show', shown: { phase: 'stopped' } });
      case 'stop':
      case 'written':
      case 'restartNeeded':
      case 'close':
        return this.dispatch({ type: move });
      case 'stale':
        return this.report({ type: 'idled', run: Math.max(0, this.runs - 1) });
      default:
        return this.progress(move);
    }
  }

  /** Lets everything that is under way come to its end. */
  drain(): void {
    for (let step = 0; step < 20; step += 1) {
      this.progress('launched');
      this.progress('started');
      const [process] = this.processes;
      if (process !== undefined && this.asked.has(process)) this.progress('ended');
    }
  }

  private start(): void {
    const hasLive = this.state.at === 'idle' || this.state.at === 'working';
    if (this.starts.waiting === 0 && !hasLive) {
      this.starts.waiting += 1;
      this.runs += 1;
      this.dispatch({ type: 'start', next: this.runs, hasEnded: false });
    }
  }

  private end(reason: 'end' | 'retirement', ladder: 'whenIdle' | 'now'): void {
    if (reason === 'retirement') this.spareIdle();
    this.dispatch({ type: 'end', reason, ladder, hasEnded: false });
  }

  private spareIdle(): void {
    if (this.state.at === 'idle') this.spared.add(this.state.run);
  }

  private progress(
    move: 'launched' | 'started' | 'failed' | 'worked' | 'idled' | 'died' | 'ended',
  ) {
    const [process] = this.processes;
    const run = this.launching;
    switch (move) {
      case 'launched':
        return run === undefined ? undefined : this.launched(run);
      case 'started':
        return process !== undefined && process === this.launching
          ? this.cameUp(process)
          : undefined;
      case 'failed':
        return run === undefined ? undefined : this.fail(run);
      case 'worked':
      case 'idled':
        return process === undefined ? undefined : this.report({ type: move, run: process });
      case 'died':
      case 'ended':
        return process === undefined ? undefined : this.exit(process, move === 'ended');
    }
  }

  private launched(run: Run): void {
    if (this.state.at === 'launching' && this.state.run === run) {
      this.processes.add(run);
      this.dispatch({ type: 'launched', run });
    } else if (!this.processes.has(run)) {
      this.fail(run);
    }
  }

  private cameUp(run: Run): void {
    if (this.state.at === 'abandoning' || runOf(this.state) !== run) {
      this.fail(run);
    } else {
      this.launching = undefined;
      this.starts.waiting -= 1;
      this.dispatch({ type: 'started', run });
    }
  }

  private fail(run: Run): void {
    this.launching = undefined;
    this.starts.waiting -= 1;
    this.dispatch({ type: 'failed', run, shown: { phase: 'stopped' } });
  }

  private exit(run: Run, wasAsked: boolean): void {
    this.processes.delete(run);
    this.leaving = run;
    const exit = { code: 0, signal: null, stderr: '', wasAsked, sessionId: undefined };
    this.dispatch({ type: 'exited', run, exit });
    // A start that has not come up fails with its process.
    if (this.launching === run) this.fail(run);
  }

  private report(event: LifecycleEvent): void {
    this.dispatch(event);
  }

  private dispatch(event: LifecycleEvent): void {
    const before = runOf(this.state);
    const { state, effects } = transition(this.state, event);
    this.state = state;
    for (const effect of effects) this.carryOut(effect, before);
    if (state.at === 'closed' && this.launching !== undefined) this.fail(this.launching);
  }

  private carryOut(effect: LifecycleEffect, run: Run | undefined): void {
    switch (effect.do) {
      case 'launch':
        this.launching = effect.run;
        return;
      case 'begin':
        return this.dispatch({ type: 'start', next: effect.run, hasEnded: false });
      case 'refuse':
        this.starts.waiting -= 1;
        return;
      case 'stop':
        if (run !== undefined) this.asked.add(run);
        return;
      case 'release':
        if (run !== undefined) this.processes.delete(run);
        return;
      case 'reportEnd':
        return count(this.reported.end, this.leaving);
      case 'reportLoss':
        return count(this.reported.loss, this.leaving);
      default:
        return;
    }
  }
}

function count(counts: Map<Run, number>, run: Run | undefined): void {
  if (run !== undefined) counts.set(run, (counts.get(run) ?? 0) + 1);
}

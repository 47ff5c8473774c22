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
  'interrupted' as const,
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
  /** Processes that were asked to end. */
  private readonly asked = new Set<Run>();
  /** Processes that were asked to interrupt their turn. */
  private readonly interrupted = new Set<Run>();

  make(move: Move): void {
    const acts: Record<Move, () => void> = {
      start: () => this.start(),
      stop: () => this.dispatch({ type: 'stop' }),
      endWhenIdle: () => this.end('end', 'whenIdle'),
      endNow: () => this.end('end', 'now'),
      retire: () => this.end('retirement', 'whenIdle'),
      sleep: () => this.sleep(),
      written: () => this.dispatch({ type: 'written' }),
      restartNeeded: () => this.dispatch({ type: 'restartNeeded' }),
      show: () => this.dispatch({ type: 'show', shown: { phase: 'stopped' } }),
      close: () => this.dispatch({ type: 'close' }),
      launched: () => this.launched(),
      started: () => this.cameUp(),
      failed: () => this.fail(this.launching),
      worked: () => this.report('worked'),
      idled: () => this.report('idled'),
      died: () => this.exit(false),
      ended: () => this.exit(true),
      interrupted: () => this.spare(),
      stale: () => this.dispatch({ type: 'idled', run: Math.max(0, this.runs - 1) }),
    };
    acts[move]();
  }

  /** Lets everything that is under way come to its end. */
  drain(): void {
    for (let step = 0; step < 20; step += 1) {
      this.launched();
      this.cameUp();
      if (this.process !== undefined && this.asked.has(this.process)) this.exit(true);
      this.spare();
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

  private sleep(): void {
    this.spareIdle();
    this.dispatch({ type: 'sleep' });
  }

  private spareIdle(): void {
    if (this.state.at === 'idle') this.spared.add(this.state.run);
  }

  private get process(): Run | undefined {
    const [process] = this.processes;
    return process;
  }

  private launched(): void {
    const run = this.launching;
    if (run === undefined || this.processes.has(run)) return;
    if (this.state.at === 'launching' && this.state.run === run) {
      this.processes.add(run);
      this.dispatch({ type: 'launched', run });
    } else {
      this.fail(run);
    }
  }

  private cameUp(): void {
    const run = this.process;
    if (run === undefined || run !== this.launching) return;
    if (this.state.at === 'abandoning' || runOf(this.state) !== run) {
      this.fail(run);
    } else {
      this.launching = undefined;
      this.starts.waiting -= 1;
      this.dispatch({ type: 'started', run });
    }
  }

  private fail(run: Run | undefined): void {
    if (run === undefined) return;
    this.launching = undefined;
    this.starts.waiting -= 1;
    this.dispatch({ type: 'failed', run, shown: { phase: 'stopped' } });
  }

  private exit(wasAsked: boolean): void {
    const run = this.process;
    if (run === undefined) return;
    this.processes.delete(run);
    this.leaving = run;
    const exit = { code: 0, signal: null, stderr: '', wasAsked, sessionId: undefined };
    this.dispatch({ type: 'exited', run, exit });
    // A start that has not come up fails with its process.
    if (this.launching === run) this.fail(run);
  }

  private report(type: 'worked' | 'idled'): void {
    if (this.process !== undefined) this.dispatch({ type, run: this.process });
  }

  /** The process has done what it was asked for, and lives on. */
  private spare(): void {
    const run = this.process;
    if (run !== undefined && this.interrupted.delete(run)) {
      this.dispatch({ type: 'interrupted', run });
    }
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
        break;
      case 'begin':
        this.dispatch({ type: 'start', next: effect.run, hasEnded: false });
        break;
      case 'refuse':
        this.starts.waiting -= 1;
        break;
      case 'stop':
        if (run !== undefined) {
          (effect.ladder === 'interrupt' ? this.interrupted : this.asked).add(run);
        }
        break;
      case 'release':
        if (run !== undefined) this.processes.delete(run);
        break;
      case 'reportEnd':
        count(this.reported.end, this.leaving);
        break;
      case 'reportLoss':
        count(this.reported.loss, this.leaving);
        break;
      case 'reportStart':
      case 'reportIdle':
        break;
    }
  }
}

function count(counts: Map<Run, number>, run: Run | undefined): void {
  if (run !== undefined) counts.set(run, (counts.get(run) ?? 0) + 1);
}

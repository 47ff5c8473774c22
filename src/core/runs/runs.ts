import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/emitter';
import { messageOf } from '../../base/errors';
import type { RunEnd } from './channelRun';
import type { Batch, PromptRef, Run, RunOptions, RunTarget } from './run';
import { isOver } from './run';
import type { RunBook } from './runBook';
import { RunScheduler } from './runScheduler';

/** Facts that become known while a run goes on. */
export type RunProgress = Partial<
  Pick<Run, 'state' | 'cwd' | 'channelId' | 'sessionId' | 'branch' | 'costUsd'>
>;

interface RunPorts {
  /** Carries out a run until the signal aborts. */
  execute(
    batch: Batch,
    run: Run,
    signal: AbortSignal,
    report: (progress: RunProgress) => void,
  ): Promise<RunEnd>;
  makeRoom(running: number): Promise<boolean>;
}

export interface NewBatch extends RunOptions {
  readonly prompt: PromptRef;
  readonly targets: readonly { readonly target: RunTarget; readonly folder: string }[];
}

/** Runs prompts on many targets: starts, stops and repeats runs, and keeps how they went. */
export class Runs implements Disposable {
  private readonly store = new DisposableStore();
  private readonly changed = this.store.add(new Emitter<void>());
  private readonly ended = this.store.add(new Emitter<Batch>());
  private readonly scheduler: RunScheduler;

  /** Fires when a batch or a run changes. */
  readonly onChanged = this.changed.event;
  /** Fires when the last run of a batch is over. */
  readonly onEnded = this.ended.event;

  constructor(
    readonly book: RunBook,
    private readonly ports: RunPorts,
    private readonly clock: Clock,
  ) {
    this.store.add(book.onChanged(() => this.changed.fire()));
    this.scheduler = new RunScheduler({
      run: (job, signal) => this.carryOut(job.id, signal),
      makeRoom: running => ports.makeRoom(running),
      onShortage: () => this.changed.fire(),
    });
  }

  /** True while runs wait for a process that conversations hold. */
  get isShort(): boolean {
    return this.scheduler.isShort;
  }

  start({ prompt, targets, ...options }: NewBatch): Batch {
    const runs = targets.map(({ target, folder }): Run => {
      return { id: randomUUID(), target, folder, state: 'queued' };
    });
    const batch = { ...options, id: randomUUID(), prompt, startedAt: this.clock.now(), runs };
    this.book.add(batch);
    this.queue(batch, runs);
    return batch;
  }

  /** Runs targets again that are over, in their places. */
  again(ids: readonly string[]): void {
    for (const batch of this.book.all) {
      const runs = batch.runs.filter(run => ids.includes(run.id) && isOver(run));
      if (runs.length > 0) {
        const chosen = new Set(runs.map(({ id }) => id));
        this.book.update(chosen, fresh);
        this.queue(batch, runs);
      }
    }
  }

  stop(ids: readonly string[]): void {
    const unstarted = new Set(ids.filter(id => this.scheduler.stop(id)));
    if (unstarted.size > 0) {
      this.book.update(unstarted, run => ({ ...run, state: 'stopped' }));
      this.noteEnds(unstarted);
    }
  }

  /** Starts what can start now: a process has ended, or the limit has changed. */
  lookAgain(): void {
    this.scheduler.lookAgain();
  }

  dispose(): void {
    this.scheduler.close();
    this.store.dispose();
    this.book.dispose();
  }

  private queue({ id: batch, atATime }: Batch, runs: readonly Run[]): void {
    this.scheduler.add(runs.map(({ id }) => ({ id, batch, atATime })));
  }

  private async carryOut(id: string, signal: AbortSignal): Promise<void> {
    const change = (changes: Partial<Run>) =>
      this.store.isDisposed || this.book.update(new Set([id]), run => ({ ...run, ...changes }));
    change({ state: 'running', startedAt: this.clock.now() });
    const end = await this.execute(id, signal, progress => change(progress));
    change({ ...end, endedAt: this.clock.now() });
    if (!this.store.isDisposed) {
      this.noteEnds(new Set([id]));
    }
  }

  private async execute(
    id: string,
    signal: AbortSignal,
    report: (progress: RunProgress) => void,
  ): Promise<RunEnd> {
    const found = this.book.run(id);
    if (!found) {
      return { state: 'stopped' };
    }
    try {
      return await this.ports.execute(found.batch, found.run, signal, report);
    } catch (error) {
      return signal.aborted ? { state: 'stopped' } : { state: 'failed', problem: messageOf(error) };
    }
  }

  private noteEnds(ids: ReadonlySet<string>): void {
    for (const batch of this.book.all) {
      if (batch.runs.some(run => ids.has(run.id)) && batch.runs.every(isOver)) {
        this.ended.fire(batch);
      }
    }
  }
}

/** Drops all that an earlier try has left. */
function fresh({ id, target, folder }: Run): Run {
  return { id, target, folder, state: 'queued' };
}

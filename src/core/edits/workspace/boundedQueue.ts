import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { Sequencer } from '../../../base/sequencer';

export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** Aborted by its time limit or by the end of the queue. */
  | { readonly kind: 'late' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Runs jobs one after the other, each with a time limit. */
export class BoundedQueue implements Disposable {
  private readonly ended = new AbortController();
  private readonly jobs = new Sequencer();

  constructor(private readonly clock: Clock) {}

  add<T>(job: () => Promise<T>): Promise<T> {
    return this.jobs.queue(job);
  }

  /**
   * Resolves when the work has ended. That may be after the limit, since the signal only requests
   * it. Never rejects.
   * @param limit milliseconds
   */
  async bound<T>(limit: number, work: (signal: AbortSignal) => Promise<T>): Promise<Outcome<T>> {
    const late = new AbortController();
    const timer = this.clock.setTimeout(() => late.abort(), limit);
    const signal = AbortSignal.any([late.signal, this.ended.signal]);
    try {
      return { kind: 'done', value: await work(signal) };
    } catch (error) {
      return signal.aborted ? { kind: 'late' } : { kind: 'failed', error };
    } finally {
      timer.dispose();
    }
  }

  dispose(): void {
    this.ended.abort();
  }
}

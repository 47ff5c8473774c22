import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { Clock } from '../base/clock';
import { Deferred } from '../base/deferred';
import type { Disposable } from '../base/disposable';
import type { Log } from '../base/log';

export interface AskedWorkerOptions<Message> {
  /** Subject of errors, as in "The search of code has ended." */
  readonly name: string;
  /** File of the worker's program. */
  readonly program: string;
  readonly worker?: WorkerOptions;
  /** Milliseconds without a question after which the worker ends and its memory is free. */
  readonly idleTime: number;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns the number of the question that a message answers; undefined for all others. */
  answered(message: Message): number | undefined;
  /** Takes messages that answer no question. */
  onNews?(message: Message): void;
  /** Called when a worker has ended, for whatever reason. */
  onEnd?(): void;
}

/**
 * Worker thread that answers questions, started by the first one. After it has ended, by itself or
 * because it was idle, the next question starts another.
 */
export class AskedWorker<Message> implements Disposable {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Deferred<Message>>();
  private count = 0;
  private idle: Disposable | undefined;
  private isDisposed = false;

  constructor(private readonly options: AskedWorkerOptions<Message>) {}

  /**
   * Posts a question, with its number as `id`.
   * @param signal ends the wait; the worker goes on with the question
   * @param moved buffers to hand over instead of copying them
   * @throws Error if the worker ends before it has answered; the signal's reason
   */
  async ask(
    question: object,
    signal?: AbortSignal,
    moved: readonly ArrayBuffer[] = [],
  ): Promise<Message> {
    signal?.throwIfAborted();
    if (this.isDisposed) {
      throw this.closed();
    }
    this.idle?.dispose();
    this.worker ??= this.start();
    this.count += 1;
    const id = this.count;
    const answer = new Deferred<Message>();
    this.waiting.set(id, answer);
    const stop = () => answer.reject(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      this.worker.postMessage({ ...question, id }, [...moved]);
      return await answer.promise;
    } finally {
      signal?.removeEventListener('abort', stop);
      this.waiting.delete(id);
      this.awaitIdle();
    }
  }

  /** Posts a message that has no answer; does nothing while no worker runs. */
  tell(message: object): void {
    this.worker?.postMessage(message);
  }

  dispose(): void {
    this.isDisposed = true;
    this.end(this.closed());
  }

  private start(): Worker {
    const { program, worker: how, name, log, answered, onNews } = this.options;
    const worker = new Worker(program, how);
    worker.on('message', (message: Message) => {
      const id = answered(message);
      if (id === undefined) {
        onNews?.(message);
      } else {
        this.waiting.get(id)?.resolve(message);
      }
    });
    const gone = (reason: string) => {
      if (this.worker === worker) {
        const error = new Error(`${name} has ended: ${reason}`);
        log.warn(error.message);
        this.end(error);
      }
    };
    worker.on('error', error => gone(error.message));
    worker.on('exit', code => gone(`exit code ${code}`));
    // The window may close while it works.
    worker.unref();
    return worker;
  }

  private awaitIdle(): void {
    if (this.waiting.size === 0 && this.worker) {
      const { clock, idleTime, name } = this.options;
      this.idle?.dispose();
      this.idle = clock.setTimeout(() => this.end(new Error(`${name} was idle.`)), idleTime);
    }
  }

  /** @param error for the questions that wait */
  private end(error: Error): void {
    const { worker } = this;
    this.worker = undefined;
    this.idle?.dispose();
    for (const answer of this.waiting.values()) {
      answer.reject(error);
    }
    this.waiting.clear();
    if (worker) {
      void worker.terminate();
      this.options.onEnd?.();
    }
  }

  private closed(): Error {
    return new Error(`${this.options.name} was closed.`);
  }
}

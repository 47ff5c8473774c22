import { Worker } from 'node:worker_threads';
import * as l10n from '@vscode/l10n';
import type { AbortSignalLike } from '../../../base/abort';
import type { Clock } from '../../../base/clock';
import { Deferred } from '../../../base/deferred';
import type { Disposable } from '../../../base/disposable';
import { UserError } from '../../../base/errors';
import type { Log } from '../../../base/log';
import type { UsageAnswer, UsageProgress, UsageQuery, UsageReply, UsageRequest } from './messages';

/** Milliseconds without a question after which the worker ends and its memory is free. */
const idleTime = 2 * 60_000;

interface UsageReaderOptions {
  /** File of the worker's program. */
  readonly program: string;
  /** Returns the folder `projects` of the CLI's configuration. */
  projects(): Promise<string>;
  /** File that keeps what was counted for the next time. */
  readonly cache?: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface UsageQuestion {
  readonly query: UsageQuery;
  /** True to get the smallest sums as well. */
  readonly hasEntries?: boolean;
  readonly signal: AbortSignalLike;
  onProgress?(progress: UsageProgress): void;
}

interface Waiting {
  readonly answer: Deferred<UsageAnswer>;
  readonly onProgress: ((progress: UsageProgress) => void) | undefined;
}

/** Counts usage in stored transcripts by a worker thread, which starts with the first question. */
export class UsageReader implements Disposable {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;
  private idle: Disposable | undefined;
  private isDisposed = false;

  constructor(private readonly options: UsageReaderOptions) {}

  /** @throws UserError `usage.failed`, also when aborted */
  async read({ query, hasEntries, signal, onProgress }: UsageQuestion): Promise<UsageAnswer> {
    const projects = await this.options.projects();
    if (this.isDisposed || signal.aborted) {
      throw failure(l10n.t('it was canceled'));
    }
    this.idle?.dispose();
    this.count += 1;
    const id = this.count;
    const answer = new Deferred<UsageAnswer>();
    this.waiting.set(id, { answer, onProgress });
    const { cache } = this.options;
    this.post({ kind: 'ask', id, projects, cache, query, hasEntries });
    const cancel = () => this.post({ kind: 'cancel', id });
    signal.addEventListener('abort', cancel);
    try {
      return await answer.promise;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.awaitIdle();
    }
  }

  dispose(): void {
    this.isDisposed = true;
    this.end(l10n.t('it was canceled'));
  }

  private post(request: UsageRequest): void {
    this.worker ??= this.start();
    this.worker.postMessage(request);
  }

  private start(): Worker {
    const worker = new Worker(this.options.program);
    worker.on('message', (reply: UsageReply) => this.take(reply));
    const gone = (reason: string) => {
      if (this.worker === worker) {
        this.options.log.warn(`The count of usage has ended: ${reason}`);
        this.end(reason);
      }
    };
    worker.on('error', error => gone(error.message));
    worker.on('exit', code => gone(`exit code ${code}`));
    // The window may close while it works.
    worker.unref();
    return worker;
  }

  private take(reply: UsageReply): void {
    if (reply.kind === 'log') {
      this.options.log.warn(reply.text);
      return;
    }
    const waiting = this.waiting.get(reply.id);
    if (reply.kind === 'progress') {
      waiting?.onProgress?.(reply.progress);
      return;
    }
    this.waiting.delete(reply.id);
    if (reply.kind === 'answer') {
      waiting?.answer.resolve(reply);
    } else {
      waiting?.answer.reject(failure(reply.reason));
    }
  }

  private awaitIdle(): void {
    this.idle?.dispose();
    if (this.waiting.size === 0 && this.worker) {
      this.idle = this.options.clock.setTimeout(() => this.end(''), idleTime);
    }
  }

  private end(reason: string): void {
    const { worker } = this;
    this.worker = undefined;
    this.idle?.dispose();
    for (const { answer } of this.waiting.values()) {
      answer.reject(failure(reason));
    }
    this.waiting.clear();
    void worker?.terminate();
  }
}

function failure(reason: string): UserError {
  return new UserError(
    'usage.failed',
    l10n.t('The stored usage could not be counted: {0}', reason),
  );
}

import { Worker } from 'node:worker_threads';
import type { Clock } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import type { Disposable } from '../../base/disposable';
import type { Log } from '../../base/log';
import type { Note, Question, Ranked, Reply, SearchedRoot } from './messages';
import type { CandidateFile, FoundPassage } from './search/findPassages';
import type { Ranking } from './search/rankFiles';

/** Milliseconds without a question after which the worker ends and its memory is free. */
const idleTime = 5 * 60_000;
/** Megabytes of objects in the worker: with more, it ends, and the question fails. */
const memoryLimit = 1_024;

const closed = 'The search of code was closed.';

export interface CodeFinderOptions {
  /** File of the worker's program. */
  readonly program: string;
  /** Folder that keeps the indexes. */
  readonly storage: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the worker has ended: it does not know any more what has changed since. */
  onEnd?(): void;
}

export interface RankRequest {
  readonly question: string;
  readonly roots: readonly SearchedRoot[];
  readonly ripgrep: string;
  readonly most: number;
  readonly open: readonly { readonly root: string; readonly path: string }[];
  readonly patience: number;
  readonly signal: AbortSignal;
  onProgress?(known: number, left: number): void;
}

export interface ReadRequest {
  readonly question: string;
  readonly rarities: Ranking['rarities'];
  readonly files: readonly CandidateFile[];
  readonly most: number;
  readonly signal: AbortSignal;
}

/**
 * Finds code by a worker thread, which starts with the first question and ends when it is idle. A
 * worker that ends by itself is started again by the next question.
 */
export class CodeFinder implements Disposable {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Deferred<Reply>>();
  private readonly listeners = new Set<(known: number, left: number) => void>();
  private count = 0;
  private idle: Disposable | undefined;
  private isDisposed = false;

  constructor(private readonly options: CodeFinderOptions) {}

  /** @throws Error if a folder cannot be listed; an AbortError */
  async rank({ signal, onProgress, ...request }: RankRequest): Promise<Ranked> {
    const { storage } = this.options;
    if (onProgress) this.listeners.add(onProgress);
    try {
      const reply = await this.ask({ kind: 'rank', storage, ...request }, signal);
      return reply.kind === 'ranked' ? reply : unexpected(reply);
    } finally {
      if (onProgress) this.listeners.delete(onProgress);
    }
  }

  /** @throws an AbortError */
  async read({ signal, ...request }: ReadRequest): Promise<readonly FoundPassage[]> {
    const reply = await this.ask({ kind: 'read', ...request }, signal);
    return reply.kind === 'read' ? reply.passages : unexpected(reply);
  }

  /** Passes on what happens to files; does nothing while no worker runs. */
  note(note: Note): void {
    this.worker?.postMessage(note);
  }

  dispose(): void {
    this.isDisposed = true;
    this.idle?.dispose();
    this.end(new Error(closed));
  }

  private async ask(question: Asked, signal: AbortSignal): Promise<Reply> {
    signal.throwIfAborted();
    if (this.isDisposed) {
      throw new Error(closed);
    }
    this.idle?.dispose();
    this.worker ??= this.start();
    this.count += 1;
    const id = this.count;
    const reply = new Deferred<Reply>();
    this.waiting.set(id, reply);
    // The index goes on without the caller: the next question needs it, too.
    const stop = () => reply.reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    this.worker.postMessage({ ...question, id });
    try {
      return await reply.promise;
    } finally {
      signal.removeEventListener('abort', stop);
      this.waiting.delete(id);
      if (this.waiting.size === 0 && this.worker) {
        this.idle?.dispose();
        this.idle = this.options.clock.setTimeout(() => this.end(), idleTime);
      }
    }
  }

  private start(): Worker {
    const { program, log } = this.options;
    const worker = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: memoryLimit },
    });
    worker.on('message', (reply: Reply) => {
      if (reply.kind === 'log') log.warn(reply.text);
      else if (reply.kind === 'progress') {
        for (const listener of this.listeners) listener(reply.files, reply.left);
      } else this.waiting.get(reply.id)?.resolve(reply);
    });
    const gone = (error?: Error) => {
      if (this.worker === worker) this.end(error ?? new Error('The search of code has ended.'));
    };
    worker.on('error', gone);
    worker.on('exit', () => gone());
    // The window may close while it works.
    worker.unref();
    return worker;
  }

  private end(error?: Error): void {
    const { worker } = this;
    this.worker = undefined;
    if (error && this.waiting.size > 0) {
      this.options.log.warn(error.message);
    }
    for (const reply of this.waiting.values()) {
      reply.reject(error ?? new Error('The search of code was idle.'));
    }
    this.waiting.clear();
    void worker?.terminate();
    if (worker) this.options.onEnd?.();
  }
}

type Asked = Question extends infer Q ? (Q extends Question ? Omit<Q, 'id'> : never) : never;

function unexpected(reply: Reply): never {
  throw new Error(reply.kind === 'failed' ? reply.reason : `Unexpected reply: ${reply.kind}`);
}

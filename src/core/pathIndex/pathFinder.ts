import { Worker } from 'node:worker_threads';
import type { Clock } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import type { Disposable } from '../../base/disposable';
import type { Log } from '../../base/log';
import type { FoundPath, Nearness } from './foundPath';
import type { Answer, Question } from './messages';

/** Milliseconds without a question after which the worker ends and its memory is free. */
const idleTime = 10 * 60_000;

export interface PathFinderOptions {
  /** File of the worker's program. */
  readonly program: string;
  readonly execArgv?: readonly string[];
  ripgrep(): Promise<string | undefined>;
  readonly clock: Clock;
  readonly log: Log;
}

const closed = 'The search for files was closed.';

type Asked = Question extends infer Q ? (Q extends Question ? Omit<Q, 'id'> : never) : never;

/** Paths of a folder, as far as they are known. */
export interface FoundPaths {
  readonly found: readonly FoundPath[];
  readonly isCut: boolean;
}

/**
 * Finds paths in folders by a worker thread, which starts with the first question. A worker that
 * ends by itself is started again by the next one.
 */
export class PathFinder implements Disposable {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Deferred<Answer>>();
  /** Folders that the worker knows or is listing. */
  private readonly loaded = new Map<string, Promise<Answer>>();
  private count = 0;
  private idle: Disposable | undefined;
  private isDisposed = false;

  constructor(private readonly options: PathFinderOptions) {}

  async find(root: string, word: string, nearness: Nearness, limit: number): Promise<FoundPaths> {
    const question = { kind: 'find', root, word, nearness, limit } as const;
    await this.load(root);
    const answer = await this.ask(question);
    if (answer.isKnown) {
      return answer;
    }
    // Another worker has started, or other folders have taken the place of this one.
    this.loaded.delete(root);
    await this.load(root);
    return this.ask(question);
  }

  /** Applies changes of files; does nothing for a folder that nobody has asked about. */
  change(root: string, added: readonly string[], removed: readonly string[]): void {
    if (this.loaded.has(root)) {
      this.ask({ kind: 'change', root, added, removed }).catch(() => undefined);
    }
  }

  /** Drops what is known of a folder: nobody tells about its changes any more. */
  forget(root: string): void {
    if (this.loaded.delete(root)) {
      this.ask({ kind: 'forget', root }).catch(() => undefined);
    }
  }

  /** Lists a known folder anew; until that is done, questions wait. */
  async refresh(root: string): Promise<void> {
    if (this.loaded.has(root)) {
      this.loaded.delete(root);
      await this.load(root);
    }
  }

  dispose(): void {
    this.isDisposed = true;
    this.idle?.dispose();
    this.end(new Error(closed));
  }

  private async load(root: string): Promise<void> {
    let loading = this.loaded.get(root);
    if (!loading) {
      const ripgrep = await this.options.ripgrep().catch(() => undefined);
      loading = this.loaded.get(root) ?? this.ask({ kind: 'load', root, ripgrep });
      this.loaded.set(root, loading);
    }
    try {
      await loading;
    } catch (error) {
      this.loaded.delete(root);
      throw error;
    }
  }

  private ask(question: Asked): Promise<Answer> {
    this.idle?.dispose();
    if (this.isDisposed) {
      return Promise.reject(new Error(closed));
    }
    this.idle = this.options.clock.setTimeout(() => this.end(), idleTime);
    this.worker ??= this.start();
    this.count += 1;
    const answer = new Deferred<Answer>();
    this.waiting.set(this.count, answer);
    this.worker.postMessage({ ...question, id: this.count });
    return answer.promise;
  }

  private start(): Worker {
    const { program, execArgv } = this.options;
    const worker = new Worker(program, execArgv ? { execArgv: [...execArgv] } : {});
    worker.on('message', (answer: Answer) => {
      this.waiting.get(answer.id)?.resolve(answer);
      this.waiting.delete(answer.id);
    });
    const gone = (error?: Error) => {
      if (this.worker === worker) this.end(error ?? new Error('The search for files has ended.'));
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
    this.loaded.clear();
    if (error && this.waiting.size > 0) {
      this.options.log.warn(error.message);
    }
    for (const answer of this.waiting.values()) {
      answer.reject(error ?? new Error('The search for files was idle.'));
    }
    this.waiting.clear();
    void worker?.terminate();
  }
}

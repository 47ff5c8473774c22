import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Log } from '../../base/log';
import { AskedWorker } from '../../node/askedWorker';
import type { Note, Question, Ranked, Reply, SearchedRoot } from './messages';
import type { CandidateFile, FoundPassage } from './search/findPassages';
import type { Ranking } from './search/rankFiles';

/** Milliseconds without a question after which the worker ends and its memory is free. */
const idleTime = 5 * 60_000;
/** Megabytes of objects in the worker: with more, it ends, and the question fails. */
const memoryLimit = 1_024;

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
  private readonly worker: AskedWorker<Reply>;
  private readonly listeners = new Set<(known: number, left: number) => void>();

  constructor(private readonly options: CodeFinderOptions) {
    const { program, clock, log, onEnd } = options;
    this.worker = new AskedWorker({
      ...{ name: 'The search of code', program, idleTime, clock, log },
      worker: { resourceLimits: { maxOldGenerationSizeMb: memoryLimit } },
      answered: reply => ('id' in reply ? reply.id : undefined),
      onNews: reply => this.take(reply),
      onEnd: () => onEnd?.(),
    });
  }

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
    this.worker.tell(note);
  }

  dispose(): void {
    this.worker.dispose();
  }

  /** The index goes on without the caller: the next question needs it, too. */
  private ask(question: Asked, signal: AbortSignal): Promise<Reply> {
    return this.worker.ask(question, signal);
  }

  private take(reply: Reply): void {
    if (reply.kind === 'log') {
      this.options.log.warn(reply.text);
    } else if (reply.kind === 'progress') {
      for (const listener of this.listeners) {
        listener(reply.files, reply.left);
      }
    }
  }
}

type Asked = Question extends infer Q ? (Q extends Question ? Omit<Q, 'id'> : never) : never;

function unexpected(reply: Reply): never {
  throw new Error(reply.kind === 'failed' ? reply.reason : `Unexpected reply: ${reply.kind}`);
}

import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/disposable';
import type { Log } from '../../base/log';
import { AskedWorker } from '../../node/askedWorker';
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
  private readonly worker: AskedWorker<Answer>;
  /** Folders that the worker knows or is listing. */
  private readonly loaded = new Map<string, Promise<Answer>>();

  constructor(private readonly options: PathFinderOptions) {
    const { program, execArgv, clock, log } = options;
    this.worker = new AskedWorker({
      ...{ name: 'The search for files', program, idleTime, clock, log },
      worker: execArgv ? { execArgv: [...execArgv] } : {},
      answered: ({ id }) => id,
      onEnd: () => this.loaded.clear(),
    });
  }

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
    this.worker.dispose();
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
    return this.worker.ask(question);
  }
}

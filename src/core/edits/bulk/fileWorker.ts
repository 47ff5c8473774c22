import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { AskedWorker } from '../../../node/askedWorker';
import type { Reply, TaskKind, Tasks } from './messages';

/** Milliseconds without a question after which the worker ends and its memory is free. */
const idleTime = 60_000;

export interface FileWorkerOptions {
  /** File of the worker's program. */
  readonly program: string;
  /** Texts in the user's language, by those in English. */
  readonly texts: Readonly<Record<string, unknown>>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Thread that works on many files at once, so that the extension host goes on meanwhile. */
export class FileWorker implements Disposable {
  private readonly worker: AskedWorker<Reply>;

  constructor(private readonly options: FileWorkerOptions) {
    const { program, texts, clock, log } = options;
    this.worker = new AskedWorker({
      ...{ name: 'The worker for many files', program, idleTime, clock, log },
      worker: { workerData: { texts } },
      answered: ({ id }) => id,
    });
  }

  /**
   * Asks the worker; contents in the question are gone afterwards.
   * @returns `undefined` if it could not be done; why not is in the log
   * @throws the signal's reason
   */
  async ask<Kind extends TaskKind>(
    kind: Kind,
    asked: Tasks[Kind]['asked'],
    signal?: AbortSignal,
  ): Promise<Tasks[Kind]['answer'] | undefined> {
    try {
      const moved = 'contents' in asked ? [asked.contents.bytes.buffer] : [];
      const reply = await this.worker.ask({ kind, ...asked }, signal, moved);
      if ('answer' in reply) {
        return reply.answer as Tasks[Kind]['answer'];
      }
      this.options.log.warn(`Files are processed one by one: ${reply.error}`);
    } catch (error) {
      signal?.throwIfAborted();
      this.options.log.warn(`Files are processed one by one: ${messageOf(error)}`);
    }
    return undefined;
  }

  dispose(): void {
    this.worker.dispose();
  }
}

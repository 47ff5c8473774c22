import type { Disposable } from '../../../base/disposable';
import { messageOf } from '../../../base/errors';
import type { Log } from '../../../base/log';
import { type Candidates, findCandidates } from './candidates';
import type { SearchPattern } from './searchPattern';

/** Bytes that are read here in less time than ripgrep takes to start. */
export const fewBytes = 2 * 1024 * 1024;

/** Transcript to search, with its size in bytes. */
interface SearchedFile {
  readonly path: string;
  readonly size: number;
}

interface Searched<T> {
  readonly batch: readonly T[];
  /** Absent if every byte must be read. */
  readonly candidates: Candidates | undefined;
}

/** Lets ripgrep search the next batch of files while the hits in this one are read. */
export class CandidatesAhead implements Disposable {
  private readonly stop = new AbortController();

  /** @param program absent once it cannot be run */
  constructor(
    private program: string | undefined,
    private readonly pattern: SearchPattern,
    private readonly log: Log,
  ) {}

  /** Ends the programs that are running. */
  dispose(): void {
    this.stop.abort();
  }

  /** Returns the batches in order. */
  async *read<T extends SearchedFile>(
    batches: Iterable<readonly T[]>,
  ): AsyncGenerator<Searched<T>> {
    let last: Promise<Searched<T>> | undefined;
    for (const batch of batches) {
      const next = this.search(batch);
      if (last) {
        yield await last;
      }
      last = next;
    }
    if (last) {
      yield await last;
    }
  }

  /** Never rejects. */
  private async search<T extends SearchedFile>(batch: readonly T[]): Promise<Searched<T>> {
    const { program, pattern, log, stop } = this;
    const bytes = batch.reduce((sum, { size }) => sum + size, 0);
    if (program === undefined || bytes <= fewBytes) {
      return { batch, candidates: undefined };
    }
    const paths = batch.map(({ path }) => path);
    try {
      const { signal } = stop;
      const candidates = await findCandidates({ program, pattern, paths, signal, log });
      return { batch, candidates };
    } catch (error) {
      if (this.program !== undefined) {
        log.warn(`Searching goes on without ripgrep: ${messageOf(error)}`);
        this.program = undefined;
      }
      return { batch, candidates: undefined };
    }
  }
}

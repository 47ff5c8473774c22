import { messageOf } from '../../../base/errors';
import { inParallel } from '../../../base/inParallel';
import type { Log } from '../../../base/log';
import type { StoredPair } from '../review/manyReviewed';
import type { Baselines } from '../store/baselines';
import type { DescribedChange } from '../tracking/describeChange';
import type { ContentPair, KeptPair, ManyContents } from '../tracking/manyContents';
import type { FileWorker } from './fileWorker';
import { pack } from './packed';

/** Fewer pairs are done sooner without another thread. */
const fewest = 16;
/** Pairs a question, and bytes after which no more are added. */
const most = 512;
const fullQuestion = 4 * 1024 * 1024;
/** Questions at a time: while one answer is taken in, the worker is at the next. */
const ahead = 2;

interface ComparedPair extends StoredPair {
  readonly described?: DescribedChange | undefined;
}

/** Stores and compares many contents in a worker thread. */
export class WorkerStore implements ManyContents {
  constructor(
    private readonly worker: FileWorker,
    private readonly baselines: Pick<Baselines, 'lend'>,
    private readonly log: Log,
  ) {}

  async keepPairs(pairs: readonly ContentPair[]): Promise<readonly (KeptPair | undefined)[]> {
    const stored = await this.store(pairs, true);
    return stored.map(one => {
      const described = one?.described;
      return one && described && { ...one, described };
    });
  }

  /**
   * Never rejects.
   * @returns `undefined` for each pair that is to be stored by itself
   */
  async store(
    pairs: readonly ContentPair[],
    compares: boolean,
  ): Promise<readonly (ComparedPair | undefined)[]> {
    const stored: (ComparedPair | undefined)[] = pairs.map(() => undefined);
    if (pairs.length < fewest) {
      return stored;
    }
    await inParallel(partsOf(pairs), ahead, async ([start, part]) => {
      try {
        const found = await this.storePart(part, compares);
        stored.splice(start, found.length, ...found);
      } catch (error) {
        this.log.warn(`Contents are stored one by one: ${messageOf(error)}`);
      }
    });
    return stored;
  }

  private async storePart(
    pairs: readonly ContentPair[],
    compares: boolean,
  ): Promise<readonly ComparedPair[]> {
    const contents = pack(pairs.flatMap(({ before, after }) => [before, after]));
    const done = await this.baselines.lend(contents.bytes.length, (folder, now) =>
      this.worker.ask('store', { folder, now, contents, compares }),
    );
    if (!done) {
      return [];
    }
    // Written as JSON, which takes less time to read than the objects in a message.
    const described: readonly DescribedChange[] = JSON.parse(done.described);
    return pairs.map((_, index) => ({
      before: done.stored[2 * index]?.ref,
      after: done.stored[2 * index + 1]?.ref,
      described: described[index],
    }));
  }
}

/** Divides pairs into parts of limited size, each with the index of its first pair. */
function* partsOf(pairs: readonly ContentPair[]): Generator<[number, readonly ContentPair[]]> {
  let [start, size] = [0, 0];
  for (const [index, { before, after }] of pairs.entries()) {
    size += (before?.length ?? 0) + (after?.length ?? 0);
    if (index + 1 - start === most || size > fullQuestion || index + 1 === pairs.length) {
      yield [start, pairs.slice(start, index + 1)];
      [start, size] = [index + 1, 0];
    }
  }
}

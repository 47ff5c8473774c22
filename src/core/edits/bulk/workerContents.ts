import { messageOf } from '../../../base/errors';
import { inParallel } from '../../../base/inParallel';
import type { Log } from '../../../base/log';
import type { Baselines } from '../store/baselines';
import type { ContentPair, KeptPair, ManyContents } from '../tracking/manyContents';
import type { FileWorker } from './fileWorker';
import { pack } from './packed';

/** Fewer pairs are done sooner without another thread. */
const fewest = 16;
/** Pairs a question, and bytes after which no more are added. */
const most = 128;
const fullQuestion = 4 * 1024 * 1024;
/** Questions at a time: while one answer is taken in, the worker is at the next. */
const ahead = 2;

/** Stores and compares many contents in a worker thread. */
export class WorkerContents implements ManyContents {
  constructor(
    private readonly worker: FileWorker,
    private readonly baselines: Pick<Baselines, 'lend'>,
    private readonly log: Log,
  ) {}

  async keepPairs(pairs: readonly ContentPair[]): Promise<readonly (KeptPair | undefined)[]> {
    const kept: (KeptPair | undefined)[] = pairs.map(() => undefined);
    if (pairs.length < fewest) {
      return kept;
    }
    await inParallel(partsOf(pairs), ahead, async ([start, part]) => {
      try {
        const found = await this.keepPart(part);
        kept.splice(start, found.length, ...found);
      } catch (error) {
        this.log.warn(`Contents are stored one by one: ${messageOf(error)}`);
      }
    });
    return kept;
  }

  private async keepPart(pairs: readonly ContentPair[]): Promise<readonly KeptPair[]> {
    const contents = pack(pairs.flatMap(({ before, after }) => [before, after]));
    const done = await this.baselines.lend(contents.bytes.length, async (folder, now) => {
      const answer = await this.worker.ask('store', { folder, now, contents });
      return answer ?? { stored: [], described: [] };
    });
    return (done?.described ?? []).map((described, index) => ({
      before: done?.stored[2 * index]?.ref,
      after: done?.stored[2 * index + 1]?.ref,
      described,
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

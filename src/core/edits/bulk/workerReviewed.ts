import { UserError } from '../../../base/errors';
import type {
  AskedFile,
  BytesPair,
  ManyReviewed,
  ReadFile,
  StoredPair,
  WantedFile,
  WrittenFiles,
} from '../review/manyReviewed';
import type { FileWorker } from './fileWorker';
import type { Tasks } from './messages';
import { pack, unpack } from './packed';
import type { WorkerStore } from './workerStore';

/** Fewer files are done sooner without another thread. */
const fewest = 16;
/** Files a question, so that answers are taken in without holding up others. */
const most = 128;

export interface WorkerReviewedOptions {
  readonly worker: FileWorker;
  readonly store: WorkerStore;
  /** Folder of the store of contents. */
  readonly folder: string;
  /** As for `FilesOnDisk`. */
  readonly folders: () => readonly string[];
}

/** Works on many reviewed files in a worker thread. */
export class WorkerReviewed implements ManyReviewed {
  readonly fewestWritten = fewest;
  readonly mostWritten = most;

  constructor(private readonly options: WorkerReviewedOptions) {}

  async read(
    files: readonly AskedFile[],
    compares: boolean,
  ): Promise<readonly (ReadFile | undefined)[]> {
    const { worker, folder, folders } = this.options;
    const found: (ReadFile | undefined)[] = [];
    while (files.length >= fewest && found.length < files.length) {
      const part = files.slice(found.length, found.length + most).map(asked);
      const question = { store: folder, folders: folders(), files: part, compares };
      const answer = await worker.ask('review', question);
      if (!answer) {
        break;
      }
      found.push(...readFiles(answer));
    }
    return found;
  }

  store(pairs: readonly BytesPair[]): Promise<readonly (StoredPair | undefined)[]> {
    return this.options.store.store(pairs, false);
  }

  async write(files: readonly WantedFile[]): Promise<WrittenFiles | undefined> {
    const answer = await this.options.worker.ask('write', {
      folders: this.options.folders(),
      files: files.map(({ path, place, mode }) => ({ path, place, mode })),
      contents: pack(files.flatMap(({ bytes, now }) => [bytes, now.bytes])),
    });
    if (!answer) {
      return undefined;
    }
    const { done, failure } = answer;
    return { done, ...(failure ? { error: errorOf(failure) } : {}) };
  }
}

/** Leaves out what a message does not need. */
function asked({ path, place, before, after }: AskedFile): AskedFile {
  return { path, place, before, after };
}

function readFiles({ files, contents }: Tasks['review']['answer']): (ReadFile | undefined)[] {
  const all = unpack(contents);
  return files.map((file, index) => {
    const [bytes, before, after] = all.slice(3 * index, 3 * index + 3);
    return file && { ...file, now: { ...file.now, bytes }, before, after };
  });
}

function errorOf({
  code,
  message,
  detail,
}: NonNullable<Tasks['write']['answer']['failure']>): Error {
  return code === undefined
    ? new Error(message)
    : new UserError(code, message, detail === undefined ? {} : { detail });
}

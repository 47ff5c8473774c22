import type { AskedFile, ManyReviewed, ReadFile } from '../review/manyReviewed';
import type { FileWorker } from './fileWorker';
import type { Tasks } from './messages';
import { unpack } from './packed';

/** Fewer files are done sooner without another thread. */
const fewest = 16;
/** Files a question, so that answers are taken in without holding up others. */
const most = 128;

export interface WorkerReviewedOptions {
  readonly worker: FileWorker;
  /** Folder of the store of contents. */
  readonly store: string;
  /** As for `FilesOnDisk`. */
  readonly folders: () => readonly string[];
}

/** Works on many reviewed files in a worker thread. */
export class WorkerReviewed implements ManyReviewed {
  constructor(private readonly options: WorkerReviewedOptions) {}

  async read(
    files: readonly AskedFile[],
    compares: boolean,
  ): Promise<readonly (ReadFile | undefined)[]> {
    const { worker, store, folders } = this.options;
    const found: (ReadFile | undefined)[] = [];
    while (files.length >= fewest && found.length < files.length) {
      const part = files.slice(found.length, found.length + most).map(asked);
      const question = { store, folders: folders(), files: part, compares };
      const answer = await worker.ask('review', question);
      if (!answer) {
        break;
      }
      found.push(...readFiles(answer));
    }
    return found;
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

import type { FileLook } from '../workspace/fileLook';
import type { ManyPaths } from '../workspace/manyPaths';
import type { RegularFile } from '../workspace/regularFile';
import type { FileWorker } from './fileWorker';
import type { ReadFile } from './messages';
import { unpack } from './packed';

/** Fewer paths are done sooner without another thread. */
const fewest = 32;
/** Paths a question, so that answers are taken in without holding up others. */
const most = 500;

/** Looks at and reads many paths in a worker thread. */
export class WorkerPaths implements ManyPaths {
  constructor(private readonly worker: FileWorker) {}

  async look(root: string, paths: readonly string[], signal: AbortSignal) {
    const found: (FileLook | undefined)[] = [];
    while (paths.length >= fewest && found.length < paths.length) {
      const part = paths.slice(found.length, found.length + most);
      const answer = await this.worker.ask('look', { root, paths: part }, signal);
      if (!answer) {
        return undefined;
      }
      found.push(...answer.looks);
    }
    return paths.length < fewest ? undefined : found;
  }

  async read(root: string, paths: readonly string[], limit: number, signal: AbortSignal) {
    const found: RegularFile[] = [];
    while (paths.length >= fewest && found.length < paths.length) {
      const part = paths.slice(found.length, found.length + most);
      const answer = await this.worker.ask('read', { root, paths: part, limit }, signal);
      if (!answer) {
        return undefined;
      }
      const contents = unpack(answer.contents);
      found.push(...answer.files.map((file, index) => withBytes(file, contents[index])));
    }
    return paths.length < fewest ? undefined : found;
  }
}

function withBytes(file: ReadFile, bytes: Uint8Array | undefined): RegularFile {
  return file.kind === 'read' ? { ...file, bytes: bytes ?? new Uint8Array() } : file;
}

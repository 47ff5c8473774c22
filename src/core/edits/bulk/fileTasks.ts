import { messageOf, UserError } from '../../../base/errors';
import { inParallel } from '../../../base/inParallel';
import type { BlobId } from '../../../contract/ids';
import { FolderBatch } from '../../../node/folderBatch';
import { type Bytes, Contents, sameBytes } from '../review/contents';
import { findDifference } from '../review/difference';
import type { AskedFile, WrittenFile } from '../review/manyReviewed';
import { FilesOnDisk } from '../review/reviewedFiles';
import { BlobFiles, digest, encodeContent } from '../store/blobFiles';
import { describeContents } from '../tracking/describeChange';
import { lookAt } from '../workspace/fileLook';
import { LinkedFolders } from '../workspace/linkedFolders';
import { type RegularFile, readBelow } from '../workspace/regularFile';
import type { Question, ReadFile, ReviewedMeta, StoredBytes, TaskKind, Tasks } from './messages';
import { pack, unpack } from './packed';

type Asked<Kind extends TaskKind> = Tasks[Kind]['asked'];
type Answer<Kind extends TaskKind> = Promise<Tasks[Kind]['answer']>;

/** Bytes after which an answer with contents is full. */
const fullAnswer = 4 * 1024 * 1024;
/** Contents that are being stored at a time: their syncing takes place side by side. */
const atOnce = 16;

/** Does the tasks in the worker thread, where calls of the file system block; see `blockingFs`. */
export class FileTasks {
  /** Stores by folder. */
  private readonly stores = new Map<string, BlobFiles>();

  async answer(question: Question): Answer<TaskKind> {
    switch (question.kind) {
      case 'look':
        return this.look(question);
      case 'read':
        return this.read(question);
      case 'store':
        return this.store(question);
      case 'review':
        return this.review(question);
      case 'write':
        return write(question);
    }
  }

  private async look({ root, paths }: Asked<'look'>): Answer<'look'> {
    const linked = new LinkedFolders(root);
    return { looks: await Promise.all(paths.map(path => lookAt(root, path, linked))) };
  }

  private async read({ root, paths, limit }: Asked<'read'>): Answer<'read'> {
    const linked = new LinkedFolders(root);
    const files: ReadFile[] = [];
    const contents: (Uint8Array | undefined)[] = [];
    let size = 0;
    for (const path of paths) {
      if (size > fullAnswer) {
        break;
      }
      const found = await readBelow(root, path, linked, limit);
      const { bytes, ...file }: RegularFile & { bytes?: Uint8Array } = found;
      // The kind of a file says whether it has bytes.
      files.push(file as ReadFile);
      contents.push(bytes);
      size += bytes?.length ?? 0;
    }
    return { files, contents: pack(contents) };
  }

  private async store({ folder, now, contents, compares }: Asked<'store'>): Answer<'store'> {
    const files = this.storeAt(folder);
    const all = unpack(contents);
    const stored: (StoredBytes | undefined)[] = [];
    const folders = new FolderBatch();
    const storing = new Map<BlobId, Promise<StoredBytes>>();
    await inParallel(all.entries(), atOnce, async ([index, bytes]) => {
      const ref = bytes && digest(bytes);
      const known = ref && storing.get(ref);
      if (bytes && ref && !known) {
        const one = storeOne(files, ref, bytes, now, folders);
        storing.set(ref, one);
        stored[index] = await one;
      } else {
        // The same content twice takes room once.
        stored[index] = known && { ...(await known), written: 0 };
      }
    });
    await folders.sync();
    const described = [];
    for (let at = 0; compares && at < all.length; at += 2) {
      described.push(describeContents(contentAt(at), contentAt(at + 1)));
    }
    return { stored: all.map((_, at) => stored[at]), described: JSON.stringify(described) };

    function contentAt(index: number) {
      const [bytes, ref] = [all[index], stored[index]?.ref];
      return bytes && ref && { ref, bytes };
    }
  }

  private async review(asked: Asked<'review'>): Answer<'review'> {
    const store = this.storeAt(asked.store);
    const disk = new FilesOnDisk(() => asked.folders);
    const files: (ReviewedMeta | undefined)[] = [];
    const contents: (Uint8Array | undefined)[] = [];
    let size = 0;
    for (const file of asked.files) {
      if (size > fullAnswer) {
        break;
      }
      const read = await readReviewed(file, disk, store, asked.compares).catch(() => undefined);
      const [meta, ...bytes] = read ?? [undefined, undefined, undefined, undefined];
      files.push(meta);
      contents.push(...bytes);
      size += bytes.reduce((sum, one) => sum + (one?.length ?? 0), 0);
    }
    return { files, contents: pack(contents) };
  }

  private storeAt(folder: string): BlobFiles {
    const files = this.stores.get(folder) ?? new BlobFiles(folder);
    this.stores.set(folder, files);
    return files;
  }
}

/** @throws where the file or a content cannot be read; whoever asked then tries it and says why */
async function readReviewed(
  file: AskedFile,
  disk: FilesOnDisk,
  store: BlobFiles,
  compares: boolean,
): Promise<[ReviewedMeta, Bytes, Bytes, Bytes]> {
  const contents = new Contents({ get: ref => store.read(ref), put: refuse });
  const { bytes, ...now } = await disk.read(file);
  const before = await contents.read(file.before);
  const after = await contents.read(file.after);
  const difference = compares ? findDifference(before, after, bytes) : undefined;
  const ref = bytes && digest(bytes);
  return [{ now, ref, ...(difference ? { difference } : {}) }, bytes, before, after];
}

async function write({ folders, files, contents }: Asked<'write'>): Answer<'write'> {
  const disk = new FilesOnDisk(() => folders);
  const all = unpack(contents);
  const done: WrittenFile[] = [];
  for (const [index, { mode, ...file }] of files.entries()) {
    const [wanted, now] = all.slice(2 * index, 2 * index + 2);
    try {
      await disk.write(file, wanted, { bytes: now, isUnsaved: false }, mode);
      const { bytes, place, mode: modeAfter } = await disk.read(file);
      done.push({ place, mode: modeAfter, isAsWanted: sameBytes(bytes, wanted) });
    } catch (error) {
      return { done, failure: failureOf(error) };
    }
  }
  return { done };
}

function failureOf(error: unknown) {
  const message = messageOf(error);
  return error instanceof UserError
    ? { code: error.code, detail: error.detail, message }
    : { code: undefined, detail: undefined, message };
}

const refuse = () => Promise.reject(new Error('Nothing is stored here.'));

async function storeOne(
  files: BlobFiles,
  ref: BlobId,
  bytes: Uint8Array,
  now: number,
  folders: FolderBatch,
): Promise<StoredBytes> {
  const known = await files.renew(ref, now);
  if (known !== undefined) {
    return { ref, form: known, written: 0 };
  }
  const content = await encodeContent(bytes);
  await files.write(ref, content, folders);
  return { ref, form: content.form, written: content.bytes.length };
}

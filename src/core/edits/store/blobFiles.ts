import { createHash } from 'node:crypto';
import { type Dirent, rmSync, statSync } from 'node:fs';
import { readdir, readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import type { BlobId } from '../../../contract/ids';
import { writeFileAtomic } from '../../../node/atomicFile';
import type { Folders } from '../../../node/folderBatch';

const nameForm = /^([0-9a-f]{64})(?:\.z)?(\.[0-9a-f]{8}\.tmp)?$/;
/** Suffixes of deflated and plain files. The sha256 in the name is always that of the content. */
const forms = ['.z', ''] as const;
/** Bytes. Smaller contents fill a disk block however they are stored. */
const smallestDeflated = 4096;
/** Bytes. Above this size, speed matters more than size, because the agent is waiting. */
const largestAtFullLevel = 1024 * 1024;

const deflateAsync = promisify(deflate);
const inflateAsync = promisify(inflate);

export interface StoredFile {
  readonly path: string;
  /** `undefined` for a file that is being written or whose writer has died. */
  readonly ref: BlobId | undefined;
  /** Bytes on disk. */
  readonly size: number;
  /** Time of the last `put`, in milliseconds since 1970. */
  readonly usedAt: number;
}

export interface EncodedContent {
  readonly form: (typeof forms)[number];
  readonly bytes: Uint8Array;
}

/** Encodes a content for storage: deflated if that saves a third or more. */
export async function encodeContent(bytes: Uint8Array): Promise<EncodedContent> {
  if (bytes.length > smallestDeflated) {
    const level = bytes.length > largestAtFullLevel ? 1 : 6;
    const shorter = await deflateAsync(bytes, { level });
    if (shorter.length * 3 <= bytes.length * 2) {
      return { form: '.z', bytes: shorter };
    }
  }
  return { form: '', bytes };
}

export function digest(bytes: Uint8Array): BlobId {
  return createHash('sha256').update(bytes).digest('hex') as BlobId;
}

/** Contents in a folder shared by several windows, each in a file named after its sha256. */
export class BlobFiles {
  /** Form of each content as last found, tried first. */
  private readonly forms = new Map<BlobId, EncodedContent['form']>();
  /** Contents known to be intact since they were read or written here; not read again. */
  private readonly sound = new Set<BlobId>();

  /** @param folder absolute; created with the first content */
  constructor(private readonly folder: string) {}

  /** @param folders the content is on the disk when these are */
  async write(ref: BlobId, { form, bytes }: EncodedContent, folders?: Folders): Promise<void> {
    await writeFileAtomic(this.pathOf(ref, form), bytes, folders ? { folders } : {});
    this.noteStored(ref, form);
  }

  /** Notes an intact content that another thread has stored. */
  noteStored(ref: BlobId, form: EncodedContent['form']): void {
    this.forms.set(ref, form);
    this.sound.add(ref);
  }

  /**
   * Marks a content as in use if it is stored; damage by a power cut counts as missing.
   * @returns its form
   */
  async renew(ref: BlobId, now: number): Promise<EncodedContent['form'] | undefined> {
    if (!this.sound.has(ref) && !(await this.read(ref))) {
      return undefined;
    }
    this.sound.add(ref);
    return this.touch(ref, now);
  }

  /** @returns `undefined` if the content is missing or damaged */
  async read(ref: BlobId): Promise<Uint8Array | undefined> {
    for (const form of this.formsOf(ref)) {
      const bytes = await this.readForm(ref, form).catch(() => undefined);
      if (bytes && digest(bytes) === ref) {
        this.forms.set(ref, form);
        return bytes;
      }
    }
    return undefined;
  }

  /** @throws the system's error when the folder exists but cannot be listed */
  async list(): Promise<StoredFile[]> {
    const found: StoredFile[] = [];
    for (const entry of await entriesOf(this.folder)) {
      if (!entry.isDirectory() || !/^[0-9a-f]{2}$/.test(entry.name)) {
        continue;
      }
      const folder = join(this.folder, entry.name);
      // Sequential: thousands of results at once would block the extension host.
      const names = (await entriesOf(folder)).map(({ name }) => name);
      const files = await Promise.all(names.map(name => describe(folder, name)));
      found.push(...files.filter(file => file !== undefined));
    }
    return found;
  }

  /**
   * Removes a file unless it was used since it was listed. Synchronous: between two awaits, this or
   * another window could store it again.
   * @throws the system's error
   */
  removeUnused({ path, usedAt }: StoredFile): boolean {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && found.mtimeMs !== usedAt) {
      return false;
    }
    rmSync(path, { force: true });
    return true;
  }

  private async touch(ref: BlobId, now: number): Promise<EncodedContent['form'] | undefined> {
    for (const form of this.formsOf(ref)) {
      const isTouched = await utimes(this.pathOf(ref, form), now / 1000, now / 1000).then(
        () => true,
        () => false,
      );
      if (isTouched) {
        return form;
      }
    }
    return undefined;
  }

  private formsOf(ref: BlobId): readonly EncodedContent['form'][] {
    return this.forms.get(ref) === '' ? ['', '.z'] : forms;
  }

  private async readForm(ref: BlobId, form: EncodedContent['form']): Promise<Uint8Array> {
    const bytes = await readFile(this.pathOf(ref, form));
    return form === '.z' ? inflateAsync(bytes) : bytes;
  }

  private pathOf(ref: BlobId, form: EncodedContent['form']): string {
    return join(this.folder, ref.slice(0, 2), ref + form);
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return [];
    }
    throw error;
  }
}

/** @returns `undefined` for foreign files and for those that another window has just removed */
async function describe(folder: string, name: string): Promise<StoredFile | undefined> {
  const [, ref, temporary] = nameForm.exec(name) ?? [];
  const path = join(folder, name);
  const found = ref === undefined ? undefined : await stat(path).catch(() => undefined);
  return (
    found && {
      path,
      ref: temporary === undefined ? (ref as BlobId) : undefined,
      size: found.size,
      usedAt: found.mtimeMs,
    }
  );
}

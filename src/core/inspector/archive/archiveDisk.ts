import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from '../../../base/clock';
import type { RecordedCall } from '../../../contract/inspector/recordedCall';
import { writeFileAtomic } from '../../../node/atomicFile';
import { FolderLock } from '../../../node/folderLock';
import { hasCode } from '../../../node/hasCode';
import { writeNew } from '../../../node/newFile';
import { evict } from './eviction';
import { ArchivePaths, append, ownFolder, readOwn } from './ownFiles';
import { namesIn, takeStock } from './stock';
import { type ArchivedSubject, indexLine, subjectText } from './storedLine';

const gzipAsync = promisify(gzip);
/** Speed matters more than size: this runs beside a conversation. */
const level = 3;
/** Bytes for the lock and the head of a subject, which are not counted before they are written. */
const slack = 16 * 1024;
/** Part of the limit that a single call may fill. */
const largestShare = 0.7;

/** Call that waits to be written. */
export interface WaitingCall {
  readonly subject: ArchivedSubject;
  recorded: RecordedCall;
  /** Place in the index of this window. */
  readonly place: number;
}

/** Writes calls, and keeps all windows together within the limit. */
export class ArchiveDisk {
  readonly paths: ArchivePaths;
  private readonly lock: FolderLock;
  /** Heads of subjects as this window has written them. */
  private readonly heads = new Map<string, string>();
  /** Indexes whose last line may have broken off. */
  private readonly torn = new Set<string>();
  private hasTakenStock = false;
  /** Bytes of all files; right while the lock is ours. */
  private bytesNow = 0;

  constructor(
    folder: string,
    private readonly window: string,
    private readonly limit: () => number,
    clock: Clock,
  ) {
    this.paths = new ArchivePaths(folder);
    this.lock = new FolderLock(this.paths.lock, clock);
  }

  /**
   * Writes calls in their order. One whose content does not fit is written without it.
   * @throws the first error of the system; the other calls are written
   */
  async write(calls: readonly WaitingCall[]): Promise<void> {
    const parcels = await Promise.all(calls.map(parcelOf));
    const errors: unknown[] = [];
    await this.locked(async () => {
      const sum = parcels.reduce((all, { least, body }) => all + least + (body?.length ?? 0), 0);
      this.bytesNow = await this.counted();
      // Should this process end now, others must not take for free what it has filled.
      await this.note(this.bytesNow + sum);
      const made = new Set<string>();
      for (const parcel of parcels) {
        await this.writeOne(parcel, made).catch((error: unknown) => errors.push(error));
      }
      await this.note(this.bytesNow);
    });
    if (errors.length > 0) {
      throw errors[0];
    }
  }

  /** Removes a subject, or all. */
  async clear(subject: string | undefined): Promise<void> {
    if (subject !== undefined) {
      const folder = this.paths.subject(subject);
      await this.locked(async () => {
        await rm(folder, { recursive: true, force: true });
        await this.note((await takeStock(this.paths)).bytes);
      });
      this.heads.delete(folder);
      return;
    }
    await this.locked(async () => {
      for (const name of await namesIn(this.paths.root)) {
        const path = join(this.paths.root, name);
        if (path !== this.paths.lock) {
          await rm(path, { recursive: true, force: true });
        }
      }
    });
    this.heads.clear();
  }

  /** Returns the bytes of all files, as the last writer has counted them. */
  async bytes(): Promise<number> {
    return (await this.noted()) ?? (await takeStock(this.paths)).bytes;
  }

  private async locked(work: () => Promise<void>): Promise<void> {
    await ownFolder(this.paths.root);
    await this.lock.hold(work);
  }

  private async writeOne(parcel: Parcel, made: Set<string>): Promise<void> {
    const { folder, index } = this.placesOf(parcel);
    const room = await this.makeRoom(parcel);
    if (room === 'nothing') {
      return;
    }
    if (!made.has(folder)) {
      await ownFolder(folder);
      await this.writeHead(folder, parcel.head);
      made.add(folder);
    }
    let isKept = false;
    try {
      if (parcel.body && room === 'all') {
        await this.writeBody(folder, parcel.call.recorded.inspected.key, parcel.body);
        isKept = true;
      }
    } finally {
      // The line is worth having even where its content could not be written.
      await this.writeLine(index, lineOf(parcel.call, isKept));
    }
  }

  private placesOf({ call }: Parcel): { readonly folder: string; readonly index: string } {
    const folder = this.paths.subject(call.subject.id);
    return { folder, index: this.paths.index(folder, this.window) };
  }

  private async makeRoom({ least, body }: Parcel): Promise<'all' | 'line' | 'nothing'> {
    const limit = Math.max(0, this.limit() - slack);
    const size = body?.length ?? 0;
    const fitsAlone = least + size <= limit * largestShare;
    const needed = least + (fitsAlone ? size : 0);
    if (this.bytesNow + needed > limit) {
      this.bytesNow = await evict(this.paths, limit, needed);
    }
    const fits = (more: number) => this.bytesNow + more <= limit;
    const room = fitsAlone && fits(needed) ? 'all' : fits(least) ? 'line' : 'nothing';
    this.bytesNow += room === 'all' ? needed : room === 'line' ? least : 0;
    return room;
  }

  /** Returns the bytes of all files. The lock is ours, so that nobody changes them meanwhile. */
  private async counted(): Promise<number> {
    const noted = this.hasTakenStock ? await this.noted() : undefined;
    // A process that has ended may have counted what it did not write.
    this.hasTakenStock = true;
    return noted ?? (await takeStock(this.paths)).bytes;
  }

  private async writeHead(folder: string, head: string): Promise<void> {
    const names = await namesIn(folder);
    if (this.heads.get(folder) !== head || !names.includes('subject.json')) {
      await writeFileAtomic(this.paths.head(folder), head);
      this.heads.set(folder, head);
      this.bytesNow += Buffer.byteLength(head);
    }
  }

  private async writeBody(folder: string, key: string, body: Uint8Array): Promise<void> {
    const path = this.paths.body(folder, key);
    await ownFolder(this.paths.bodies(folder));
    await rm(path, { force: true });
    await writeNew(path, body);
  }

  private async writeLine(path: string, line: string): Promise<void> {
    const isTorn = this.torn.has(path);
    this.torn.add(path);
    await append(path, isTorn ? `\n${line}` : line);
    this.torn.delete(path);
  }

  private async noted(): Promise<number | undefined> {
    try {
      const text = (await readOwn(this.paths.ledger, 100)).toString('utf8');
      return /^\d{1,15}\n$/.test(text) ? Number(text) : undefined;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) {
        return undefined;
      }
      throw error;
    }
  }

  private async note(bytes: number): Promise<void> {
    await rm(this.paths.ledger, { force: true });
    await writeNew(this.paths.ledger, Buffer.from(`${bytes}\n`));
  }
}

/** Call as it goes to the disk. */
interface Parcel {
  readonly call: WaitingCall;
  readonly head: string;
  /** Packed content. */
  readonly body: Uint8Array | undefined;
  /** Bytes without the content. */
  readonly least: number;
}

async function parcelOf(call: WaitingCall): Promise<Parcel> {
  const { request, response } = call.recorded;
  const head = subjectText(call.subject);
  const hasContent = request !== undefined || response !== undefined;
  const body = hasContent
    ? await gzipAsync(JSON.stringify({ request, response }), { level })
    : undefined;
  const least = Buffer.byteLength(lineOf(call, false)) + 1;
  return { call, head, body, least };
}

function lineOf({ place, recorded }: WaitingCall, hasBodies: boolean): string {
  return indexLine({ place, inspected: { ...recorded.inspected, hasBodies } });
}

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Clock } from '../../../base/clock';
import type { RecordedCall } from '../../../contract/inspector/recordedCall';
import { writeFileAtomic } from '../../../node/atomicFile';
import { evict } from './eviction';
import { FolderLock } from './folderLock';
import { ArchivePaths, append, hasCode, ownFolder, readOwn, writeNew } from './ownFiles';
import { namesIn, takeStock } from './stock';
import { type ArchivedSubject, indexLine, subjectText } from './storedLine';

const gzipAsync = promisify(gzip);
/** Speed matters more than size: this runs beside a conversation. */
const level = 3;
/** Bytes for names of files and the like, which are not counted one by one. */
const slack = 512;

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
    const bodies = await Promise.all(calls.map(({ recorded }) => bodyOf(recorded)));
    const errors: unknown[] = [];
    await this.locked(async () => {
      for (const [index, call] of calls.entries()) {
        await this.writeOne(call, bodies[index]).catch((error: unknown) => errors.push(error));
      }
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

  private async writeOne(
    { subject, recorded, place }: WaitingCall,
    body: Uint8Array | undefined,
  ): Promise<void> {
    const folder = this.paths.subject(subject.id);
    const head = subjectText(subject);
    const line = (hasBodies: boolean) =>
      indexLine({ place, inspected: { ...recorded.inspected, hasBodies } });
    const least = Buffer.byteLength(line(false)) + Buffer.byteLength(head) + slack;
    const hasRoomFor = await this.makeRoom(least, body?.length ?? 0);
    if (hasRoomFor === 'nothing') {
      return;
    }
    await ownFolder(folder);
    await this.writeHead(folder, head);
    let isKept = false;
    try {
      if (body && hasRoomFor === 'all') {
        await this.writeBody(folder, recorded.inspected.key, body);
        isKept = true;
      }
    } finally {
      // The line is worth having even where its content could not be written.
      await this.writeLine(this.paths.index(folder, this.window), line(isKept));
    }
  }

  private async makeRoom(least: number, body: number): Promise<'all' | 'line' | 'nothing'> {
    const limit = this.limit();
    let bytes = this.hasTakenStock ? await this.noted() : undefined;
    if (bytes === undefined) {
      // A process that has ended may have counted what it did not write.
      bytes = (await takeStock(this.paths)).bytes;
      this.hasTakenStock = true;
    }
    const fitsAlone = least + body <= limit * 0.7;
    const needed = least + (fitsAlone ? body : 0);
    if (bytes + needed > limit) {
      bytes = await evict(this.paths, limit, needed);
    }
    const fits = (more: number) => bytes !== undefined && bytes + more <= limit;
    const room = fitsAlone && fits(needed) ? 'all' : fits(least) ? 'line' : 'nothing';
    await this.note(bytes + (room === 'all' ? needed : room === 'line' ? least : 0));
    return room;
  }

  private async writeHead(folder: string, head: string): Promise<void> {
    const names = await namesIn(folder);
    if (this.heads.get(folder) !== head || !names.includes('subject.json')) {
      await writeFileAtomic(this.paths.head(folder), head);
      this.heads.set(folder, head);
    }
  }

  private async writeBody(folder: string, key: string, body: Uint8Array): Promise<void> {
    const path = this.paths.body(folder, key);
    await ownFolder(this.paths.bodies(folder));
    await rm(path, { force: true });
    try {
      await writeNew(path, body);
    } catch (error) {
      // Half a content is none, and takes room.
      await rm(path, { force: true }).catch(() => undefined);
      throw error;
    }
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
    await writeFile(this.paths.ledger, `${bytes}\n`, { mode: 0o600, flag: 'wx' });
  }
}

async function bodyOf({ request, response }: RecordedCall): Promise<Uint8Array | undefined> {
  if (!request && !response) {
    return undefined;
  }
  return gzipAsync(JSON.stringify({ request, response }), { level });
}

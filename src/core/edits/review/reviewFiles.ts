import { readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '../../../base/json';
import type { Log } from '../../../base/log';
import type { BlobId, ChannelId } from '../../../contract/ids';
import { readJsonFile } from '../../../node/atomicFile';
import { VersionedFile } from '../../../node/versionedFile';
import { reviewFolder } from './reviewFolder';
import { parseReviewRecord, pinnedRefsOf, type ReviewRecord, refsOf } from './reviewRecord';

const version = 1;
const idForm = /^[0-9a-f-]{1,64}$/;
/** Milliseconds. A record this recent may belong to a conversation open in another window. */
const liveFor = 24 * 60 * 60 * 1000;

/** Review records of all conversations: one file each, in one folder per workspace folder. */
export class ReviewFiles {
  /** @param root absolute; created with the first record */
  constructor(
    private readonly root: string,
    private readonly log: Log,
  ) {}

  /** Opens a record, or an empty one that is written with its first change. */
  open(cwd: string, channelId: ChannelId): Promise<VersionedFile<ReviewRecord>> {
    if (!idForm.test(channelId)) {
      throw new Error('A channel id of unknown form');
    }
    return VersionedFile.open<ReviewRecord>({
      path: this.path(cwd, channelId),
      version,
      parse: parseReviewRecord,
      initial: () => ({
        channelId,
        cwd,
        title: '',
        changes: [],
        files: [],
        operations: [],
        open: [],
      }),
      log: this.log,
    });
  }

  /** Lists the conversations of this folder that have a record. */
  async list(cwd: string): Promise<ChannelId[]> {
    const names = await readdir(reviewFolder(this.root, cwd)).catch(() => [] as string[]);
    return names.flatMap(name => {
      const id = name.endsWith('.json') ? name.slice(0, -'.json'.length) : '';
      return idForm.test(id) ? [id as ChannelId] : [];
    });
  }

  /**
   * Collects contents that must stay in the store: those of pending changes, and all contents of
   * possibly live conversations. Covers every folder and window.
   * @throws when a record cannot be read: no content is then known to be unused
   */
  async pinned(now: number): Promise<ReadonlySet<BlobId>> {
    const pinned = new Set<BlobId>();
    for (const folder of await this.folders()) {
      for (const name of await readdir(join(this.root, folder))) {
        if (name.endsWith('.json')) {
          for (const ref of await this.pinnedBy(join(this.root, folder, name), now)) {
            pinned.add(ref);
          }
        }
      }
    }
    return pinned;
  }

  private async folders(): Promise<string[]> {
    try {
      const entries = await readdir(this.root, { withFileTypes: true });
      return entries.filter(entry => entry.isDirectory()).map(({ name }) => name);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        return [];
      }
      throw error;
    }
  }

  /** Marks a conversation as open in this window, so that all of its contents stay. */
  async touch(cwd: string, id: ChannelId): Promise<void> {
    const now = new Date();
    // A conversation without changes has no record.
    await utimes(this.path(cwd, id), now, now).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') {
        throw error;
      }
    });
  }

  /** Reads without modifying the file, because another window may be writing it. */
  private async pinnedBy(path: string, now: number): Promise<BlobId[]> {
    const { mtimeMs } = await stat(path);
    const file = await readJsonFile(path);
    const stored = file.kind === 'read' && isObject(file.value) ? file.value.data : undefined;
    const parsed = parseReviewRecord(stored);
    if (!parsed.ok) {
      const isNewer =
        file.kind === 'read' && isObject(file.value) && file.value.version !== version;
      if (isNewer) {
        throw new Error(`${path} is of another version`);
      }
      this.log.warn(`${path} names no contents: ${parsed.error}`);
      return [];
    }
    return now - mtimeMs < liveFor ? refsOf(parsed.value) : pinnedRefsOf(parsed.value);
  }

  private path(cwd: string, id: ChannelId): string {
    return join(reviewFolder(this.root, cwd), `${id}.json`);
  }
}

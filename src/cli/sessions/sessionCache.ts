import { rm } from 'node:fs/promises';
import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import { isObject } from '../../base/json';
import type { Log } from '../../base/log';
import { silentLog } from '../../base/log';
import { VersionedFile } from '../../node/versionedFile';
import type { SessionEntry } from './sessionEntry';
import { storedEntry } from './storedEntry';

/** Entries by path of their transcript, each checked when it is asked for. */
type Entries = Readonly<Record<string, unknown>>;

/** Keeps facts read from transcripts for the next start. If lost, they are read again. */
export class SessionCache implements Disposable {
  private constructor(private readonly file: VersionedFile<Entries>) {}

  /** @returns `undefined` if no cache can be opened */
  static async open(path: string, log: Log): Promise<SessionCache | undefined> {
    try {
      const file = await openFile(path);
      if (file.report.kind === 'setAside') {
        log.info(`The list of conversations is read anew: ${file.report.reason}`);
        await rm(file.report.movedTo, { force: true });
      }
      if (file.report.kind === 'newer') {
        // Everything in it can be read again, so it need not be kept for the newer version.
        await rm(path);
        return new SessionCache(await openFile(path));
      }
      return new SessionCache(file);
    } catch (error) {
      log.warn(`${path} could not be read: ${messageOf(error)}`);
      return undefined;
    }
  }

  /** @returns `undefined` if there is none, or it makes no sense: the transcript is read again */
  get(path: string): SessionEntry | undefined {
    const found = Object.hasOwn(this.file.value, path) ? this.file.value[path] : undefined;
    return storedEntry(found);
  }

  /** @param all entries by path of their transcript */
  save(all: Readonly<Record<string, SessionEntry>>): void {
    this.file.set(all);
  }

  dispose(): void {
    this.file.dispose();
  }
}

function openFile(path: string): Promise<VersionedFile<Entries>> {
  return VersionedFile.open<Entries>({
    path,
    // Must change, too, when other facts are read from the same transcripts.
    version: 1,
    initial: () => ({}),
    parse: data => {
      return isObject(data)
        ? { ok: true, value: data }
        : { ok: false, error: 'It holds no list of entries' };
    },
    log: silentLog,
  });
}

import { rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import { isObject } from '../../base/json';
import type { Log } from '../../base/log';
import { silentLog } from '../../base/log';
import { VersionedFile } from '../../node/versionedFile';
import { skipReasons } from './listedSession';
import type { SessionEntry } from './sessionEntry';

const string = z.optional(z.string());
const number = z.optional(z.number());

const entry = z.object({
  size: z.number(),
  mtime: z.number(),
  // The frequent form stands first: a form that does not match costs more than one that does.
  found: z.union([
    z.object({
      cwd: string,
      named: string,
      namedEarly: string,
      aiTitle: string,
      lastPrompt: string,
      summary: string,
      firstPrompt: string,
      tag: string,
      branch: string,
      version: string,
      saidAt: number,
      startedAt: number,
      costUsd: number,
    }),
    z.enum(skipReasons),
  ]),
});

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
    const parsed = found === undefined ? undefined : entry.safeParse(found);
    return parsed?.success ? parsed.data : undefined;
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

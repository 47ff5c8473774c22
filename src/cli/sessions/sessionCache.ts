import { rm } from 'node:fs/promises';
import * as z from 'zod/mini';
import type { Disposable } from '../../base/disposable';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { silentLog } from '../../base/log';
import { VersionedFile } from '../../node/versionedFile';
import { skipReasons } from './listedSession';
import type { SessionEntry } from './sessionEntry';

const string = z.optional(z.string());
const number = z.optional(z.number());

const entries = z.record(
  z.string(),
  z.object({
    size: z.number(),
    mtime: z.number(),
    found: z.union([
      z.enum(skipReasons),
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
    ]),
  }),
);

type Entries = Readonly<Record<string, SessionEntry>>;

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

  get(path: string): SessionEntry | undefined {
    return Object.hasOwn(this.file.value, path) ? this.file.value[path] : undefined;
  }

  /** @param all entries by path of their transcript */
  save(all: Entries): void {
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
      const parsed = entries.safeParse(data);
      return parsed.success
        ? { ok: true, value: parsed.data }
        : { ok: false, error: z.prettifyError(parsed.error) };
    },
    log: silentLog,
  });
}

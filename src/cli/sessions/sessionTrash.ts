import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Clock } from '../../base/clock';
import { messageOf, UserError } from '../../base/errors';
import { type Log, silentLog } from '../../base/log';
import * as z from '../../base/schema';
import type { SessionId } from '../../contract/ids';
import { readJsonFile, writeFileAtomic } from '../../node/atomicFile';
import { moveTo } from '../../node/moveTo';
import { systemClock } from '../../node/systemClock';
import { filesOfSession } from './sessionFiles';

const keptFor = 30 * 24 * 60 * 60 * 1000;
const manifest = 'entry.json';
const idForm = /^[0-9a-f-]{36}$/;

const stored = z.object({
  version: z.literal(1),
  sessionId: z.string().check(z.regex(/^[A-Za-z0-9-]{1,100}$/)),
  title: z.string(),
  removedAt: z.number(),
  /** Original paths; in the entry's folder, each file keeps its base name. */
  moved: z.array(z.string().check(z.refine(path => isAbsolute(path)))),
});

/** A conversation in the trash. */
export interface TrashEntry {
  /** Name of the entry's folder, a UUID. */
  readonly id: string;
  readonly sessionId: SessionId;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly removedAt: number;
  /** Original paths of the files, the transcript first. */
  readonly moved: readonly string[];
}

interface Removable {
  readonly id: SessionId;
  readonly path: string;
  readonly title: string;
}

/** Keeps each deleted conversation in a separate folder for 30 days. */
export class SessionTrash {
  constructor(
    private readonly folder: string,
    private readonly clock: Clock = systemClock,
    private readonly log: Log = silentLog,
  ) {}

  /**
   * Moves a session that no process has open to the trash, with all files that belong to it.
   * @throws UserError `session.absent`, or the system's error; all files are then back in place
   */
  async remove({ id: sessionId, path, title }: Removable): Promise<TrashEntry> {
    const moved = await filesOfSession(path, sessionId);
    const entry = { id: randomUUID(), sessionId, title, removedAt: this.clock.now(), moved };
    const { id: _, ...data } = entry;
    try {
      // Written before the moves, so that files moved before a crash can be restored.
      const text = JSON.stringify({ version: 1, ...data });
      await writeFileAtomic(this.place(entry.id, manifest), text);
      await this.moveAll(moved.map(from => ({ from, to: this.place(entry.id, basename(from)) })));
    } catch (error) {
      await this.dropEmpty(entry.id).catch((second: unknown) =>
        this.log.debug(`Nothing was moved to ${entry.id}: ${messageOf(second)}`),
      );
      throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? gone(error) : error;
    }
    return entry;
  }

  /**
   * Restores a session to its original place.
   * @throws UserError `file.exists` if a file is in the way, `session.absent` if the session is no longer in the
   * trash. On these and on system errors, everything stays in the trash
   */
  async restore(entry: TrashEntry): Promise<void> {
    const moves = entry.moved.map(to => ({ from: this.place(entry.id, basename(to)), to }));
    const present: string[] = await readdir(join(this.folder, entry.id)).catch(() => []);
    const wanted = moves.filter(({ from }) => present.includes(basename(from)));
    if (wanted[0]?.to !== entry.moved[0]) {
      throw gone();
    }
    // Moves the transcript last, so that the session is listed only when it is complete.
    await this.moveAll(wanted.reverse());
    // The session is back, and an entry without files is not listed.
    await rm(join(this.folder, entry.id), { recursive: true, force: true }).catch(
      (error: unknown) => this.log.warn(`${entry.id} stays in the trash: ${messageOf(error)}`),
    );
  }

  /** Returns all entries, newest first; none whose files a crash or a failure kept in place. */
  async entries(): Promise<TrashEntry[]> {
    const entries: TrashEntry[] = [];
    for (const id of await this.ids()) {
      const entry = await this.read(id);
      const [transcript] = entry?.moved ?? [];
      if (entry && transcript && (await exists(this.place(id, basename(transcript))))) {
        entries.push(entry);
      }
    }
    return entries.sort((a, b) => b.removedAt - a.removedAt);
  }

  /**
   * Permanently deletes entries older than 30 days.
   * @returns ids of the sessions of which nothing is left
   */
  async empty(): Promise<SessionId[]> {
    const gone: SessionId[] = [];
    for (const id of await this.ids()) {
      const folder = join(this.folder, id);
      const entry = await this.read(id);
      // Unreadable entries are deleted too. Another window may be emptying the trash as well.
      const removedAt = entry?.removedAt ?? (await stat(folder).catch(() => undefined))?.mtimeMs;
      if (removedAt !== undefined && this.clock.now() - removedAt > keptFor) {
        await rm(folder, { recursive: true, force: true });
        const [transcript] = entry?.moved ?? [];
        // The session may have been started again under the same id.
        if (entry && transcript && !(await exists(transcript))) {
          gone.push(entry.sessionId);
        }
      }
    }
    return gone;
  }

  /** Moves all files, or none if one fails. */
  private async moveAll(moves: readonly { from: string; to: string }[]): Promise<void> {
    const done: { from: string; to: string }[] = [];
    try {
      for (const move of moves) {
        await moveTo(move.from, move.to);
        done.push(move);
      }
    } catch (error) {
      for (const { from, to } of done.reverse()) {
        await moveTo(to, from).catch((second: unknown) =>
          this.log.warn(`${to} could not be moved back: ${messageOf(second)}`),
        );
      }
      throw error;
    }
  }

  private async ids(): Promise<string[]> {
    // The folder does not exist before the first deletion.
    const names = await readdir(this.folder).catch(() => []);
    return names.filter(name => idForm.test(name));
  }

  /** Deletes an entry after a failure, unless it holds files that could not be moved back. */
  private async dropEmpty(id: string): Promise<void> {
    const folder = join(this.folder, id);
    if ((await readdir(folder)).every(name => name === manifest)) {
      await rm(folder, { recursive: true });
    }
  }

  private async read(id: string): Promise<TrashEntry | undefined> {
    try {
      const file = await readJsonFile(this.place(id, manifest));
      if (file.kind === 'read') {
        const { sessionId, title, removedAt, moved } = stored.parse(file.value);
        return { id, sessionId: sessionId as SessionId, title, removedAt, moved };
      }
    } catch (error) {
      this.log.warn(`${this.place(id, manifest)} could not be read: ${messageOf(error)}`);
    }
    return undefined;
  }

  private place(id: string, name: string): string {
    return join(this.folder, id, name);
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function gone(cause?: unknown): UserError {
  return new UserError('session.absent', l10n.t('This conversation is no longer there.'), {
    cause,
  });
}

import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdir, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { messageOf } from '../base/errors';
import type { Log } from '../base/log';
import { writeFileAtomic } from '../node/atomicFile';
import { ideLock } from '../protocol/ide';

export interface LockContent {
  readonly pid: number;
  /** Absolute paths, as the person has opened them. */
  readonly folders: readonly string[];
  readonly ideName: string;
  readonly token: string;
}

/** Longer files in the folder are nobody's lock. */
const maxBytes = 1 << 20;

/** The files by which a CLI finds the servers of editors: one `<port>.lock` for each server. */
export class LockFiles {
  /** What was written last, by port. */
  private readonly own = new Map<number, LockContent>();

  /** @param folder `ide` below the CLI's configuration folder */
  constructor(
    private readonly folder: string,
    private readonly log: Log,
  ) {}

  /** Replaces the file of a port. Folders are told as they are spelled and with links resolved. */
  async write(port: number, content: LockContent): Promise<void> {
    this.own.set(port, content);
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    // It may be older than we are, and open to others.
    await chmod(this.folder, 0o700).catch(error =>
      this.log.warn('The folder of lock files stays as open as it is', { error: messageOf(error) }),
    );
    const text = JSON.stringify({
      pid: content.pid,
      workspaceFolders: await spellings(content.folders),
      ideName: content.ideName,
      transport: 'ws',
      runningInWindows: process.platform === 'win32',
      authToken: content.token,
    });
    // What was written or removed meanwhile is newer.
    await writeFileAtomic(this.path(port), text, {
      isWanted: () => this.own.get(port) === content,
    });
  }

  async remove(port: number): Promise<void> {
    this.removeSync(port);
  }

  /** Removes the file if it still says what this object has written; another's stays. */
  removeSync(port: number): void {
    const content = this.own.get(port);
    this.own.delete(port);
    const found = content && this.read(port);
    if (found && found.pid === content.pid && found.token === content.token) {
      rmSync(this.path(port), { force: true });
    }
  }

  /** Removes files of servers of ours whose process is gone. */
  async removeStale(isOurs: (content: LockContent) => boolean): Promise<void> {
    const names = await readdir(this.folder).catch(() => []);
    for (const port of names.flatMap(name => portOf(name) ?? [])) {
      // Read and removed without a pause: its port may be taken again at any time.
      const found = this.read(port);
      if (found && isOurs(found) && !isAlive(found.pid)) {
        this.log.info('A lock file was left behind', { port, pid: found.pid });
        rmSync(this.path(port), { force: true });
      }
    }
  }

  private path(port: number): string {
    return join(this.folder, `${port}.lock`);
  }

  /** Undefined when there is none, or when it does not say whose it is. */
  private read(port: number): LockContent | undefined {
    const path = this.path(port);
    try {
      const about = lstatSync(path);
      if (!about.isFile() || about.size > maxBytes) {
        return undefined;
      }
      const parsed = z.safeParse(ideLock, JSON.parse(readFileSync(path, 'utf8')));
      const { pid, ideName, authToken, workspaceFolders } = parsed.data ?? {};
      return pid === undefined || ideName === undefined
        ? undefined
        : { pid, ideName, token: authToken ?? '', folders: workspaceFolders ?? [] };
    } catch (error) {
      this.log.debug('A lock file cannot be read', { port, error: messageOf(error) });
      return undefined;
    }
  }
}

/** The CLI compares its own folder, links resolved, with these texts. */
async function spellings(folders: readonly string[]): Promise<string[]> {
  const all = await Promise.all(
    folders.map(async folder => [folder, await realpath(folder).catch(() => folder)]),
  );
  return [...new Set(all.flat())];
}

function portOf(name: string): number | undefined {
  const digits = /^([1-9]\d{0,4})\.lock$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Of another user's process one may not ask, but it is there. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

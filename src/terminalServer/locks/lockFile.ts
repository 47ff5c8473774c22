import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { writeFileAtomic } from '../../node/atomicFile';
import type { LockContent } from './lockContent';

/** Longer files in the folder are nobody's lock. */
const maxBytes = 1 << 20;

/** The files by which a CLI finds the servers of editors: one `<port>.lock` for each server. */
export class LockFiles {
  /** The newest texts, by port. */
  private readonly own = new Map<number, string>();
  /** The newest calls, by port: what they write has not come yet. */
  private readonly writing = new Map<number, LockContent>();

  /** @param folder `ide` below the CLI's configuration folder */
  constructor(
    private readonly folder: string,
    private readonly log: Log,
  ) {}

  /** Replaces the file of a port. Folders are told as they are spelled and with links resolved. */
  async write(port: number, content: LockContent): Promise<void> {
    this.writing.set(port, content);
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
    const isWanted = () => {
      const isNewest = this.writing.get(port) === content;
      if (isNewest) {
        this.own.set(port, text);
      }
      return isNewest;
    };
    await writeFileAtomic(this.path(port), text, { isWanted });
  }

  async remove(port: number): Promise<void> {
    this.removeSync(port);
  }

  /** Removes the file if it still says what this object has written; another's stays. */
  removeSync(port: number): void {
    const text = this.own.get(port);
    this.writing.delete(port);
    this.own.delete(port);
    if (text !== undefined && this.read(nameOf(port)) === text) {
      rmSync(this.path(port), { force: true });
    }
  }

  /** Removes what servers of ours have left behind that are gone; not what this object has written. */
  async removeStale(isOurs: (content: LockContent) => boolean): Promise<void> {
    // What only this needs is not read while a window starts.
    const { removeStaleLocks } = await import('./staleLocks');
    const { folder, log } = this;
    await removeStaleLocks({
      folder,
      read: name => this.read(name),
      isOurs,
      kept: [...this.writing.keys()].map(nameOf),
      log,
    });
  }

  private path(port: number): string {
    return join(this.folder, nameOf(port));
  }

  /** Empty when there is none, or nothing that could be one. */
  private read(name: string): string {
    const path = join(this.folder, name);
    try {
      const about = lstatSync(path);
      return about.isFile() && about.size <= maxBytes ? readFileSync(path, 'utf8') : '';
    } catch (error) {
      this.log.debug('A lock file cannot be read', { name, error: messageOf(error) });
      return '';
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

function nameOf(port: number): string {
  return `${port}.lock`;
}

import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../base/errors';
import type { Log } from '../../base/log';
import { writeFileAtomic } from '../../node/atomicFile';
import type { LockContent, LockOwner } from './lockContent';
import { makePrivateFolder } from './privateFolder';

/** Maximum bytes of a lock file; longer files in the folder are not locks. */
const maxBytes = 1 << 20;

/** Manages the files by which a CLI finds the servers of editors: one `<port>.lock` per server. */
export class LockFiles {
  /** Newest texts, by port. */
  private readonly own = new Map<number, string>();
  /** Contents of the newest `write` calls, by port; they may not be on disk yet. */
  private readonly writing = new Map<number, LockContent>();

  /**
   * @param folder `ide` below the CLI's configuration folder
   * @param user number of this process's user; `undefined` on Windows
   */
  constructor(
    private readonly folder: string,
    private readonly log: Log,
    private readonly user = process.getuid?.(),
  ) {}

  /**
   * Replaces the file of a port. Lists folders as spelled, and with symlinks resolved.
   * @throws as `makePrivateFolder`; the system's error
   */
  async write(port: number, content: LockContent): Promise<void> {
    this.writing.set(port, content);
    await makePrivateFolder(this.folder, this.user, this.log);
    const text = JSON.stringify({
      pid: content.pid,
      workspaceFolders: await spellings(content.folders),
      ideName: content.ideName,
      transport: 'ws',
      runningInWindows: process.platform === 'win32',
      authToken: content.token,
    });
    // A write or removal that happened meanwhile is newer.
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

  /** Removes the file if it still holds what this object wrote; another process's file stays. */
  removeSync(port: number): void {
    const text = this.own.get(port);
    this.writing.delete(port);
    this.own.delete(port);
    if (text !== undefined && this.read(nameOf(port)) === text) {
      rmSync(this.path(port), { force: true });
    }
  }

  /** Removes files that dead servers of ours left behind; not those that this object wrote. */
  async removeStale(isOurs: (owner: LockOwner) => boolean): Promise<void> {
    // Imported here so that a starting window does not load it.
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

  /** Returns the text of a file; empty if there is none, or it cannot be a lock. */
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

/**
 * Returns folders as spelled and with symlinks resolved: the CLI compares its own resolved folder
 * with them.
 */
async function spellings(folders: readonly string[]): Promise<string[]> {
  const all = await Promise.all(
    folders.map(async folder => [folder, await realpath(folder).catch(() => folder)]),
  );
  return [...new Set(all.flat())];
}

function nameOf(port: number): string {
  return `${port}.lock`;
}

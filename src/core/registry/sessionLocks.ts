import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';
import * as z from '../../base/schema';
import type { SessionId } from '../../contract/ids';
import { makeFolderSync } from '../../node/durableFolder';
import type { ProcessIdentity } from '../../node/processIdentity';

const identity = z.object({ pid: z.number(), startTime: z.string() });
const idForm = /^[A-Za-z0-9-]{1,100}$/;

/** Identity and liveness of windows. */
export interface LockOwners {
  self(): Promise<ProcessIdentity | undefined>;
  lives(identity: ProcessIdentity): Promise<boolean>;
}

/**
 * Session leases: one file for each stored session that a window has open, created by the first
 * window. Two windows that open a session at the same moment cannot both get it.
 */
export class SessionLocks {
  private readonly held = new Set<SessionId>();

  constructor(
    private readonly folder: string,
    private readonly owners: LockOwners,
    private readonly log: Log,
  ) {}

  /**
   * @returns the window that holds the lease, undefined if it is ours now
   * @throws UserError `session.locked` if others keep taking and leaving it
   */
  async acquire(id: SessionId): Promise<ProcessIdentity | undefined> {
    const self = await this.owners.self();
    if (!self || this.held.has(id)) {
      return undefined;
    }
    const path = this.path(id);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      if (this.make(path, self)) {
        this.held.add(id);
        return undefined;
      }
      const owner = readOwner(path);
      const isOwn = owner?.pid === self.pid && owner.startTime === self.startTime;
      if (owner && !isOwn && (await this.owners.lives(owner))) {
        return owner;
      }
      this.discard(path, owner);
    }
    // Windows came and went in the meantime; the present holder was faster.
    const holder = await this.ownerOf(id);
    if (holder) {
      return holder;
    }
    throw new UserError(
      'session.locked',
      l10n.t('This conversation could not be reserved for this window. Try again.'),
    );
  }

  /** Returns the window that holds the lease, if it is another one and alive. */
  async ownerOf(id: SessionId): Promise<ProcessIdentity | undefined> {
    const owner = this.held.has(id) ? undefined : readOwner(this.path(id));
    const self = await this.owners.self();
    const isOwn = owner?.pid === self?.pid && owner?.startTime === self?.startTime;
    return owner && !isOwn && (await this.owners.lives(owner)) ? owner : undefined;
  }

  release(id: SessionId): void {
    if (this.held.delete(id)) {
      this.remove(this.path(id));
    }
  }

  /** Returns sessions that other windows have open. */
  async others(): Promise<SessionId[]> {
    // The folder does not exist before the first lease.
    const names = await readdir(this.folder).catch(() => []);
    const ids = names.flatMap(name => (name.endsWith('.lock') ? name.slice(0, -5) : []));
    const found = await Promise.all(
      ids
        .filter(name => idForm.test(name))
        .map(async name => ((await this.ownerOf(name as SessionId)) ? (name as SessionId) : [])),
    );
    return found.flat();
  }

  releaseAll(): void {
    for (const id of [...this.held]) {
      this.release(id);
    }
  }

  private make(path: string, self: ProcessIdentity): boolean {
    const written = `${path}.${randomUUID().slice(0, 8)}`;
    try {
      makeFolderSync(this.folder);
      writeFileSync(written, JSON.stringify(self), { flag: 'wx', mode: 0o600 });
      // The file appears complete, and linking fails if it already exists: that is the lease.
      linkSync(written, path);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
        return false;
      }
      return this.makeInPlace(path, self);
    } finally {
      this.remove(written);
    }
  }

  /** Removes a file, which may be impossible where none could be written. */
  private remove(path: string): void {
    try {
      rmSync(path, { force: true });
    } catch (error) {
      this.log.warn('A lock could not be removed', { error: messageOf(error) });
    }
  }

  /** Creates the lease on file systems without hard links. */
  private makeInPlace(path: string, self: ProcessIdentity): boolean {
    try {
      writeFileSync(path, JSON.stringify(self), { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
        return false;
      }
      this.log.warn('A session could not be locked', { error: messageOf(error) });
      return true;
    }
  }

  /** Removes the lease of a closed window, unless another has replaced it in the meantime. */
  private discard(path: string, dead: ProcessIdentity | undefined): void {
    const aside = `${path}.${randomUUID().slice(0, 8)}`;
    try {
      renameSync(path, aside);
      const found = readOwner(aside);
      if (found && found.startTime !== dead?.startTime) {
        renameSync(aside, path);
      } else {
        rmSync(aside, { force: true });
      }
    } catch (error) {
      // Another window was faster.
      this.log.debug('A lock is gone', { error: messageOf(error) });
    }
  }

  private path(id: SessionId): string {
    if (!idForm.test(id)) {
      throw new Error('A session id of unknown form');
    }
    return join(this.folder, `${id}.lock`);
  }
}

function readOwner(path: string): ProcessIdentity | undefined {
  try {
    const parsed = z.safeParse(identity, JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data : undefined;
  } catch {
    // Gone, or half written by a window that died while writing.
    return undefined;
  }
}

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, cp, link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../base/errors';
import { makeFolder, syncFolder } from './durableFolder';

/**
 * Moves a file or folder to a free path, even on another disk, and creates the parent folders. The
 * source is removed last: a crash or a power cut may leave two copies, but never none. A move that
 * was interrupted between its two names is completed.
 * @throws UserError `file.exists`; the system error, `ENOENT` if there is nothing to move
 */
export async function moveTo(from: string, to: string): Promise<void> {
  const stats = await lstat(from);
  await makeFolder(dirname(to));
  const found = await find(to);
  if (found && !(stats.isFile() && found.ino === stats.ino && found.dev === stats.dev)) {
    throw exists(to);
  }
  try {
    await (found ? removeMoved(from, to) : place(from, to, stats.isFile()));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') {
      throw error;
    }
    await moveAcross(from, to);
  }
}

/**
 * Moves to another disk. The copy is made under a name that nobody else uses: whatever appears at
 * the path meanwhile is not touched.
 * @throws as `moveTo`
 */
export async function moveAcross(from: string, to: string): Promise<void> {
  const copied = `${to}.${randomUUID()}`;
  try {
    await copy(from, copied);
    await place(copied, to, (await lstat(copied)).isFile());
  } catch (error) {
    await rm(copied, { recursive: true, force: true });
    throw error;
  }
  await syncFolder(dirname(to));
  await rm(from, { recursive: true });
}

/** Moves on one disk. */
async function place(from: string, to: string, isFile: boolean): Promise<void> {
  try {
    await (isFile ? moveFile(from, to) : renameSynced(from, to));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'EEXIST' || code === 'ENOTEMPTY' ? exists(to, error) : error;
  }
}

/** Moves by hard link: a rename would replace a file that appeared there in between. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // Some file systems have no hard links.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EMLINK') {
      throw error;
    }
    await renameSynced(from, to);
    return;
  }
  try {
    await removeMoved(from, to);
  } catch (error) {
    if (await find(from)) {
      // A disk that refuses this, too, keeps both names, and the next move completes this one.
      await rm(to, { force: true }).catch(() => undefined);
    }
    throw error;
  }
}

/** Removes the old name of a file once the new one cannot be lost. */
async function removeMoved(from: string, to: string): Promise<void> {
  await syncFolder(dirname(to));
  await rm(from);
  await syncMoved(dirname(from));
}

async function renameSynced(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncMoved(dirname(to));
  await syncMoved(dirname(from));
}

/** Syncs after a move: without it, a power cut may leave an old name, but loses none. */
function syncMoved(folder: string): Promise<void> {
  return syncFolder(folder).catch(() => undefined);
}

async function copy(from: string, to: string): Promise<void> {
  if ((await lstat(from)).isFile()) {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    await syncFile(to);
    return;
  }
  await cp(from, to, {
    recursive: true,
    errorOnExist: true,
    force: false,
    verbatimSymlinks: true,
    preserveTimestamps: true,
  });
  await syncTree(to);
}

async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      await syncTree(path);
    } else if (entry.isFile()) {
      await syncFile(path);
    }
  }
  await syncFolder(folder);
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  await file.sync().finally(() => file.close());
}

/** @returns `undefined` if there is nothing */
async function find(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

function exists(path: string, cause?: unknown): UserError {
  return new UserError('file.exists', l10n.t('Nothing was moved: {0} already exists.', path), {
    cause,
  });
}

import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, cp, link, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../base/errors';

/**
 * Moves a file or folder to a free path, even on another disk, and creates the parent folders. The
 * source is removed last: a crash may leave two copies, but never none.
 * @throws UserError `file.exists`; the system error, `ENOENT` if there is nothing to move
 */
export async function moveTo(from: string, to: string): Promise<void> {
  const stats = await lstat(from);
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  if (await isThere(to)) {
    throw exists(to);
  }
  try {
    await place(from, to, stats.isFile());
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
  await rm(from, { recursive: true });
}

/** Moves on one disk. */
async function place(from: string, to: string, isFile: boolean): Promise<void> {
  try {
    await (isFile ? moveFile(from, to) : rename(from, to));
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
    await rename(from, to);
    return;
  }
  await rm(from);
}

async function copy(from: string, to: string): Promise<void> {
  if ((await lstat(from)).isFile()) {
    await copyFile(from, to, constants.COPYFILE_EXCL);
    const file = await open(to, 'r+');
    await file.sync().finally(() => file.close());
    return;
  }
  await cp(from, to, {
    recursive: true,
    errorOnExist: true,
    force: false,
    verbatimSymlinks: true,
    preserveTimestamps: true,
  });
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return false;
    }
    throw error;
  }
}

function exists(path: string, cause?: unknown): UserError {
  return new UserError('file.exists', l10n.t('Nothing was moved: {0} is there already.', path), {
    cause,
  });
}

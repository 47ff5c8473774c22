import { constants } from 'node:fs';
import { copyFile, cp, link, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../base/errors';

/**
 * Moves a file or folder to a place where nothing is, also to another disk; creates the folders
 * above it. What is at the old place is removed last, so that a crash leaves it twice, never lost.
 * @throws UserError `exists`; the system's error, `ENOENT` when there is nothing to move
 */
export async function moveTo(from: string, to: string): Promise<void> {
  const stats = await lstat(from);
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  if (await isThere(to)) {
    throw exists(to);
  }
  try {
    await (stats.isFile() ? moveFile(from, to) : rename(from, to));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTEMPTY') {
      throw exists(to, error);
    }
    if (code !== 'EXDEV') {
      throw error;
    }
    await copyWhole(from, to);
    await rm(from, { recursive: true });
  }
}

/** A rename would replace what came there in between; a second name does not. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    // Some file systems have no second names.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EMLINK') {
      throw error;
    }
    await rename(from, to);
    return;
  }
  await rm(from);
}

async function copyWhole(from: string, to: string): Promise<void> {
  try {
    await copy(from, to);
  } catch (error) {
    await rm(to, { recursive: true, force: true });
    throw error;
  }
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
  return new UserError('exists', `Nothing was moved: ${path} is there already.`, { cause });
}

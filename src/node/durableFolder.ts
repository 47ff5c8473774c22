import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Codes of systems that cannot sync folders: Windows, and some network drives. */
const unsupported = new Set(['EPERM', 'EACCES', 'EISDIR', 'EINVAL', 'ENOTSUP', 'EBADF']);
/** Nobody else reads the folders of the product. */
const privately = 0o700;

/** Creates a folder with its parents, all of which survive a power cut. */
export async function makeFolder(path: string, mode = privately): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode });
  for (const parent of parentsOf(first, path)) {
    await syncFolder(parent);
  }
}

export function makeFolderSync(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: privately });
  for (const parent of parentsOf(first, path)) {
    syncFolderSync(parent);
  }
}

/**
 * Brings the names in a folder to the disk, where the system can do so. Without this, a power cut
 * may take back what was created, renamed or removed there.
 */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    requireUnsupported(error);
  }
}

export function syncFolderSync(path: string): void {
  try {
    const folder = openSync(path, 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    requireUnsupported(error);
  }
}

/** @throws the error, unless it says that folders cannot be synced here */
function requireUnsupported(error: unknown): void {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!unsupported.has(code)) {
    throw error;
  }
}

/** Returns the folders that got a new name: the parents of `last` up to that of `first`. */
function parentsOf(first: string | undefined, last: string): string[] {
  const parents: string[] = [];
  for (let path = last; first !== undefined && path.length >= first.length; path = dirname(path)) {
    parents.push(dirname(path));
  }
  return parents;
}

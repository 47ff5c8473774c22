import { constants, lstatSync, type Stats } from 'node:fs';
import { access, lstat, open, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { isFolder } from '../../node/isFolder';
import { isWithin } from '../../node/isWithin';
import { realOrNearest } from '../../node/realOrNearest';
import { readInto, withRegularFile } from '../../node/regularFileSync';
import { largestFile } from './settingsText';

/** A file as it is on disk. */
export interface StoredFile {
  /** File behind all links: what is written. */
  readonly target: string;
  /** Absent if there is no file. */
  readonly bytes?: Uint8Array;
  /** Permission bits. */
  readonly mode?: number;
  /** Why it must not be written. */
  readonly obstacle?: string;
}

/**
 * Reads a file, however it can be read, and says why it must not be written.
 * @param root folder that a link must not lead out of; none for a file of the user's own, which is
 * often a link into a folder of dotfiles
 */
export async function readStored(path: string, root: string | undefined): Promise<StoredFile> {
  const entry = await lstat(path).catch((error: NodeJS.ErrnoException) => error);
  if (entry instanceof Error) {
    return entry.code === 'ENOENT' ? missing(path, root) : blocked(path, failure(entry));
  }
  const target = await realpath(path).catch((error: NodeJS.ErrnoException) => error);
  if (target instanceof Error) {
    return blocked(path, l10n.t('It is a link that leads nowhere'));
  }
  const { content, obstacle } = await contentOf(target);
  if (!content) {
    return blocked(target, obstacle);
  }
  if (root !== undefined && !(await isWithin(root, target))) {
    return { target, ...content, obstacle: outside() };
  }
  const canWrite = await access(target, constants.W_OK).then(
    () => true,
    () => false,
  );
  // The superuser may write any file; its owner has said otherwise.
  return canWrite && content.mode & 0o222
    ? { target, ...content }
    : { target, ...content, obstacle: l10n.t('It is read-only') };
}

/** Reads a file that is to be changed or made. A folder that is gone is not made anew for it. */
export async function readForChange(path: string, root: string | undefined): Promise<StoredFile> {
  const stored = await readStored(path, root);
  return root === undefined || stored.obstacle !== undefined || (await isFolder(root))
    ? stored
    : { ...stored, obstacle: l10n.t('Its folder is gone') };
}

/**
 * Whether a file still has this content; undefined stands for no file. Something else in its place
 * is a change: a link, and a pipe or a device, for which nobody waits.
 */
export function isUnchanged(path: string, bytes: Uint8Array | undefined): boolean {
  try {
    if (bytes === undefined) {
      return lstatSync(path, { throwIfNoEntry: false }) === undefined;
    }
    return withRegularFile(path, (file, stats) => holds(file, stats, bytes)) === true;
  } catch {
    // Something else is there, which nobody may look at.
    return false;
  }
}

function holds(file: number, { size }: Stats, bytes: Uint8Array): boolean {
  if (size !== bytes.length) {
    return false;
  }
  const found = Buffer.alloc(bytes.length);
  return readInto(file, found) === bytes.length && found.equals(bytes);
}

/** Whether a path still leads to the same file, which may be changed and has this content. */
export async function isStillStored(
  { path, root }: { readonly path: string; readonly root: string | undefined },
  target: string,
  bytes: Uint8Array,
): Promise<boolean> {
  const now = await readStored(path, root);
  return now.obstacle === undefined && now.target === target && isUnchanged(target, bytes);
}

async function missing(path: string, root: string | undefined): Promise<StoredFile> {
  const folder = await realOrNearest(dirname(path));
  const target = join(folder, basename(path));
  return root === undefined || (await isWithin(await realOrNearest(root), folder))
    ? { target }
    : { target, obstacle: outside() };
}

/** Opens for reading without waiting for the other end of a pipe. Not all systems have the flag. */
const readFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Reads a regular file. Neither waits for a pipe nor reads a device. */
async function contentOf(path: string) {
  const file = await open(path, readFlags).catch((error: NodeJS.ErrnoException) => error);
  if (file instanceof Error) {
    return { obstacle: failure(file) };
  }
  try {
    const entry = await file.stat();
    if (!entry.isFile()) {
      return { obstacle: l10n.t('It is a folder, a pipe or a device') };
    }
    if (entry.size > largestFile) {
      return { obstacle: l10n.t('It is larger than 8 MB') };
    }
    return { content: { bytes: await file.readFile(), mode: entry.mode & 0o7777 } };
  } finally {
    await file.close();
  }
}

function blocked(target: string, obstacle = l10n.t('It cannot be read')): StoredFile {
  return { target, obstacle };
}

function outside(): string {
  return l10n.t('It is behind a link that leads out of its folder');
}

function failure({ code }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return l10n.t('You may not read it');
    case 'EISDIR':
      return l10n.t('It is a folder, a pipe or a device');
    case 'ENOTDIR':
      return l10n.t('A file is in the place of its folder');
    default:
      return l10n.t('It cannot be read ({0})', code ?? '');
  }
}

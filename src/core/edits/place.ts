import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, parse, resolve } from 'node:path';
import { isWithin } from '../../node/isWithin';

/** File that a path led to when its content was recorded. */
export interface Place {
  /** Absolute path without links. */
  readonly real: string;
  /** Number of the file in its file system, if there was a file. */
  readonly inode?: string | undefined;
}

/** A path with the place that it led to; records of earlier versions name none. */
export interface Located {
  readonly path: string;
  readonly place?: Place | undefined;
}

/** Links on the way to one file; more are a loop. */
const mostLinks = 40;

/** Windows does not know the flag. */
const noFollow = constants.O_NOFOLLOW ?? 0;

/**
 * Follows all links on the way to a file, even where there is no file. Other names stay as they are
 * spelled, so that two results differ only if links do.
 * @throws the system error when a folder on the way cannot be looked into
 */
export async function realPlace(path: string): Promise<string> {
  const whole = resolve(path);
  // For most files, this single call of the system finds that there are no links.
  if ((await realpath(whole).catch(() => undefined)) === whole) {
    return whole;
  }
  let [real, names] = splitPath(whole);
  for (let links = 0; ; ) {
    const [name, ...others] = names;
    if (name === undefined) {
      return real;
    }
    // Links are resolved before what follows them, so that ".." leaves the folder behind the link.
    const next = name === '..' ? dirname(real) : join(real, name);
    const target = name === '..' ? undefined : await targetOf(next);
    if (target === undefined) {
      [real, names] = [next, others];
      continue;
    }
    links += 1;
    if (links > mostLinks) {
      throw Object.assign(new Error(`Too many links: ${path}`), { code: 'ELOOP' });
    }
    const [root, targetNames] = splitPath(target);
    real = isAbsolute(target) ? root : real;
    names = [...targetNames, ...others];
  }
}

/**
 * Whether a path leads to the same file as when it was recorded.
 * @param folders that links may lead to if the record does not say where they led
 */
export async function isWhereRecorded(
  { path, place }: Located,
  real: string,
  folders: readonly string[],
): Promise<boolean> {
  if (place) {
    return place.real === real;
  }
  const isBelow = await Promise.all(folders.map(folder => isWithin(folder, real)));
  return real === resolve(path) || isBelow.includes(true);
}

/**
 * Opens the file at a path that has no links in it, for reading.
 * @throws the system's error, also if the file itself has become a link
 */
export function openForReading(real: string): Promise<FileHandle> {
  return open(real, constants.O_RDONLY | noFollow);
}

/**
 * Opens the file at a path that has no links in it, for writing.
 * @throws the system's error; one of code `ELOOP` if a link was put there meanwhile
 */
export async function openForWriting(
  real: string,
  flags: number,
  mode?: number,
): Promise<FileHandle> {
  const file = await open(real, flags | noFollow, mode);
  try {
    // Nothing opens a path without following links in its folders, so they are checked afterwards.
    const [opened, found] = await Promise.all([
      file.stat({ bigint: true }),
      lstat(real, { bigint: true }),
    ]);
    if (opened.ino !== found.ino || (await realPlace(real)) !== real) {
      throw Object.assign(new Error(`A link was put in place of ${real}`), { code: 'ELOOP' });
    }
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Returns what a link contains; `undefined` for anything else. Junctions of Windows are links. */
async function targetOf(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? await readlink(path) : undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return undefined;
    }
    throw error;
  }
}

/** Splits a path into its root, which is empty for a relative one, and names. */
function splitPath(path: string): [root: string, names: string[]] {
  const { root } = parse(path);
  const names = path.slice(root.length).split(process.platform === 'win32' ? /[\\/]/ : '/');
  return [root, names.filter(name => name !== '' && name !== '.')];
}

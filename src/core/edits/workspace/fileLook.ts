import type { Stats } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { lstat } from '../../../node/callbackFs';
import type { LinkedFolders } from './linkedFolders';

/** Reason why a changed file is not compared. */
export type LeftOut = 'tooLarge' | 'tooMuch' | 'notRegular' | 'unreadable';

/** Describes a path, without following links. */
export interface FileLook {
  readonly kind: 'file' | 'folder' | 'other';
  /** Bytes. */
  readonly size: number;
  readonly isReadable: boolean;
  /** Differs after each change of a file, as far as its times tell. */
  readonly look: string;
}

/**
 * Looks at a path below a root.
 * @param linked of the same root
 * @returns `undefined` if nothing is there, or only behind a link
 */
export async function lookAt(
  root: string,
  path: string,
  linked: LinkedFolders,
): Promise<FileLook | undefined> {
  const absolute = join(root, path);
  const isElsewhere = await linked.leadTo(path);
  const entry = isElsewhere ? undefined : await lstat(absolute).catch(() => undefined);
  if (!entry) {
    return undefined;
  }
  const { ino, size, mtimeMs } = entry;
  const isFile = entry.isFile();
  return {
    kind: isFile ? 'file' : entry.isDirectory() ? 'folder' : 'other',
    size,
    isReadable: isFile && (isSurelyReadable(entry) || (await canRead(absolute))),
    look: `${ino}:${size}:${mtimeMs}`,
  };
}

/** Avoids a system call where the mode decides, since there may be many files. */
function isSurelyReadable({ mode, uid }: Stats): boolean {
  return (mode & 0o444) === 0o444 || ((mode & 0o400) !== 0 && uid === process.getuid?.());
}

function canRead(path: string): Promise<boolean> {
  return access(path, constants.R_OK).then(
    () => true,
    () => false,
  );
}

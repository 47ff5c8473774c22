import { constants } from 'node:fs';
import { type FileHandle, rm } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../../base/errors';
import { openForWriting } from '../place';

/** Parts of a file handle. */
type OpenedFile = Pick<FileHandle, 'write' | 'stat' | 'truncate' | 'sync' | 'chmod' | 'close'>;

/** Opens a file, see `fs.open`. */
export type OpenFile = (path: string, flags: number, mode?: number) => Promise<OpenedFile>;

/**
 * Replaces the bytes of a file without replacing the file: hard links, permissions and file
 * watchers stay intact. If that fails, for instance on a full disk, the file has its old bytes
 * again.
 * @param path without links in it
 * @param mode permission bits to change to
 * @throws UserError `file.damaged` if it has not, otherwise the system's error
 */
export async function overwrite(
  path: string,
  bytes: Uint8Array,
  old: Uint8Array,
  openFile: OpenFile = openForWriting,
  mode?: number,
): Promise<void> {
  // Not emptied first: the room that the old bytes take is theirs until the end.
  const file = await openFile(path, constants.O_RDWR);
  try {
    if (mode !== undefined) {
      // Before the bytes, which may be private; the file is open for writing whatever the mode.
      await file.chmod(mode);
    }
    await replace(file, bytes).catch(async (error: unknown) => {
      await replace(file, old).catch((second: unknown) => {
        throw damaged(path, error, second);
      });
      throw error;
    });
  } finally {
    await file.close();
  }
}

/**
 * Writes a file that is not there yet. If that fails, there is none again.
 * @param path without links in it
 * @param mode permission bits
 */
export async function create(
  path: string,
  bytes: Uint8Array,
  mode?: number,
  openFile: OpenFile = openForWriting,
): Promise<void> {
  // Nobody else may read a private file, not even for a moment.
  const file = await openFile(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
    mode,
  );
  try {
    await replace(file, bytes);
    if (mode !== undefined) {
      // The mask of this process has no part in it.
      await file.chmod(mode);
    }
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Whether a file is as `overwrite` or `create` leaves it if the process ends before they are done:
 * the new bytes up to some place, then the old ones.
 * @param old `undefined`: there was no file
 */
export function isHalfWritten(
  present: Uint8Array,
  bytes: Uint8Array,
  old: Uint8Array = new Uint8Array(),
): boolean {
  let written = 0;
  while (written < present.length && present[written] === bytes[written]) {
    written += 1;
  }
  return Buffer.compare(present.subarray(written), old.subarray(written)) === 0;
}

async function replace(file: OpenedFile, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, written);
    written += bytesWritten;
  }
  // Another window may have made it shorter meanwhile: growing it again would add zero bytes.
  if ((await file.stat()).size > bytes.length) {
    await file.truncate(bytes.length);
  }
  // The record is about to say that the file has these bytes, also after a power cut.
  await file.sync();
}

function damaged(path: string, cause: unknown, second: unknown): UserError {
  const message = l10n.t(
    '{0} could not be written, and its earlier content could not be put back: {1}. Restore it from a backup or from version control.',
    path,
    messageOf(cause),
  );
  return new UserError('file.damaged', message, { cause, detail: messageOf(second) });
}

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { UserError } from '../base/errors';

/** Does not wait for the other end of a pipe. Not all systems have the flag. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const megabyte = 1024 * 1024;

/**
 * Opens a file that somebody else chose. It follows links, but does not wait for a pipe.
 * @throws UserError `file.irregular`; the system error if there is no such file
 */
export async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, flags);
  try {
    if ((await file.stat()).isFile()) {
      return file;
    }
    throw new UserError(
      'file.irregular',
      l10n.t('it is a folder, a pipe or a device. Put a regular file in its place.'),
    );
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Reads the text of a file that somebody else chose. It follows links, but neither waits for a pipe
 * nor reads an endless device.
 * @param megabytes maximum size
 * @throws UserError `file.irregular`, `file.tooLarge`; the system error if there is no such file
 */
export async function readBoundedText(path: string, megabytes: number): Promise<string> {
  const file = await openRegular(path);
  try {
    const entry = await file.stat();
    const bytes = Buffer.allocUnsafe(megabytes * megabyte + 1);
    let length = entry.size >= bytes.length ? bytes.length : 0;
    // Sizes may be wrong: a file can grow, and those of the system say 0.
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, null);
      if (bytesRead === 0) {
        return bytes.toString('utf8', 0, length);
      }
      length += bytesRead;
    }
    throw new UserError(
      'file.tooLarge',
      l10n.t('it is larger than {0} MB. Remove from it what is not needed.', megabytes),
    );
  } finally {
    await file.close();
  }
}

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { UserError } from '../base/errors';

/** Does not wait for the other end of a pipe. Not all systems have the flag. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const megabyte = 1024 * 1024;
/** Bytes for files that say they are empty. */
const leastBuffer = 4096;

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
    const { size } = await file.stat();
    const most = megabytes * megabyte + 1;
    let bytes = Buffer.allocUnsafe(Math.min(most, Math.max(size + 1, leastBuffer)));
    let length = size >= most ? most : 0;
    // Sizes may be wrong: a file can grow, and those of the system say 0.
    while (length < most) {
      if (length === bytes.length) {
        bytes = Buffer.concat([bytes], Math.min(most, 2 * length));
      }
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

/** Reads files of one list, which have a limit together: a folder may hold hundreds of large ones. */
export class BoundedTexts {
  private left: number;

  /** @param megabytes maximum of all texts */
  constructor(private readonly megabytes: number) {
    this.left = megabytes * megabyte;
  }

  /** @throws UserError `file.tooLarge` once the texts are too large together; see `readBoundedText` */
  async read(path: string, megabytes: number): Promise<string> {
    const text = this.left > 0 ? await readBoundedText(path, megabytes) : '';
    this.left -= text.length;
    if (this.left <= 0) {
      throw new UserError(
        'file.tooLarge',
        l10n.t('the list is larger than {0} MB. Remove files that are not needed.', this.megabytes),
      );
    }
    return text;
  }
}

import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../../base/errors';
import { makeFolder, syncFolder } from '../../../node/durableFolder';
import { readPlace } from '../fileContent';
import { isWhereRecorded, type Located, realPlace } from '../place';
import { type Bytes, sameBytes } from './contents';
import { create, overwrite } from './inPlace';
import type { Present } from './plan';

/**
 * Access to the files that decisions are about. Each is the file that its path led to when the
 * change was recorded; links that have come since are not followed.
 */
export interface ReviewedFiles {
  /** @throws UserError `file.unreadable`; `file.relinked` when the path leads to another file */
  read(file: Located): Promise<Present>;
  /** Whether the file is as `FilesOnDisk` reads and writes it: no editor has it open. */
  isOnDiskOnly?(path: string): boolean;
  /**
   * Writes these bytes to the file; `undefined` removes it.
   * @param mode permission bits that the file is to have; absent: those that it has
   * @throws as `read`; UserError `file.changed` when the file no longer matches `now`, `file.shared`
   *   when it has become a hard link, `file.unwritable`
   */
  write(file: Located, bytes: Bytes, now: Present, mode?: number): Promise<void>;
}

/** Files as they are on disk, ignoring unsaved changes in editors. */
export class FilesOnDisk implements ReviewedFiles {
  /** @param folders that links may lead to if it is not recorded where they led */
  constructor(private readonly folders: () => readonly string[]) {}

  isOnDiskOnly(): boolean {
    return true;
  }

  async read(file: Located): Promise<Present> {
    const { path } = file;
    const content = await readPlace(await this.placeOf(file));
    if (content.kind === 'unreadable') {
      throw unreadable(path, content.reason);
    }
    const { place } = content;
    if (content.kind === 'absent') {
      return { bytes: undefined, isUnsaved: false, place };
    }
    const { bytes, mode, names } = content;
    return { bytes, isUnsaved: false, mode, place, names };
  }

  async write(file: Located, bytes: Bytes, now: Present, mode?: number): Promise<void> {
    const { path } = file;
    const present = await this.read(file);
    if (!sameBytes(present.bytes, now.bytes)) {
      throw new UserError('file.changed', l10n.t('{0} has just changed. Look at it again.', path));
    }
    const real = present.place?.real ?? path;
    if (bytes) {
      requireUnshared(file, present);
    }
    try {
      if (!bytes) {
        await rm(real, { force: true });
        await syncFolder(dirname(real));
      } else if (present.bytes) {
        await overwrite(
          real,
          bytes,
          present.bytes,
          undefined,
          mode === present.mode ? undefined : mode,
        );
      } else {
        await makeFolder(dirname(real), 0o777);
        await create(real, bytes, mode);
        await syncFolder(dirname(real));
      }
    } catch (error) {
      const message = l10n.t('{0} could not be written: {1}', path, messageOf(error));
      throw new UserError('file.unwritable', message, { cause: error });
    }
  }

  private async placeOf(file: Located): Promise<string> {
    const { path } = file;
    const real = await realPlace(path).catch((error: unknown) => {
      throw unreadable(path, messageOf(error));
    });
    if (!(await isWhereRecorded(file, real, this.folders()))) {
      throw new UserError(
        'file.relinked',
        l10n.t(
          '{0} now leads to {1}, which is not where its changes were recorded. Put back what was in place of the link, then try again.',
          path,
          real,
        ),
      );
    }
    return real;
  }
}

/**
 * Requires that writing a file changes no other one.
 * @throws UserError `file.shared` when it has become a hard link since its change was recorded
 */
export function requireUnshared({ path, place }: Located, { names = 1, ...now }: Present): void {
  if (names > 1 && (!place || place.inode !== now.place?.inode)) {
    throw new UserError(
      'file.shared',
      l10n.t(
        '{0} has become a hard link, so writing it could change a file elsewhere. Replace it with a copy of itself, then try again.',
        path,
      ),
    );
  }
}

function unreadable(path: string, reason: string): UserError {
  return new UserError('file.unreadable', l10n.t('{0} cannot be read. {1}', path, reason));
}

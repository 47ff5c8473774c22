import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../../base/errors';
import { readContent } from '../fileContent';
import { type Bytes, sameBytes } from './contents';
import { create, overwrite } from './inPlace';
import type { Present } from './plan';

/** Access to the files that decisions are about. */
export interface ReviewedFiles {
  /** @throws UserError `file.unreadable` */
  read(path: string): Promise<Present>;
  /**
   * Writes these bytes to the file; `undefined` removes it.
   * @throws UserError `file.changed` when the file no longer matches `now`, `file.unwritable`
   */
  write(path: string, bytes: Bytes, now: Present, mode?: number): Promise<void>;
}

/** Files as they are on disk, ignoring unsaved changes in editors. */
export const filesOnDisk: ReviewedFiles = {
  async read(path) {
    const content = await readContent(path);
    if (content.kind === 'unreadable') {
      throw new UserError(
        'file.unreadable',
        l10n.t('{0} cannot be read. {1}', path, content.reason),
      );
    }
    return {
      bytes: content.kind === 'read' ? content.bytes : undefined,
      isUnsaved: false,
      ...(content.kind === 'read' ? { mode: content.mode } : {}),
    };
  },

  async write(path, bytes, now, mode) {
    const { bytes: present } = await this.read(path);
    if (!sameBytes(present, now.bytes)) {
      throw new UserError('file.changed', l10n.t('{0} has just changed. Look at it again.', path));
    }
    try {
      if (!bytes) {
        await rm(path, { force: true });
        return;
      }
      await mkdir(dirname(path), { recursive: true });
      await (present ? overwrite(path, bytes, present) : create(path, bytes, mode));
    } catch (error) {
      const message = l10n.t('{0} could not be written: {1}', path, messageOf(error));
      throw new UserError('file.unwritable', message, { cause: error });
    }
  },
};

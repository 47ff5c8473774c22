import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, UserError } from '../../../base/errors';
import { readContent } from '../fileContent';
import { type Bytes, sameBytes } from './contents';
import type { Present } from './plan';

/** The files that decisions are about. */
export interface ReviewedFiles {
  /** @throws UserError `unreadable` */
  read(path: string): Promise<Present>;
  /**
   * Makes the file these bytes; `undefined` removes it.
   * @throws UserError `changed` when it is no longer what `now` says, `unwritable`
   */
  write(path: string, bytes: Bytes, now: Present, mode?: number): Promise<void>;
}

/** Files as they are on disk, whatever an editor has not saved. */
export const filesOnDisk: ReviewedFiles = {
  async read(path) {
    const content = await readContent(path);
    if (content.kind === 'unreadable') {
      throw new UserError('unreadable', `${path} cannot be read. ${content.reason}`);
    }
    return {
      bytes: content.kind === 'read' ? content.bytes : undefined,
      isUnsaved: false,
      ...(content.kind === 'read' && content.executableMode !== undefined
        ? { mode: content.executableMode }
        : {}),
    };
  },

  async write(path, bytes, now, mode) {
    const { bytes: present } = await this.read(path);
    if (!sameBytes(present, now.bytes)) {
      throw new UserError('changed', `${path} has just changed. Look at it again.`);
    }
    try {
      if (!bytes) {
        await rm(path, { force: true });
        return;
      }
      await mkdir(dirname(path), { recursive: true });
      // In place: links, permissions and whoever watches the file keep it.
      await writeFile(path, bytes);
      if (mode !== undefined && !present) {
        await chmod(path, mode);
      }
    } catch (error) {
      const message = `${path} could not be written: ${messageOf(error)}`;
      throw new UserError('unwritable', message, { cause: error });
    }
  },
};

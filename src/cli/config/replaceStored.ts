import { chmod } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import { writeFileAtomic } from '../../node/atomicFile';
import { isUnchanged } from './storedFile';

/**
 * Writes a file if it still has the content `before`; undefined stands for no file.
 * @returns whether it had
 * @throws UserError `settings.unwritable`
 */
export async function replaceStored(
  path: string,
  before: Uint8Array | undefined,
  after: Uint8Array,
  mode = 0o644,
): Promise<boolean> {
  let isDone = false;
  const isWanted = () => {
    isDone = isUnchanged(path, before);
    return isDone;
  };
  try {
    await writeFileAtomic(path, after, { mode, isWanted });
    if (isDone && before !== undefined) {
      // The process may mask bits that the file had.
      await chmod(path, mode);
    }
    return isDone;
  } catch (error) {
    const reason = l10n.t('{0} cannot be written: {1}', path, messageOf(error));
    throw new UserError('settings.unwritable', reason, { cause: error });
  }
}

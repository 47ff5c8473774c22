import { rm, rmdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../../base/errors';
import { isStillStored, isUnchanged, readForChange } from '../../../cli/config/storedFile';
import { writeFileAtomic } from '../../../node/atomicFile';
import { makeFolder } from '../../../node/durableFolder';
import { isFolder } from '../../../node/isFolder';
import type { ActionOutcome } from '../model/sectionSource';
import type { ChangePreview } from './changePreview';

export interface NewFile {
  readonly path: string;
  /** Folder that a link must not lead out of; undefined for a file of the user's own. */
  readonly root: string | undefined;
  readonly text: string;
}

/**
 * Shows a new file beside nothing, and creates none.
 * @throws UserError `file.exists`, `settings.readOnly`
 */
export async function previewFile(file: NewFile, preview: ChangePreview): Promise<ActionOutcome> {
  await free(file);
  const { path, text } = file;
  const title = l10n.t('{0}: new file', basename(path));
  await preview.show(title, [{ path, stored: {}, after: Buffer.from(text) }]);
  return {};
}

/**
 * Creates a file; undo removes it if nobody has changed it since.
 * @throws UserError `file.exists`, `settings.readOnly`, `settings.unwritable`
 */
export async function createFile(file: NewFile): Promise<ActionOutcome> {
  const { path, text } = file;
  const target = await free(file);
  const content = Buffer.from(text);
  const hadFolder = await isFolder(dirname(target));
  let isMade = false;
  const isWanted = () => {
    isMade = isUnchanged(target, undefined);
    return isMade;
  };
  try {
    await makeFolder(dirname(target), 0o777);
    await writeFileAtomic(target, content, { mode: 0o644, isWanted });
  } catch (error) {
    const message = l10n.t('{0} cannot be written: {1}', path, messageOf(error));
    throw new UserError('settings.unwritable', message, { cause: error });
  }
  if (!isMade) {
    throw new UserError('file.exists', l10n.t('{0} already exists. Choose another name.', path));
  }
  return {
    text: l10n.t('Created {0}.', basename(path)),
    undo: async () => {
      if (!(await isStillStored(file, target, content))) {
        const message = l10n.t('{0} has changed since, and is kept.', path);
        throw new UserError('settings.changed', message);
      }
      await rm(target);
      if (!hadFolder) {
        // Somebody may have put something else there: then the folder stays.
        await rmdir(dirname(target)).catch(() => undefined);
      }
    },
  };
}

/** Returns the path behind all links. @throws UserError if a file cannot be created there */
async function free({ path, root }: NewFile): Promise<string> {
  const { bytes, target, obstacle } = await readForChange(path, root);
  if (bytes !== undefined) {
    throw new UserError('file.exists', l10n.t('{0} already exists. Choose another name.', path));
  }
  if (obstacle !== undefined) {
    throw new UserError('settings.readOnly', l10n.t('{0} cannot be created. {1}.', path, obstacle));
  }
  return target;
}

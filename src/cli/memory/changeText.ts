import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { makeFolder } from '../../node/durableFolder';
import type { PlannedFile } from '../config/fileEdit';
import { replaceStored } from '../config/replaceStored';
import { isStillStored, readForChange } from '../config/storedFile';

/** A memory file, which need not exist. */
export interface MemoryPlace {
  readonly path: string;
  /** Folder that a link must not lead out of; undefined for the user's own file. */
  readonly root: string | undefined;
}

/**
 * Computes a file with another text. Changes nothing.
 * @param change returns the new text; undefined if it cannot be made any more
 * @throws UserError `settings.readOnly` with the reason why it cannot be changed, `settings.changed`
 */
export async function planText(
  { path, root }: MemoryPlace,
  change: (text: string) => string | undefined,
): Promise<PlannedFile> {
  const stored = await readForChange(path, root);
  const { bytes = Buffer.of(), obstacle } = stored;
  const text = Buffer.from(bytes).toString('utf8');
  // A file with NUL, or in another encoding, is no text that the CLI reads.
  const isText = !bytes.includes(0) && Buffer.from(text).equals(bytes);
  const trouble = obstacle ?? (isText ? undefined : l10n.t('It is not a text in UTF-8'));
  if (trouble !== undefined) {
    const message = l10n.t('{0} cannot be changed. {1}.', path, trouble);
    throw new UserError('settings.readOnly', message);
  }
  const after = change(text);
  if (after === undefined) {
    throw changed(path);
  }
  return { path, stored, after: Buffer.from(after), inverse: [] };
}

/**
 * Writes a planned file. The undo restores the bytes from before.
 * @throws UserError `settings.changed` if somebody has just written the file
 */
export async function writeText(
  place: MemoryPlace,
  { path, stored, after }: PlannedFile,
): Promise<() => Promise<void>> {
  const { target, bytes, mode } = stored;
  await makeFolder(dirname(target), 0o777);
  if (!(await replaceStored(target, bytes, after, mode))) {
    throw changed(path);
  }
  return async () => {
    if (!(await isStillStored(place, target, after))) {
      throw changed(path);
    }
    if (bytes === undefined) {
      await rm(target);
    } else if (!(await replaceStored(target, after, bytes, mode))) {
      throw changed(path);
    }
  };
}

function changed(path: string): UserError {
  return new UserError(
    'settings.changed',
    l10n.t('{0} has just been changed by another program, and is kept as it is.', path),
  );
}

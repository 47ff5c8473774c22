import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { makeFolder } from '../../node/durableFolder';
import type { PlannedFile } from '../config/fileEdit';
import { replaceStored } from '../config/replaceStored';
import { isStillStored, readForChange } from '../config/storedFile';
import { prevailingLineEnding } from '../permissions/lineEndings';

/** Line for a memory file, which need not exist. */
export interface NewLine {
  readonly path: string;
  /** Folder that a link must not lead out of; undefined for the user's own file. */
  readonly root: string | undefined;
  readonly line: string;
}

/**
 * Computes a file with one more item at its end, in its own line ending. Changes nothing.
 * @throws UserError `settings.readOnly` with the reason why it cannot be changed
 */
export async function planLine({ path, root, line }: NewLine): Promise<PlannedFile> {
  const stored = await readForChange(path, root);
  const { bytes = Buffer.of(), obstacle } = stored;
  // A file with NUL is no text in the encoding that the CLI reads.
  const trouble = obstacle ?? (bytes.includes(0) ? l10n.t('It is not a text in UTF-8') : undefined);
  if (trouble !== undefined) {
    const message = l10n.t('{0} cannot be changed. {1}.', path, trouble);
    throw new UserError('settings.readOnly', message);
  }
  const text = Buffer.from(bytes).toString('utf8');
  const end = prevailingLineEnding(text);
  const start = /(?:^\uFEFF?|\n)$/.test(text) ? '' : end;
  const item = line.trim().replace(/\s*[\r\n]+\s*/g, ' ');
  const added = `${start}${/^[-*] /.test(item) ? '' : '- '}${item}${end}`;
  return { path, stored, after: Buffer.concat([bytes, Buffer.from(added)]), inverse: [] };
}

/**
 * Adds an item at the end of a file. The undo restores the bytes from before.
 * @throws UserError as `planLine`; `settings.changed` if somebody has just written the file
 */
export async function appendLine(line: NewLine): Promise<() => Promise<void>> {
  const { path, stored, after } = await planLine(line);
  const { target, bytes, mode } = stored;
  await makeFolder(dirname(target), 0o777);
  if (!(await replaceStored(target, bytes, after, mode))) {
    throw changed(path);
  }
  return async () => {
    if (!(await isStillStored(line, target, after))) {
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

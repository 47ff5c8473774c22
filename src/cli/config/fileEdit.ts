import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { editText } from './editText';
import type { SettingsEdit } from './settingsEdit';
import { parseSettings, type SettingsText } from './settingsText';
import { readForChange, type StoredFile } from './storedFile';

/** Edits of one file. */
export interface FileEdits {
  readonly path: string;
  /** Folder that a link must not lead out of. */
  readonly root: string | undefined;
  readonly edits: readonly SettingsEdit[];
}

/** Edits of one file, computed but not written. */
export interface PlannedFile {
  readonly path: string;
  readonly stored: StoredFile;
  readonly after: Uint8Array;
  /** Edits that take these back. Empty if nothing changes. */
  readonly inverse: readonly SettingsEdit[];
}

/**
 * Computes what a file would contain.
 * @throws UserError `settings.readOnly`, `settings.broken`, `settings.changed`, each naming the file
 */
export async function planFile({ path, root, edits }: FileEdits): Promise<PlannedFile> {
  const stored = await readForChange(path, root);
  if (stored.obstacle !== undefined) {
    throw new UserError(
      'settings.readOnly',
      l10n.t('{0} cannot be changed. {1}.', path, stored.obstacle),
    );
  }
  const edited = editText(contentOf(path, stored.bytes), edits);
  if (!edited) {
    throw new UserError(
      'settings.changed',
      l10n.t('{0} has changed in the meantime, and this change no longer applies to it.', path),
    );
  }
  return { path, stored, after: edited.bytes, inverse: edited.inverse };
}

function contentOf(path: string, bytes: Uint8Array = new Uint8Array()): SettingsText {
  const parsed = parseSettings(bytes);
  if (parsed.kind === 'broken') {
    const { line, reason } = parsed.trouble;
    throw new UserError(
      'settings.broken',
      l10n.t('{0} cannot be changed. {1} (line {2}). Correct the file first.', path, reason, line),
    );
  }
  return parsed;
}

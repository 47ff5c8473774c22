import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import { isFolder } from '../../node/isFolder';
import { isWithin } from '../../node/isWithin';
import { moveTo } from '../../node/moveTo';
import { realOrNearest } from '../../node/realOrNearest';

interface Removal {
  /** File or folder to remove. A link is removed itself, never what it leads to. */
  readonly path: string;
  /** Folder that must contain it; undefined for what is the user's own. */
  readonly root: string | undefined;
  /** Folder outside of what Claude Code reads, which keeps it for a week, for undo. */
  readonly keepIn: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Milliseconds. */
const week = 604_800_000;

/**
 * Moves a file or folder away. Returns a function that brings it back, which throws UserError
 * `file.exists` if something else has its place by then.
 * @throws UserError `file.outside`, `settings.unwritable`
 */
export async function removeDefinition({
  path,
  root,
  keepIn,
  now,
}: Removal): Promise<() => Promise<void>> {
  await requireInside(path, root);
  await removeOld(keepIn, now - week);
  const kept = join(keepIn, randomUUID(), basename(path));
  await move(path, kept);
  return async () => {
    await requireInside(path, root);
    await move(kept, path);
  };
}

/** A folder may have become a link, or be gone, before the removal is taken back. */
async function requireInside(path: string, root: string | undefined): Promise<void> {
  if (root === undefined) {
    return;
  }
  if (!(await isFolder(root))) {
    throw new UserError('file.outside', l10n.t('The folder of {0} is gone.', path));
  }
  if (!(await isWithin(await realOrNearest(root), await realOrNearest(dirname(path))))) {
    const message = l10n.t('{0} is behind a link that leads out of its folder.', path);
    throw new UserError('file.outside', message);
  }
}

/** Another window may remove the same. */
async function removeOld(keepIn: string, before: number): Promise<void> {
  const names = await readdir(keepIn).catch(() => []);
  for (const path of names.map(name => join(keepIn, name))) {
    const entry = await stat(path).catch(() => undefined);
    if (entry && entry.mtimeMs < before) {
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

async function move(from: string, to: string): Promise<void> {
  try {
    await moveTo(from, to);
  } catch (error) {
    if (error instanceof UserError) {
      throw error;
    }
    const message = l10n.t('{0} cannot be moved: {1}', basename(from), messageOf(error));
    throw new UserError('settings.unwritable', message, { cause: error });
  }
}

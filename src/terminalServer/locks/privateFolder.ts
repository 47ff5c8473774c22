import { constants } from 'node:fs';
import { lstat, mkdir, open, stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { messageOf, UserError } from '../../base/errors';
import type { Log } from '../../base/log';

/**
 * Creates a folder for secrets, or closes an existing one to other users. A folder behind a link
 * keeps its mode: somebody else may need it as it is.
 * @param user number of this process's user; `undefined` on Windows, where folders inherit access
 * @throws UserError `ide.foreignFolder` if others could replace what is in it; the system's error
 */
export async function makePrivateFolder(
  path: string,
  user: number | undefined,
  log: Log,
): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (user === undefined) {
    return;
  }
  const [named, found] = await Promise.all([lstat(path), stat(path)]);
  // Root is trusted, and trusts everybody: in a container, its home may belong to another user.
  const trusted = [user, 0];
  if (user !== 0 && !(trusted.includes(named.uid) && trusted.includes(found.uid))) {
    throw new UserError(
      'ide.foreignFolder',
      l10n.t('{0} belongs to another user. Remove it, or become its owner.', path),
    );
  }
  if (!named.isSymbolicLink()) {
    await closeToOthers(path).catch((error: unknown) =>
      log.warn('The folder of lock files stays as open as it is', { error: messageOf(error) }),
    );
  }
}

async function closeToOthers(path: string): Promise<void> {
  const folder = await open(
    path,
    constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
  );
  try {
    await folder.chmod(0o700);
  } finally {
    await folder.close();
  }
}

import { stat } from 'node:fs/promises';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { SessionId } from '../../contract/ids';
import { findSession } from './findSession';
import { sessionPath } from './sessionFile';
import { sessionFolder } from './sessionFolder';

/** @throws UserError `session.absent` if the session has no file */
export async function ofStored<T>(
  id: SessionId,
  cwd: string,
  env: NodeJS.ProcessEnv,
  read: (path: string) => Promise<T>,
): Promise<T> {
  return mustExist(async () => read(await storedPath(id, cwd, env)));
}

/** @throws UserError `session.absent` if there is no file */
export async function mustExist<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      const message = l10n.t('Claude Code has not stored this conversation, or it was deleted.');
      throw new UserError('session.absent', message, { cause: error });
    }
    throw error;
  }
}

export async function ownPath(id: SessionId, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return sessionPath(await sessionFolder(cwd, env), id);
}

/** Returns a session's path: in its conversation's folder, or else in any other folder. */
export async function storedPath(
  id: SessionId,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const own = await ownPath(id, cwd, env);
  const isThere = await stat(own).catch(() => undefined);
  return isThere ? own : ((await findSession(id, env))?.path ?? own);
}

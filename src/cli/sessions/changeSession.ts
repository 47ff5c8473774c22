import { constants } from 'node:fs';
import { type FileHandle, open, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import type { SessionId } from '../../contract/ids';
import { writeFileAtomic } from '../../node/atomicFile';
import { plainLine } from './plainText';
import { folderOfSession } from './sessionFiles';

interface NamedFile {
  readonly id: SessionId;
  readonly path: string;
}

const lineFeed = 0x0a;

/**
 * Adds a title to a stored session, as the line that the CLI itself would add. Only for a session
 * that no process has open: a live process is asked to rename it.
 * @returns the title as stored
 * @throws UserError `session.emptyTitle`, `session.absent`; the system's error if the file cannot be written
 */
export async function renameSession({ id, path }: NamedFile, title: string): Promise<string> {
  const customTitle = plainLine(title);
  if (customTitle === undefined) {
    throw new UserError(
      'session.emptyTitle',
      l10n.t('A title needs at least one character that can be seen.'),
    );
  }
  const line = `${JSON.stringify({ type: 'custom-title', customTitle, sessionId: id })}\n`;
  const file = await openExisting(path);
  try {
    const { atime, mtime } = await file.stat();
    const separator = (await endsWithLine(file)) ? '' : '\n';
    // A single write, appended after anything that another process adds at the same moment.
    await file.appendFile(separator + line);
    // A new title is no activity: the file must keep the time of the last message.
    await file.utimes(atime, mtime);
    await file.sync();
  } finally {
    await file.close();
  }
  return customTitle;
}

/** Archives as the CLI does: with a file in the session's folder, next to the transcript. */
export async function setArchived(
  { path }: NamedFile,
  isArchived: boolean,
  at: Date,
): Promise<void> {
  const folder = folderOfSession(path);
  const file = join(folder, 'archived.json');
  if (isArchived) {
    const entry = { archived: true, at: at.toISOString(), by: 'user' };
    await writeFileAtomic(file, JSON.stringify(entry));
    return;
  }
  await rm(file, { force: true });
  // The folder stays if it holds anything else; it may also never have existed.
  await rmdir(folder).catch(() => undefined);
}

/** Never creates a file: a deleted session must not come back with only a title. */
async function openExisting(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDWR | constants.O_APPEND);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      const message = l10n.t('Claude Code has not stored this conversation, or it was deleted.');
      throw new UserError('session.absent', message, { cause: error });
    }
    throw error;
  }
}

async function endsWithLine(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat();
  const last = Buffer.alloc(1);
  const { bytesRead } = await file.read(last, 0, 1, Math.max(0, size - 1));
  return bytesRead === 0 || last[0] === lineFeed;
}

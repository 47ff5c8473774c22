import { constants } from 'node:fs';
import { type FileHandle, open, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
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
 * Gives a stored session a title, by the one line that the CLI itself would add. Only for a session
 * that no process has open: a live one is asked to do it.
 * @returns the title as it was stored
 * @throws UserError `emptyTitle`, `absent`; the system's error when it cannot be written
 */
export async function renameSession({ id, path }: NamedFile, title: string): Promise<string> {
  const customTitle = plainLine(title);
  if (customTitle === undefined) {
    throw new UserError('emptyTitle', 'A title needs at least one character that can be seen.');
  }
  const line = `${JSON.stringify({ type: 'custom-title', customTitle, sessionId: id })}\n`;
  const file = await openExisting(path);
  try {
    const { atime, mtime } = await file.stat();
    const separator = (await endsWithLine(file)) ? '' : '\n';
    // In one go, behind whatever another process may add at the same moment.
    await file.appendFile(separator + line);
    // Nothing was said: whoever asks when somebody last was here must not find us.
    await file.utimes(atime, mtime);
    await file.sync();
  } finally {
    await file.close();
  }
  return customTitle;
}

/** Archives as the CLI does: by a file beside the transcript. */
export async function setArchived(
  { path }: NamedFile,
  isArchived: boolean,
  at: Date,
): Promise<void> {
  const folder = folderOfSession(path);
  const file = join(folder, 'archived.json');
  if (isArchived) {
    const mark = { archived: true, at: at.toISOString(), by: 'user' };
    await writeFileAtomic(file, JSON.stringify(mark));
    return;
  }
  await rm(file, { force: true });
  // The folder is left where it holds anything else, or was never there.
  await rmdir(folder).catch(() => undefined);
}

/** Never creates one: a session that is gone must not come back as a title alone. */
async function openExisting(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDWR | constants.O_APPEND);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      const message = 'Claude Code has not stored this conversation, or it was deleted.';
      throw new UserError('absent', message, { cause: error });
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

import type { ConversationEvent } from '../../contract/events';
import type { SessionId } from '../../contract/ids';
import { sessionEvents } from './sessionEvents';
import { holdsConversation, readSessionFile, readSubagentFiles, sessionPath } from './sessionFile';
import { sessionFolder } from './sessionFolder';

export interface StoredConversation {
  readonly events: readonly ConversationEvent[];
  /** Lines that could not be read. */
  readonly unreadable: number;
}

/**
 * A session of the CLI's own store, as events; `undefined` when it has no file, which it gets with its
 * first message. The CLI prints no history when it resumes.
 * @param until the id of the line that it is read up to; absent: to its end
 * @param folder where it is stored, when not with the sessions of `cwd`
 * @throws when the file is there and cannot be read
 */
export async function readStoredSession(
  id: SessionId,
  cwd: string,
  env: NodeJS.ProcessEnv,
  until?: string,
  folder?: string,
): Promise<StoredConversation | undefined> {
  const place = folder ?? (await sessionFolder(cwd, env));
  const file = await readSessionFile(sessionPath(place, id)).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') {
        return undefined;
      }
      throw error;
    },
  );
  if (!file) {
    return undefined;
  }
  const subagents = await readSubagentFiles(place, id);
  return {
    events: sessionEvents({ lines: file.lines, subagents, cwd, until }),
    unreadable: file.unreadable,
  };
}

/**
 * Whether the CLI can resume it: a session has messages in its file from its first one on. The file
 * of a fork may be there before them.
 * @throws when that cannot be found out: a folder that cannot be read is no proof of absence
 */
export async function hasStoredSession(
  id: SessionId,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  try {
    return await holdsConversation(sessionPath(await sessionFolder(cwd, env), id));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return false;
    }
    throw error;
  }
}

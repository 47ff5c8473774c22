import { realpath } from 'node:fs/promises';
import type { SessionId } from '../../contract/ids';
import { contains } from '../../core/edits/workspace/workTree';
import type { SessionWatch } from '../../protocol/sessionWatch';
import type { FolderUsers } from './worktreeRemoval';

/** Sources of information about conversations outside this window. */
export interface UserSources {
  /** Sessions that other windows have open. */
  openInWindows(): Promise<readonly SessionId[]>;
  /** Returns the folder of a stored session. */
  folderOf(id: SessionId): Promise<string | undefined>;
  /** Live agent processes, including our own. */
  live(): Promise<readonly { readonly sessionId: SessionId; readonly cwd?: string }[]>;
  readonly foreignProcesses: SessionWatch['foreignProcesses'];
  /** Process ids of this window's agents. */
  pids(): ReadonlySet<number>;
}

/** Finds conversations of other windows and terminals that run in a folder or below it. */
export async function findFolderUsers(folder: string, sources: UserSources): Promise<FolderUsers> {
  const isThere = async (path: string | undefined) =>
    path !== undefined && contains(folder, await realpath(path).catch(() => path));
  const inWindows = new Set(await sources.openInWindows());
  let windows = 0;
  for (const id of inWindows) {
    windows += (await isThere(await sources.folderOf(id))) ? 1 : 0;
  }
  const others = new Set<SessionId>();
  for (const { sessionId, cwd } of await sources.live()) {
    if (!inWindows.has(sessionId) && (await isThere(cwd))) {
      others.add(sessionId);
    }
  }
  const foreign = others.size > 0 ? await sources.foreignProcesses(others, sources.pids()) : [];
  return { windows, pids: foreign.map(({ pid }) => pid) };
}

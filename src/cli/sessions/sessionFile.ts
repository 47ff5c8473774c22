import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { UserError } from '../../base/errors';
import { LineSplitter } from '../../node/lineSplitter';
import { parseSessionLine, type SessionLine } from '../../protocol/sessionLine';

const sessionId = /^[A-Za-z0-9-]{1,100}$/;

export interface SessionFile {
  readonly lines: readonly SessionLine[];
  /** Number of unreadable lines: a half-written last line, or lines that are too long. */
  readonly unreadable: number;
}

/** A subagent's own file, stored with the session. */
export interface SubagentFile extends SessionFile {
  readonly agentId: string;
}

/**
 * Opens a regular file; anything else is refused, because a pipe would never end.
 * @throws the file system's error, `ENOENT` for a session that has no message yet; UserError
 */
export async function openSessionFile(path: string): Promise<FileHandle> {
  if (!(await stat(path)).isFile()) {
    throw new UserError(
      'session.unreadable',
      l10n.t('The conversation cannot be read: {0} is not a file.', path),
    );
  }
  return open(path);
}

/**
 * @param limit maximum number of bytes to read
 * @throws as `openSessionFile`
 */
export async function readSessionFile(
  path: string,
  limit = Number.POSITIVE_INFINITY,
): Promise<SessionFile> {
  const lines: SessionLine[] = [];
  let unreadable = 0;
  const take = (text: string) => {
    if (text.trim() === '') {
      return;
    }
    const parsed = parseSessionLine(text);
    if (parsed.kind === 'line') {
      lines.push(parsed.line);
    } else if (parsed.kind === 'invalid') {
      unreadable += 1;
    }
  };
  const splitter = new LineSplitter({
    onLine: take,
    onOverlong: () => {
      unreadable += 1;
    },
  });
  const file = await openSessionFile(path);
  const end = limit - 1;
  for await (const chunk of file.createReadStream(Number.isFinite(end) ? { end } : {})) {
    splitter.push(chunk as Buffer);
  }
  const last = splitter.end();
  if (last !== undefined) {
    take(last);
  }
  return { lines, unreadable };
}

/**
 * Whether the file has any message.
 * @throws as `openSessionFile`
 */
export async function holdsConversation(path: string): Promise<boolean> {
  let isFound = false;
  const splitter = new LineSplitter({
    onLine: text => {
      const parsed = isFound ? undefined : parseSessionLine(text);
      const type = parsed?.kind === 'line' ? parsed.line.type : undefined;
      isFound ||= type === 'user' || type === 'assistant';
    },
    onOverlong: () => undefined,
  });
  const file = await openSessionFile(path);
  for await (const chunk of file.createReadStream()) {
    splitter.push(chunk as Buffer);
    if (isFound) {
      return true;
    }
  }
  return false;
}

/**
 * Returns the path of a session's transcript.
 * @throws if the id could name a file elsewhere
 */
export function sessionPath(folder: string, id: string): string {
  if (!sessionId.test(id)) {
    throw new Error(`Not the id of a session: ${id}`);
  }
  return join(folder, `${id}.jsonl`);
}

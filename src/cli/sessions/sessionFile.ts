import { createReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LineSplitter } from '../../node/lineSplitter';
import { parseSessionLine, type SessionLine } from '../../protocol/sessionLine';

const sessionId = /^[A-Za-z0-9-]{1,100}$/;

export interface SessionFile {
  readonly lines: readonly SessionLine[];
  /** Lines that could not be read: a last one that is half written, or too long. */
  readonly unreadable: number;
}

/** One subagent's own file beside the session. */
export interface SubagentFile extends SessionFile {
  readonly agentId: string;
}

/** @throws the file system's error, `ENOENT` for a session that has no message yet */
export async function readSessionFile(path: string): Promise<SessionFile> {
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
  for await (const chunk of createReadStream(path)) {
    splitter.push(chunk as Buffer);
  }
  const last = splitter.end();
  if (last !== undefined) {
    take(last);
  }
  return { lines, unreadable };
}

/**
 * Whether anything was said in it.
 * @throws the file system's error, `ENOENT` when there is no file
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
  for await (const chunk of createReadStream(path)) {
    splitter.push(chunk as Buffer);
    if (isFound) {
      return true;
    }
  }
  return false;
}

/**
 * Where a session is stored.
 * @throws when the id could name a file elsewhere
 */
export function sessionPath(folder: string, id: string): string {
  if (!sessionId.test(id)) {
    throw new Error(`Not the id of a session: ${id}`);
  }
  return join(folder, `${id}.jsonl`);
}

/** The files of a session's subagents. */
export async function readSubagentFiles(folder: string, id: string): Promise<SubagentFile[]> {
  const files: SubagentFile[] = [];
  for (const { path, agentId } of await subagentPaths(folder, id)) {
    // A subagent whose file is gone is not shown; the conversation is.
    const file = await readSessionFile(path).catch(() => undefined);
    if (file) {
      files.push({ agentId, ...file });
    }
  }
  return files;
}

interface SubagentPath {
  readonly path: string;
  readonly agentId: string;
}

/** Where they are; up to 2.0.36 they lie beside the sessions of their folder. */
export async function subagentPaths(folder: string, id: string): Promise<SubagentPath[]> {
  const own = join(folder, sessionPath('', id).replace(/\.jsonl$/, ''), 'subagents');
  const paths = await agentFiles(own);
  for (const file of await agentFiles(folder)) {
    if (await startsWithSession(file.path, id).catch(() => false)) {
      paths.push(file);
    }
  }
  return paths;
}

async function agentFiles(folder: string): Promise<SubagentPath[]> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch {
    // Most sessions have none.
    return [];
  }
  return names.flatMap(name => {
    const agentId = /^agent-([A-Za-z0-9-]+)\.jsonl$/.exec(name)?.[1];
    return agentId === undefined ? [] : [{ path: join(folder, name), agentId }];
  });
}

/** There may be hundreds of other sessions' files. */
async function startsWithSession(path: string, id: string): Promise<boolean> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(4096);
    const { bytesRead } = await file.read(head, 0, head.length, 0);
    return head.toString('utf8', 0, bytesRead).includes(`"sessionId":"${id}"`);
  } finally {
    await file.close();
  }
}

import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SessionId } from '../../contract/ids';
import { blocksOf, textOf } from '../../protocol/blocks';
import { parseSessionLine, type SessionLine } from '../../protocol/sessionLine';
import { sessionFolder } from './sessionFolder';

/** Bytes read at each end of a file: titles stand at the end, the first prompt at the beginning. */
const endLength = 64 * 1024;
const fileForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/;

export interface StoredSession {
  readonly id: SessionId;
  readonly title: string;
  /** When something was last said in it, milliseconds since 1970. */
  readonly at: number;
}

/** The conversations that the CLI has stored for a folder, newest first. */
export async function listSessions(cwd: string, env: NodeJS.ProcessEnv): Promise<StoredSession[]> {
  const folder = await sessionFolder(cwd, env);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return [];
    }
    throw error;
  });
  const found: StoredSession[] = [];
  for (const name of names) {
    const id = fileForm.exec(name)?.[1];
    // One that is gone by now, or may not be read, is no reason to show none.
    const session =
      id && (await readEnds(join(folder, name), id as SessionId).catch(() => undefined));
    if (session) {
      found.push(session);
    }
  }
  return found.sort((a, b) => b.at - a.at);
}

async function readEnds(path: string, id: SessionId): Promise<StoredSession | undefined> {
  const file = await open(path);
  try {
    const { size, mtimeMs } = await file.stat();
    const head = Buffer.alloc(Math.min(size, endLength));
    await file.read(head, 0, head.length, 0);
    const tail = Buffer.alloc(Math.min(size, endLength));
    await file.read(tail, 0, tail.length, size - tail.length);
    const first = linesOf(head);
    // A subagent's own file is no conversation.
    if (first.some(line => 'isSidechain' in line && line.isSidechain === true)) {
      return undefined;
    }
    const isWhole = size <= endLength;
    if (isWhole && !first.some(line => line.type === 'user' || line.type === 'assistant')) {
      // 2.1.7 begins one for a fork that nothing is said in yet.
      return undefined;
    }
    const title = lastTitle([...first, ...linesOf(tail)]) ?? firstPrompt(first);
    return { id, title: title ?? id, at: mtimeMs };
  } finally {
    await file.close();
  }
}

/** Lines that were cut by the ends of the buffer do not parse and are left out. */
function linesOf(buffer: Buffer): SessionLine[] {
  return buffer
    .toString('utf8')
    .split('\n')
    .flatMap(text => {
      const parsed = parseSessionLine(text);
      return parsed.kind === 'line' ? [parsed.line] : [];
    });
}

/** What the person named it wins over what the CLI made up. */
function lastTitle(lines: readonly SessionLine[]): string | undefined {
  let made: string | undefined;
  let named: string | undefined;
  for (const line of lines) {
    if (line.type === 'custom-title') {
      named = line.customTitle;
    } else if (line.type === 'ai-title') {
      made = line.aiTitle;
    } else if (line.type === 'summary') {
      made = line.summary;
    }
  }
  return named || made;
}

function firstPrompt(lines: readonly SessionLine[]): string | undefined {
  for (const line of lines) {
    if (line.type === 'user' && !line.isMeta) {
      const text = textOf(blocksOf(line.message.content)).trim();
      // Commands and their output are wrapped in tags of the CLI's own.
      if (text !== '' && !text.startsWith('<')) {
        return text.split('\n', 1)[0]?.slice(0, 100);
      }
    }
  }
  return undefined;
}

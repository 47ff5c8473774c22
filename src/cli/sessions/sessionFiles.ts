import { constants } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { inParallel } from '../../base/inParallel';
import * as z from '../../base/schema';
import type { SessionId } from '../../contract/ids';
import { flag, text } from '../../protocol/lenient';
import type { SkipReason } from './listedSession';
import { plainLine } from './plainText';

const fileForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i;
const foldersAtOnce = 8;
const longestBeside = 64 * 1024;

export interface FoundFile {
  readonly path: string;
  readonly id: SessionId;
  /** Whether there may be a folder next to the file that has the session's name. */
  readonly hasFolder: boolean;
}

export interface FoundFiles {
  /** Folders that hold sessions. */
  readonly folders: readonly string[];
  readonly sessions: readonly FoundFile[];
  readonly others: ReadonlyMap<string, SkipReason>;
}

/** Returns the session id in a file's name. */
export function sessionIdOf(path: string): SessionId | undefined {
  return idIn(basename(path));
}

function idIn(name: string): SessionId | undefined {
  return fileForm.exec(name)?.[1] as SessionId | undefined;
}

/** Finds all transcripts under `projects`; an unreadable folder has none. */
export async function findSessionFiles(projects: string): Promise<FoundFiles> {
  const folders: string[] = [];
  const sessions: FoundFile[] = [];
  const others = new Map<string, SkipReason>();
  await inParallel(await entries(projects), foldersAtOnce, async name => {
    const folder = join(projects, name);
    if (!(await isFolder(folder))) {
      return;
    }
    folders.push(folder);
    const files = await readdir(folder).catch(() => undefined);
    if (!files) {
      others.set(folder, 'unreadable');
    }
    const names = new Set(files);
    for (const file of names) {
      const path = `${folder}${sep}${file}`;
      const id = idIn(file);
      if (id) {
        sessions.push({ path, id, hasFolder: names.has(id) });
      } else if (file.endsWith('.jsonl')) {
        others.set(path, file.startsWith('agent-') ? 'subagent' : 'notASession');
      }
    }
  });
  return { folders, sessions, others };
}

/** Returns all paths of one session: transcript, folder, and subagents' files next to it. */
export async function filesOfSession(path: string, id: SessionId): Promise<string[]> {
  const folder = dirname(path);
  const own = folderOfSession(path);
  const files = [path, ...((await isFolder(own)) ? [own] : [])];
  // Subagents' files, up to 2.0.36.
  const agents = (await entries(folder)).filter(name => /^agent-[A-Za-z0-9-]+\.jsonl$/.test(name));
  await inParallel(agents, foldersAtOnce, async name => {
    const agent = join(folder, name);
    if ((await startOf(agent)).includes(`"sessionId":"${id}"`)) {
      files.push(agent);
    }
  });
  return files;
}

/** Returns the folder for session data outside the transcript. It may not exist. */
export function folderOfSession(path: string): string {
  return path.slice(0, -'.jsonl'.length);
}

async function startOf(path: string): Promise<string> {
  const start = Buffer.alloc(4096);
  try {
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const { bytesRead } = await file.read(start, 0, start.length, 0);
      return start.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    // An unreadable file stays where it is.
    return '';
  }
}

/** Data in the folder that has the session's name, next to the transcript. */
export interface BesideSession {
  readonly title?: string | undefined;
  readonly isArchived: boolean;
}

const archive = z.object({ archived: flag });
const givenTitle = z.object({ customTitle: text });

export async function readBeside({ path }: FoundFile): Promise<BesideSession> {
  const folder = folderOfSession(path);
  const names = await entries(folder);
  const read = async <T>(name: string, schema: z.ZodMiniType<T>): Promise<T | undefined> =>
    names.includes(name) ? readSmall(join(folder, name), schema) : undefined;
  return {
    isArchived: (await read('archived.json', archive))?.archived ?? false,
    title: plainLine((await read('custom-title.json', givenTitle))?.customTitle),
  };
}

async function readSmall<T>(path: string, schema: z.ZodMiniType<T>): Promise<T | undefined> {
  try {
    const { size } = await stat(path);
    const parsed =
      size < longestBeside ? schema.safeParse(JSON.parse(await readFile(path, 'utf8'))) : undefined;
    return parsed?.success ? parsed.data : undefined;
  } catch {
    // Half written by the CLI, or gone: treated as absent.
    return undefined;
  }
}

async function entries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    // The folder does not exist yet, is a file, or is unreadable: there is nothing to list.
    return [];
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // Dangling symbolic link.
    return false;
  }
}

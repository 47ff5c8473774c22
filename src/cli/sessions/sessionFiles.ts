import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { inParallel } from '../../base/inParallel';
import type { SessionId } from '../../contract/ids';
import { flag, text } from '../../protocol/lenient';
import { plainLine } from './plainText';
import type { SkipReason } from './storedSession';

const fileForm = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i;
const foldersAtOnce = 8;
const longestBeside = 64 * 1024;

export interface FoundFile {
  readonly path: string;
  readonly id: SessionId;
}

export interface FoundFiles {
  /** The folders that hold sessions. */
  readonly folders: readonly string[];
  readonly sessions: readonly FoundFile[];
  readonly others: ReadonlyMap<string, SkipReason>;
}

/** The id that a file's name stands for. */
export function sessionIdOf(path: string): SessionId | undefined {
  return fileForm.exec(basename(path))?.[1] as SessionId | undefined;
}

/** All transcripts under `projects`; a folder that may not be read has none. */
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
    for (const file of await entries(folder)) {
      const path = join(folder, file);
      const id = sessionIdOf(path);
      if (id) {
        sessions.push({ path, id });
      } else if (file.endsWith('.jsonl')) {
        others.set(path, file.startsWith('agent-') ? 'subagent' : 'notASession');
      }
    }
  });
  return { folders, sessions, others };
}

/** What lies beside a transcript, in the folder that has the session's name. */
export interface BesideSession {
  readonly title?: string | undefined;
  readonly isArchived: boolean;
}

const archive = z.object({ archived: flag });
const givenTitle = z.object({ customTitle: text });

export async function readBeside(path: string): Promise<BesideSession> {
  const folder = path.slice(0, -'.jsonl'.length);
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
    // Half written by the CLI, or gone: the session is as if there were none.
    return undefined;
  }
}

async function entries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    // It is not there yet, is a file, or may not be read: it has nothing that can be listed.
    return [];
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // A link to nothing.
    return false;
  }
}

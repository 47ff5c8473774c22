import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { asString, isObject } from '../../base/json';
import type { SessionId } from '../../contract/ids';
import { configFolder, sessionSlug } from './sessionFolder';

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Bytes searched for the working folder, because lines before it may be long. */
const headLength = 256 * 1024;

/** A session in the CLI's own store, whatever folder it belongs to. */
export interface FoundSession {
  readonly id: SessionId;
  readonly path: string;
  /** Folder where the session started, which may be gone; absent if no line states it. */
  readonly cwd?: string;
}

/** Searches the sessions of all folders; of several with this id, returns the last one written. */
export async function findSession(
  id: string,
  env: NodeJS.ProcessEnv,
): Promise<FoundSession | undefined> {
  if (!idForm.test(id)) {
    return undefined;
  }
  const root = projectsFolder(env);
  let newest: { path: string; at: number } | undefined;
  for (const folder of await readdir(root).catch(() => [] as string[])) {
    const path = join(root, folder, `${id}.jsonl`);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && found.mtimeMs > (newest?.at ?? -1)) {
      newest = { path, at: found.mtimeMs };
    }
  }
  if (!newest) {
    return undefined;
  }
  const cwd = await startFolder(newest.path);
  return { id: id as SessionId, path: newest.path, ...(cwd === undefined ? {} : { cwd }) };
}

/** Sessions looked at: different folders may have the same name in the store. */
const mostHeads = 8;

/**
 * Whether the CLI has run in a folder, as far as its store says.
 * @param cwd real path, without symbolic links
 * @param config the CLI's configuration folder
 */
export async function hasSessions(cwd: string, config: string): Promise<boolean> {
  const folder = join(config, 'projects', sessionSlug(cwd));
  const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.jsonl'));
  for (const name of names.slice(0, mostHeads)) {
    const head = await readHead(join(folder, name)).catch(() => '');
    if (cwdsOf(head).includes(cwd)) {
      return true;
    }
  }
  return false;
}

/** @returns id of the session stored at `path`; undefined if it is not in the CLI's store */
export function sessionOfFile(path: string, env: NodeJS.ProcessEnv): SessionId | undefined {
  const id = basename(path, '.jsonl');
  const isStored = dirname(dirname(path)) === projectsFolder(env) && path.endsWith('.jsonl');
  return isStored && idForm.test(id) ? (id as SessionId) : undefined;
}

function projectsFolder(env: NodeJS.ProcessEnv): string {
  return join(configFolder(env), 'projects');
}

/**
 * Returns the session's own folder: the one whose slug names the transcript's folder. Other lines
 * may name other folders that the shell was in.
 */
async function startFolder(path: string): Promise<string | undefined> {
  const slug = basename(dirname(path));
  const folders = cwdsOf(await readHead(path));
  return folders.find(folder => sessionSlug(folder) === slug) ?? folders[0];
}

async function readHead(path: string): Promise<string> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(headLength);
    const { bytesRead } = await file.read(head, 0, headLength, 0);
    return head.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function cwdsOf(text: string): string[] {
  return text.split('\n').flatMap(line => {
    try {
      const parsed: unknown = JSON.parse(line);
      return (isObject(parsed) && asString(parsed.cwd)) || [];
    } catch {
      // Incomplete line at the end of the head, or a broken line.
      return [];
    }
  });
}

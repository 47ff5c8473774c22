import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { asString, isObject } from '../../base/json';
import type { SessionId } from '../../contract/ids';
import { configFolder, sessionSlug } from './sessionFolder';

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Bytes of a file in which its working folder is looked for: lines before it may be long. */
const headLength = 256 * 1024;

/** A session in the CLI's own store, whatever folder it belongs to. */
export interface FoundSession {
  readonly id: SessionId;
  readonly path: string;
  /** The folder that it was begun in, which may be gone; absent when no line says it. */
  readonly cwd?: string;
}

/** Looks through the sessions of all folders; of several with this id the one written to last. */
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

/** The id of the session whose file this is; undefined when it is not one of the CLI's store. */
export function sessionOfFile(path: string, env: NodeJS.ProcessEnv): SessionId | undefined {
  const id = basename(path, '.jsonl');
  const isStored = dirname(dirname(path)) === projectsFolder(env) && path.endsWith('.jsonl');
  return isStored && idForm.test(id) ? (id as SessionId) : undefined;
}

function projectsFolder(env: NodeJS.ProcessEnv): string {
  return join(configFolder(env), 'projects');
}

/** Lines name the folder that the shell was in; the session's own is the one that its place is named after. */
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
      // Half of a line, at the end of what was read, or a broken one.
      return [];
    }
  });
}

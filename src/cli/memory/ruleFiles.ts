import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

const mostFiles = 200;
const mostDeep = 10;
/** Folders that are looked at: a link may lead to all files of a machine. */
const mostFolders = 500;

/**
 * Lists the files of rules in a folder and below, sorted by name. Links are followed, as the CLI
 * does, and named by what they lead to. Never rejects.
 */
export async function ruleFiles(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  await collect(folder, new Set(), found, 0);
  return found;
}

async function collect(folder: string, seen: Set<string>, found: string[], depth: number) {
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined || seen.has(real) || seen.size >= mostFolders || depth > mostDeep) {
    return;
  }
  seen.add(real);
  for (const name of (await readdir(real).catch(() => [])).sort()) {
    if (found.length >= mostFiles) {
      return;
    }
    const path = await realpath(join(real, name)).catch(() => undefined);
    const entry = path === undefined ? undefined : await stat(path).catch(() => undefined);
    if (path !== undefined && entry?.isDirectory()) {
      await collect(path, seen, found, depth + 1);
    } else if (path !== undefined && entry && name.endsWith('.md')) {
      found.push(path);
    }
  }
}

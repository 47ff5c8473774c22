import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all entries together. Those of one version have some 5 MB. */
const mostBytes = 16 * 1024 * 1024;
/** Milliseconds after which a file that was being written is left over from a crash. */
const longestWrite = 60 * 60 * 1000;

interface Found {
  readonly entry: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly mtime: number;
}

/**
 * Removes entries of files that the bundle no longer has, earlier entries of the current ones, and
 * the oldest others while all are too large.
 *
 * @param current files with their entry
 * @param names of all files of the bundle
 * @throws the system's error
 */
export async function removeOutdated(
  folder: string,
  current: readonly { readonly name: string; readonly entry: string }[],
  names: readonly string[],
): Promise<void> {
  const wanted = new Set(current.map(({ entry }) => entry));
  const replaced = current.map(({ name }) => name);
  const found = await entriesOf(folder);
  const others = found.filter(({ entry }) => !wanted.has(entry)).sort((a, b) => a.mtime - b.mtime);
  let bytes = found.reduce((sum, { size }) => sum + size, 0);
  for (const { entry, size, mtime } of others) {
    const isOutdated = entry.endsWith('.tmp')
      ? Date.now() - mtime > longestWrite
      : !belongs(entry, names) || belongs(entry, replaced);
    if (isOutdated || bytes > mostBytes) {
      await rm(join(folder, entry), { force: true });
      bytes -= size;
    }
  }
}

function belongs(entry: string, names: readonly string[]): boolean {
  return names.some(name => entry.startsWith(`${name}.`));
}

async function entriesOf(folder: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const entry of await readdir(folder)) {
    // Another window may remove the same entries.
    const stats = await stat(join(folder, entry)).catch(() => undefined);
    if (stats?.isFile()) {
      found.push({ entry, size: stats.size, mtime: stats.mtimeMs });
    }
  }
  return found;
}

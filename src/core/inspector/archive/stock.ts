import type { Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../../node/hasCode';
import { type ArchivePaths, isSubjectName } from './ownFiles';

export interface StockFile {
  readonly path: string;
  readonly folder: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Everything that the archive has on disk. */
export interface Stock {
  readonly bodies: readonly StockFile[];
  readonly indexes: readonly StockFile[];
  /** Files of both, and all others. */
  readonly bytes: number;
}

/** Lists the archive's files. Links count for themselves, and are not followed. */
export async function takeStock(paths: ArchivePaths): Promise<Stock> {
  const bodies: StockFile[] = [];
  const indexes: StockFile[] = [];
  let bytes = 0;
  for (const name of await namesIn(paths.root)) {
    const folder = join(paths.root, name);
    const found = isSubjectName(name) ? await filesIn(folder, folder) : [];
    for (const file of found) {
      bytes += file.bytes;
      if (file.path.endsWith('.jsonl')) {
        indexes.push(file);
      }
    }
    if (isSubjectName(name)) {
      const kept = await filesIn(paths.bodies(folder), folder);
      bodies.push(...kept);
      bytes += kept.reduce((sum, file) => sum + file.bytes, 0);
    }
  }
  return { bodies, indexes, bytes };
}

/** Returns the names in a folder; none if there is no such folder, or a link. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await lstat(folder)).isDirectory() ? await readdir(folder) : [];
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) {
      return [];
    }
    throw error;
  }
}

async function filesIn(folder: string, subject: string): Promise<StockFile[]> {
  const names = await namesIn(folder);
  const found = await Promise.all(
    names.map(async name => {
      const path = join(folder, name);
      const stats = await statsOf(path);
      return stats && !stats.isDirectory()
        ? [{ path, folder: subject, bytes: stats.size, at: stats.mtimeMs }]
        : [];
    }),
  );
  return found.flat();
}

async function statsOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
}

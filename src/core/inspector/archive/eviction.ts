import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { writeNew } from '../../../node/newFile';
import { type ArchivePaths, readOwn } from './ownFiles';
import { namesIn, type Stock, type StockFile, takeStock } from './stock';

/** Part of the limit that is free after an eviction, so that not every call leads to one. */
const spare = 0.1;
/**
 * Part of the limit that lines may fill. Without it, the lines of old calls would in time leave no
 * room for any content.
 */
const shareOfLines = 0.25;
/** Bytes of an index that are read to be shortened. */
const longestIndex = 256 * 1024 * 1024;

/**
 * Makes room: the oldest contents go first, and the oldest lines only where lines take too much.
 * Call with the lock.
 * @param needed bytes that are about to be written
 * @returns bytes that are left
 */
export async function evict(paths: ArchivePaths, limit: number, needed: number): Promise<number> {
  const stock = await takeStock(paths);
  const goal = Math.max(0, Math.min(limit * (1 - spare), limit - needed));
  const lines = stock.indexes.reduce((sum, { bytes }) => sum + bytes, 0);
  let { bytes } = stock;
  const mostLines = Math.min(limit * shareOfLines, goal);
  if (bytes > goal && lines > mostLines) {
    bytes -= await dropLines(stock.indexes, lines - mostLines * (1 - spare));
  }
  for (const body of byAge(stock.bodies)) {
    if (bytes <= goal) {
      break;
    }
    await rm(body.path, { force: true });
    bytes -= body.bytes;
  }
  await dropEmpty(stock);
  return (await takeStock(paths)).bytes;
}

async function dropLines(indexes: readonly StockFile[], wanted: number): Promise<number> {
  let freed = 0;
  for (const { path, bytes } of byAge(indexes)) {
    if (freed >= wanted) {
      break;
    }
    freed += await shorten(path, bytes, wanted - freed);
  }
  return freed;
}

/** Removes lines from the beginning of an index. @returns the bytes that are free now */
async function shorten(path: string, bytes: number, wanted: number): Promise<number> {
  if (wanted >= bytes || bytes > longestIndex) {
    await rm(path, { force: true });
    return bytes;
  }
  const content = await readOwn(path, longestIndex);
  const end = content.indexOf('\n', wanted);
  const rest = content.subarray(end < 0 ? content.length : end + 1);
  if (rest.length === 0) {
    await rm(path, { force: true });
    return bytes;
  }
  const shorter = `${path}.${randomUUID().slice(0, 8)}`;
  await writeNew(shorter, rest);
  await rename(shorter, path);
  return bytes - rest.length;
}

/** Removes subjects without a line: nobody could ask for their contents. */
async function dropEmpty(stock: Stock): Promise<void> {
  const folders = new Set([...stock.indexes, ...stock.bodies].map(({ folder }) => folder));
  for (const folder of folders) {
    const names = await namesIn(folder);
    if (!names.some(name => name.endsWith('.jsonl'))) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

function byAge(files: readonly StockFile[]): StockFile[] {
  return files.toSorted((one, other) => one.at - other.at);
}
